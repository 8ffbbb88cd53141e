/** Reads the Markdown in which the rulebook is written: chapters, numbered paragraphs, lists, tables, and what stands in a line. */

export type Inline =
  | { kind: 'text' | 'strong' | 'em' | 'code'; text: string }
  /** A number that names a paragraph. */
  | { kind: 'rule'; text: string };

export type Block =
  | { kind: 'words'; words: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Block[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

export type Part =
  | { kind: 'heading'; words: Inline[] }
  | { kind: 'blocks'; blocks: Block[] }
  | { kind: 'paragraph'; number: string; blocks: Block[] };

export interface Chapter {
  /** `6`, or none for what comes before the rules. */
  number: string | null;
  title: string;
  parts: Part[];
}

export interface Rulebook {
  title: string;
  lead: Block[];
  chapters: Chapter[];
}

const NUMBERED = /^- \*\*(\d+\.\d+)\*\* ?(.*)$/;
const ITEM = /^(-|\d+\.) (.*)$/;
const CONTENTS = /\]\(#/;

export function rulebookOf(markdown: string): Rulebook {
  const [head = '', ...bodies] = markdown.split(/^## /m);
  const [title = '', ...lead] = head.split('\n');
  const chapters = bodies.map(chapterOf).filter((chapter) => chapter.parts.length > 0);
  return { title: title.replace(/^# /, ''), lead: blocksOf(lead), chapters };
}

function chapterOf(body: string): Chapter {
  const [first = '', ...lines] = body.split('\n');
  const [, number = null, title = first] = /^(\d+)\. (.*)$/.exec(first) ?? [];
  return { number, title, parts: CONTENTS.test(body) ? [] : partsOf(lines) };
}

function partsOf(lines: string[]): Part[] {
  const parts: Part[] = [];
  let loose: string[] = [];
  const flush = (): void => {
    const blocks = blocksOf(loose);
    if (blocks.length > 0) parts.push({ kind: 'blocks', blocks });
    loose = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const numbered = NUMBERED.exec(line);
    if (line.startsWith('### ')) {
      flush();
      parts.push({ kind: 'heading', words: inlinesOf(line.slice(4)) });
    } else if (numbered) {
      flush();
      const inside = indented(lines, at + 1);
      parts.push({
        kind: 'paragraph',
        number: numbered[1] as string,
        blocks: blocksOf([numbered[2] as string, ...inside]),
      });
      at += inside.length;
    } else {
      loose.push(line);
    }
  }
  flush();
  return parts;
}

/** The lines that belong to an item: indented, or empty before an indented one; without the indentation of its marker. */
function indented(lines: string[], from: number, marker = 2): string[] {
  const margin = new RegExp(`^ {2,${marker}}`);
  const inside: string[] = [];
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as string;
    if (line.trim() !== '' && !/^ {2}/.test(line)) break;
    inside.push(line.replace(margin, ''));
  }
  while (inside.length > 0 && inside.at(-1)?.trim() === '') inside.pop();
  return inside;
}

export function blocksOf(lines: string[]): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] as string;
    if (line.trim() === '') {
      at++;
    } else if (line.startsWith('|')) {
      const table = lines.slice(at, at + run(lines, at, (each) => each.startsWith('|')));
      blocks.push(tableOf(table));
      at += table.length;
    } else if (ITEM.test(line)) {
      const [list, length] = listOf(lines, at);
      blocks.push(list);
      at += length;
    } else {
      const length = run(lines, at, (each) => each.trim() !== '' && !each.startsWith('|') && !ITEM.test(each));
      blocks.push({ kind: 'words', words: inlinesOf(lines.slice(at, at + length).join(' ')) });
      at += length;
    }
  }
  return blocks;
}

function run(lines: string[], from: number, goesOn: (line: string) => boolean): number {
  const end = lines.slice(from).findIndex((line) => !goesOn(line));
  return end < 0 ? lines.length - from : end;
}

function listOf(lines: string[], from: number): [Block, number] {
  const items: Block[][] = [];
  let at = from;
  while (at < lines.length) {
    const item = ITEM.exec(lines[at] as string);
    if (!item) break;
    const inside = indented(lines, at + 1, (item[1] as string).length + 1);
    items.push(blocksOf([item[2] as string, ...inside]));
    at += 1 + inside.length;
  }
  return [{ kind: 'list', ordered: /^\d/.test(lines[from] as string), items }, at - from];
}

function tableOf(lines: string[]): Block {
  const rows = lines.map((line) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => inlinesOf(cell.trim())),
  );
  const [head = [], , ...body] = rows;
  return { kind: 'table', head, rows: body };
}

const INLINE = /`(?<code>[^`]+)`|\*\*(?<strong>.+?)\*\*|[*_](?<em>.+?)[*_]|(?<rule>\b\d{1,2}\.\d{1,2}\b)/g;

export function inlinesOf(text: string): Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) found.push({ kind: 'text', text: text.slice(end, match.index) });
    const [kind, words] = Object.entries(match.groups ?? {}).find(([, each]) => each !== undefined) as [
      Inline['kind'],
      string,
    ];
    found.push({ kind, text: words });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ kind: 'text', text: text.slice(end) });
  return found;
}

/** What a reader would search: the words alone. */
export function plain(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'words') return said(block.words);
      if (block.kind === 'list') return block.items.map(plain).join(' ');
      return [block.head, ...block.rows].map((row) => row.map(said).join(' ')).join(' ');
    })
    .join(' ');
}

function said(words: readonly Inline[]): string {
  return words.map((each) => each.text).join('');
}

/** The numbers of all paragraphs, in their order. */
export function numbersOf(book: Rulebook): string[] {
  return book.chapters.flatMap((chapter) =>
    chapter.parts.flatMap((part) => (part.kind === 'paragraph' ? [part.number] : [])),
  );
}
