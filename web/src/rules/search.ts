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

/** A paragraph, or a passage without a number, that speaks of all the words. */
export interface Hit {
  readonly chapter: Chapter;
  readonly part: Part;
  readonly score: number;
}

/** What speaks of all the words, the best first: its own number, then whole words, then how often and how early they are said. */
export function ranked(chapters: readonly Chapter[], search: string): Hit[] {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const hits = chapters.flatMap((chapter) =>
    chapter.parts.flatMap((part) => {
      const score = scoreOf(chapter, part, words);
      return score > 0 ? [{ chapter, part, score }] : [];
    }),
  );
  return hits.sort((one, two) => two.score - one.score);
}

function scoreOf(chapter: Chapter, part: Part, words: readonly string[]): number {
  if (part.kind === 'heading') return 0;
  const number = part.kind === 'paragraph' ? part.number : '';
  const text = folded(`${number} ${plain(part.blocks)}`);
  if (!words.every((word) => text.includes(word))) return 0;
  const said = text.split(/[^\p{L}\d.]+/u);
  const title = folded(chapter.title);
  return words.reduce((sum, word) => {
    const whole = said.filter((each) => each === word).length;
    const first = text.indexOf(word) / Math.max(1, text.length);
    return sum + (word === number ? 100 : 0) + Math.min(whole, 4) * 4 + (title.includes(word) ? 6 : 0) + 3 - 2 * first;
  }, 1);
}

/** A piece of text, and whether it is one of the words that were searched. */
export interface Piece {
  readonly text: string;
  readonly found: boolean;
}

/** A text in pieces, with the searched words apart, whatever their case and accents. */
export function pieces(text: string, search: string): Piece[] {
  const words = wordsOf(search);
  if (words.length === 0) return [{ text, found: false }];
  const letters = [...text];
  const plainText = letters.map((letter) => folded(letter).charAt(0) || ' ').join('');
  const found = letters.map(() => false);
  for (const word of words)
    for (let at = plainText.indexOf(word); at >= 0; at = plainText.indexOf(word, at + 1))
      found.fill(true, at, at + word.length);
  const made: { text: string; found: boolean }[] = [];
  letters.forEach((letter, at) => {
    const last = made.at(-1);
    if (last && last.found === found[at]) last.text += letter;
    else made.push({ text: letter, found: found[at] ?? false });
  });
  return made;
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
