import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rulebook, ruleIn } from './library';
import { rulebookOf } from './markdown';
import { plain, type Block, type Inline, type Rulebook } from './rulebook';
import { isForOthers, ranked, pieces } from './search';

const HERE = import.meta.dirname;
const OTHERS = ['fr', 'it', 'nl'] as const;

const english = rulebookOf(readFileSync(join(HERE, '../../../docs/rules.md'), 'utf8'));
const other = (language: string): Rulebook => rulebookOf(readFileSync(join(HERE, `text/${language}.md`), 'utf8'));

/** The numbers of all paragraphs, in their order. */
function numbersOf(book: Rulebook): string[] {
  return book.chapters.flatMap((chapter) =>
    chapter.parts.flatMap((part) => (part.kind === 'paragraph' ? [part.number] : [])),
  );
}

/** The words of one line of Markdown. */
function inlinesOf(line: string): Inline[] {
  return rulebookOf(line).lead.flatMap((block) => (block.kind === 'words' ? block.words : []));
}

/** Numbers of dots, steps, degrees and paragraphs: what a translation must not change. The Dutch name of a blessing has one of its own. */
function figures(blocks: readonly Block[]): string[] {
  return [
    ...plain(blocks)
      .replaceAll(/1 stip verder/gi, '')
      .matchAll(/\d+/g),
  ]
    .map((found) => found[0])
    .sort();
}

test('the English rulebook has its chapters and every numbered paragraph', () => {
  expect(english.chapters.map((chapter) => chapter.number)).toEqual([
    null,
    null,
    ...Array.from({ length: 13 }, (_, before) => String(before + 1)),
  ]);
  expect(numbersOf(english)).toContain('6.0');
  expect(numbersOf(english)).toContain('13.9');
  expect(new Set(numbersOf(english)).size).toBe(numbersOf(english).length);
});

test.each(OTHERS)('%s has every paragraph of the English, in its order', (language) => {
  expect(numbersOf(other(language))).toEqual(numbersOf(english));
  expect(other(language).chapters.map((chapter) => chapter.number)).toEqual(
    english.chapters.map((chapter) => chapter.number),
  );
});

test.each(OTHERS)('%s says the same numbers as the English in every paragraph', (language) => {
  const book = other(language);
  const differing = numbersOf(english).filter((number) => {
    const [ours, theirs] = [english, book].map((each) => figures(ruleIn(each, number)?.blocks ?? []));
    return ours?.join() !== theirs?.join();
  });
  expect(differing).toEqual([]);
});

test.each(OTHERS)('%s has the lists and tables of the English, and the same names in code', (language) => {
  const book = other(language);
  const differing = numbersOf(english).filter((number) => {
    const [ours, theirs] = [english, book].map((each) => outline(ruleIn(each, number)?.blocks ?? []));
    return ours !== theirs;
  });
  expect(differing).toEqual([]);
});

/** What the blocks are, and the names in code that they hold, whatever the words and their order. */
function outline(blocks: readonly Block[]): string {
  const shape = blocks
    .map((block) => (block.kind === 'list' ? `${block.kind}${block.items.length}` : block.kind))
    .join();
  return `${shape} ${codes(blocks).sort().join()}`;
}

function codes(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    const words =
      block.kind === 'words' ? [block.words] : block.kind === 'table' ? [block.head, ...block.rows].flat() : [];
    const inside = block.kind === 'list' ? block.items.flatMap(codes) : [];
    return [...words.flat().flatMap((each) => (each.kind === 'code' ? [each.text] : [])), ...inside];
  });
}

test('a page is given what was read from the Markdown', async () => {
  expect(await rulebook('en')).toEqual(english);
  expect(await rulebook('nl')).toEqual(other('nl'));
});

test('a paragraph keeps its list and what follows it', () => {
  const found = ruleIn(english, '6.3');
  expect(found?.blocks.map((block) => block.kind)).toEqual(['words', 'list', 'words']);
});

test('a chapter’s number gives its title and its first words', () => {
  expect(ruleIn(english, '4')?.title).toBe('The turn');
  expect(plain(ruleIn(english, '4')?.blocks ?? [])).toContain('Novices.');
  expect(ruleIn(english, '99')).toBeUndefined();
});

test('words in a line are told apart', () => {
  expect(inlinesOf('**Bold** and *soft*, `dutch` (8.4).')).toEqual([
    { kind: 'strong', text: 'Bold' },
    { kind: 'text', text: ' and ' },
    { kind: 'em', text: 'soft' },
    { kind: 'text', text: ', ' },
    { kind: 'code', text: 'dutch' },
    { kind: 'text', text: ' (' },
    { kind: 'rule', text: '8.4' },
    { kind: 'text', text: ').' },
  ]);
});

test('a search ignores case and accents, wants every word, and gives the best first', () => {
  const french = other('fr');
  const numbers = (search: string): string[] =>
    ranked(french.chapters, search).flatMap(({ part }) => (part.kind === 'paragraph' ? [part.number] : []));
  expect(numbers('DESIR clef')).toContain('5.4');
  expect(numbers('8.4')[0]).toBe('8.4');
  expect(ranked(french.chapters, 'xylophone')).toEqual([]);
  expect(ranked(french.chapters, ' ')).toEqual([]);
  const english = ranked(other('nl').chapters, 'geluid').map(({ score }) => score);
  expect(english).toEqual([...english].sort((one, two) => two - one));
});

test('the searched words stand apart in a text', () => {
  expect(pieces('Le désir et la clef', 'DESIR')).toEqual([
    { text: 'Le ', found: false },
    { text: 'désir', found: true },
    { text: ' et la clef', found: false },
  ]);
  expect(pieces('nothing', ' ')).toEqual([{ text: 'nothing', found: false }]);
});

test('words that name other editions alone are for others', () => {
  const isFor = (line: string, edition: string): boolean =>
    !isForOthers(inlinesOf(line), edition, ['mayfair', 'dutch', 'italian']);
  expect(isFor('In `dutch` nobody is deaf.', 'mayfair')).toBe(false);
  expect(isFor('In `dutch` nobody is deaf.', 'dutch')).toBe(true);
  expect(isFor('In `dutch` and `italian` somebody is.', 'italian')).toBe(true);
  expect(isFor('Guards can share a dot (`safe-cell`).', 'mayfair')).toBe(true);
});
