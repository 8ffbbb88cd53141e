/** Fetches a language: English is a module of its own, the others are data files beside it. */

import type { Language } from './languages';
import type { Later, Texts } from './messages';

const files = import.meta.glob<string>('./{fr,it,nl}/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

const LATER: readonly Later[] = ['analysis', 'lessons', 'puzzles', 'scenes'];

/** The texts of a language: those that every page needs, and of the others the ones that are asked for. */
export async function loadTexts(language: Language, besides: readonly Later[] = []): Promise<Texts> {
  if (language === 'en') return { ...(await import('./en')).texts, ...(await laterEnglish(besides)) };
  const isWanted = (name: string): boolean => !isLater(name) || besides.includes(name);
  const ours = Object.entries(files).filter(
    ([path]) => path.startsWith(`./${language}/`) && isWanted(namespaceOf(path)),
  );
  return Object.fromEntries(
    await Promise.all(ours.map(async ([path, url]) => [namespaceOf(path), await fetched(url)])),
  );
}

async function laterEnglish(besides: readonly Later[]): Promise<Texts> {
  if (besides.length === 0) return {};
  const { later } = await import('./en/later');
  return Object.fromEntries(besides.map((name) => [name, later[name]]));
}

function isLater(name: string): name is Later {
  return (LATER as readonly string[]).includes(name);
}

function namespaceOf(path: string): string {
  return path.replace(/^.*\/(\w+)\.json$/, '$1');
}

async function fetched(url: string): Promise<Texts[string]> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`expected the texts at ${url}; got status ${reply.status}`);
  return (await reply.json()) as Texts[string];
}
