/** A rulebook as its pages show it: chapters, numbered paragraphs, and the blocks in them. */

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
