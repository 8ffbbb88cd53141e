/** Reads a rulebook from Markdown. It is done when the client is built (`scripts/rulebooks.ts`), so that no page carries a parser. */

import { lexer, type Token, type Tokens } from 'marked';
import type { Block, Chapter, Inline, Part, Rulebook } from './rulebook.ts';

const PARAGRAPH_NUMBER = /^\d+\.\d+$/;
const CHAPTER_TITLE = /^(\d+)\. (.*)$/;
const RULE_NUMBER = /\b(\d{1,2}\.\d{1,2})\b/;

export function rulebookOf(markdown: string): Rulebook {
  const [head = [], ...sections] = split(lexer(markdown), (token) => isHeading(token, 2));
  const title = head.find((token) => isHeading(token, 1)) as Tokens.Heading | undefined;
  return {
    title: title?.text ?? '',
    lead: head.filter((token) => token !== title).flatMap(blocksOf),
    chapters: sections.filter((section) => !isContents(section)).map(chapterOf),
  };
}

function isHeading(token: Token, depth: number): boolean {
  return token.type === 'heading' && (token as Tokens.Heading).depth === depth;
}

/** The tokens in rows; each row but the first begins with a token that opens one. */
function split(tokens: readonly Token[], opens: (token: Token) => boolean): Token[][] {
  const rows: Token[][] = [[]];
  for (const token of tokens) {
    if (opens(token)) rows.push([]);
    rows.at(-1)?.push(token);
  }
  return rows;
}

/** Whether a section is the list of chapters, which the page makes by itself. */
function isContents(section: readonly Token[]): boolean {
  return section.some((token) => token.type === 'list' && token.raw.includes('](#'));
}

function chapterOf([heading, ...tokens]: readonly Token[]): Chapter {
  const words = (heading as Tokens.Heading).text;
  const [, number = null, title = words] = CHAPTER_TITLE.exec(words) ?? [];
  const parts: Part[] = [];
  for (const part of tokens.flatMap(partsOf)) {
    const last = parts.at(-1);
    if (part.kind === 'blocks' && last?.kind === 'blocks') last.blocks.push(...part.blocks);
    else parts.push(part);
  }
  return { number, title, parts };
}

function partsOf(token: Token): Part[] {
  if (token.type === 'heading') return [{ kind: 'heading', words: inlinesIn((token as Tokens.Heading).tokens) }];
  const items = token.type === 'list' ? (token as Tokens.List).items : [];
  const paragraphs = items.flatMap(paragraphOf);
  if (paragraphs.length > 0 && paragraphs.length === items.length) return paragraphs;
  const blocks = blocksOf(token);
  return blocks.length > 0 ? [{ kind: 'blocks', blocks }] : [];
}

/** An item that begins with its number in bold is a paragraph of the rules. */
function paragraphOf(item: Tokens.ListItem): Part[] {
  const [first, ...others] = item.tokens.flatMap(blocksOf);
  if (first?.kind !== 'words') return [];
  const [number, ...words] = first.words;
  if (number?.kind !== 'strong' || !PARAGRAPH_NUMBER.test(number.text)) return [];
  const [next, ...rest] = words;
  const begun = next?.kind === 'text' ? [{ ...next, text: next.text.trimStart() }, ...rest] : words;
  const opening: Block = { kind: 'words', words: begun.filter(({ text }) => text !== '') };
  return [{ kind: 'paragraph', number: number.text, blocks: [opening, ...others] }];
}

function blocksOf(token: Token): Block[] {
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return [{ kind: 'words', words: inlinesIn((token as Tokens.Paragraph).tokens) }];
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return [{ kind: 'list', ordered, items: items.map((item) => item.tokens.flatMap(blocksOf)) }];
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: Tokens.TableCell[]): Inline[][] => row.map((cell) => inlinesIn(cell.tokens));
      return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }];
    }
    default:
      return [];
  }
}

const KINDS: Readonly<Record<string, Inline['kind']>> = { strong: 'strong', em: 'em', codespan: 'code' };

/** The words of a line, joined where it was broken; numbers of paragraphs are told apart. */
function inlinesIn(tokens: readonly Token[]): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    const text = ((token as Tokens.Text).text ?? '').replaceAll('\n', ' ');
    const kind = KINDS[token.type];
    return kind ? [{ kind, text }] : numbersApart(text);
  });
}

function numbersApart(text: string): Inline[] {
  return text
    .split(RULE_NUMBER)
    .map((words, place): Inline => ({ kind: place % 2 ? 'rule' : 'text', text: words }))
    .filter((words) => words.text !== '');
}
