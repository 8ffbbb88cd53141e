/** Finds paragraphs by their words, whatever their case and accents; and tells which a reader of one edition may skip. */

import { plain, type Block, type Chapter, type Inline, type Part } from './rulebook';

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[’']/g, '’')
    .toLowerCase();
}

function wordsOf(search: string): string[] {
  return folded(search).split(/\s+/).filter(Boolean);
}

function fits(part: Part, words: readonly string[]): boolean {
  if (part.kind === 'heading') return false;
  const text = folded(`${part.kind === 'paragraph' ? part.number : ''} ${plain(part.blocks)}`);
  return words.every((word) => text.includes(word));
}

/** The chapters with only those parts that speak of all the words; chapters with none are left out. */
export function searched(chapters: readonly Chapter[], search: string): Chapter[] {
  const words = wordsOf(search);
  if (words.length === 0) return [...chapters];
  return chapters
    .map((chapter) => ({ ...chapter, parts: chapter.parts.filter((part) => fits(part, words)) }))
    .filter((chapter) => chapter.parts.length > 0);
}

/** Whether the words name some of the editions, and not this one. */
export function isForOthers(words: readonly Inline[], edition: string, editions: readonly string[]): boolean {
  const named = words.flatMap(({ kind, text }) => (kind === 'code' && editions.includes(text) ? [text] : []));
  return named.length > 0 && !named.includes(edition);
}

/** The words a block begins with, which say for whom it is. */
export function openingOf(blocks: readonly Block[]): readonly Inline[] {
  const [first] = blocks;
  return first?.kind === 'words' ? first.words : [];
}
