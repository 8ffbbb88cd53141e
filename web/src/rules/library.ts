/** The rulebook of a language, fetched when it is first opened, and a rule by its number. */

import english from '../../../docs/rules.md?rulebook';
import type { Language } from '../i18n';
import type { Block, Rulebook } from './rulebook';
import french from './text/fr.md?rulebook';
import italian from './text/it.md?rulebook';
import dutch from './text/nl.md?rulebook';

const SHELVES: Record<Language, () => Promise<Rulebook>> = { en: english, fr: french, it: italian, nl: dutch };
const opened = new Map<Language, Promise<Rulebook>>();

export function rulebook(language: Language): Promise<Rulebook> {
  const book = opened.get(language) ?? SHELVES[language]();
  opened.set(language, book);
  book.catch(() => opened.delete(language));
  return book;
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
