/** The rulebook of a language, fetched when it is first opened, and a rule by its number. */

import english from '../../../docs/rules.md?url';
import type { Language } from '../i18n';
import { rulebookOf, type Block, type Rulebook } from './rulebook';
import french from './text/fr.md?url';
import italian from './text/it.md?url';
import dutch from './text/nl.md?url';

const SHELVES: Record<Language, string> = { en: english, fr: french, it: italian, nl: dutch };
const opened = new Map<Language, Promise<Rulebook>>();

export function rulebook(language: Language): Promise<Rulebook> {
  const book = opened.get(language) ?? fetched(SHELVES[language]);
  opened.set(language, book);
  book.catch(() => opened.delete(language));
  return book;
}

async function fetched(url: string): Promise<Rulebook> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`expected the rules at ${url}; got status ${reply.status}`);
  return rulebookOf(await reply.text());
}

export interface Rule {
  number: string;
  /** The chapter's title, for a rule that is a whole chapter. */
  title: string;
  blocks: Block[];
}

/** A paragraph, or a chapter with what stands before its first paragraph. */
export function ruleIn(book: Rulebook, number: string): Rule | undefined {
  for (const chapter of book.chapters) {
    if (chapter.number === number) {
      const [first] = chapter.parts;
      return { number, title: chapter.title, blocks: first?.kind === 'blocks' ? first.blocks : [] };
    }
    const found = chapter.parts.find((part) => part.kind === 'paragraph' && part.number === number);
    if (found?.kind === 'paragraph') return { number, title: '', blocks: found.blocks };
  }
  return undefined;
}
