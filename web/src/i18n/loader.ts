/** Fetches a language: English is a module of its own, the others are data files beside it. */

import type { Language } from './languages';
import type { Texts } from './messages';

const files = import.meta.glob<string>('./{fr,it,nl}/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

export async function loadTexts(language: Language): Promise<Texts> {
  if (language === 'en') return (await import('./en')).texts;
  const ours = Object.entries(files).filter(([path]) => path.startsWith(`./${language}/`));
  return Object.fromEntries(
    await Promise.all(ours.map(async ([path, url]) => [namespaceOf(path), await fetched(url)])),
  );
}

function namespaceOf(path: string): string {
  return path.replace(/^.*\/(\w+)\.json$/, '$1');
}

async function fetched(url: string): Promise<Texts[string]> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`expected the texts at ${url}; got status ${reply.status}`);
  return (await reply.json()) as Texts[string];
}
