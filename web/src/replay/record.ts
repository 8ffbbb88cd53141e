// A record file as text (docs/formats.md), split into its parts. That it is well formed and that its moves are legal, the referee has
// said before a replay is shown; here are the words from which the browser draws every lot, card and die again.

export interface SealedChair {
  chair: string;
  kind: string;
  name: string;
}

/** What a file of `sha256-2` or `sha256-day` dice has more. */
export interface SealedPart {
  publicKey: string;
  chairs: SealedChair[];
  commitments: Record<string, string>;
  /** By chair. */
  salts: Record<string, string>;
  lots: string[];
  transcripts: Record<string, string>;
  signature: string;
  /** The lines that were published before anybody committed themselves. */
  terms: string;
  /** The lines on which every draw depends: terms, commitments, seed and salts. */
  head: string;
  /** The lines above the signature. */
  signed: string;
  /** How many of its actions are those of the night that it continues; 0 for a night of its own. */
  before: number;
  /** The date of the night of a day. */
  day: string | null;
}

export interface RecordFile {
  edition: string;
  options: string;
  novices: number;
  dice: 'sha256-2' | 'sha256-day' | 'sha256' | 'counter';
  seed: string;
  seal: string;
  seats: { seat: string; name: string }[];
  salts: { seat: string; salt: string }[];
  actions: string[];
  end: string;
  check: string;
  /** Everything above the line of the check. */
  body: string;
  sealed: SealedPart | null;
}

export class BadRecord extends Error {}

const DICE = ['sha256-2', 'sha256-day', 'sha256', 'counter'] as const;

export function readRecord(text: string): RecordFile {
  const lines = text.split('\n');
  if (!lines[0]?.startsWith('nuns record ')) throw new BadRecord('nuns record');
  const ended = lines.findIndex((line) => line.startsWith('end '));
  const checked = lines.findIndex((line, number) => number > ended && line.startsWith('check '));
  if (ended < 0 || checked < 0) throw new BadRecord('check');
  const deal = lines.findIndex((line) => line.startsWith('deal '));
  if (deal < 0) throw new BadRecord('deal');
  const head = lines.slice(0, deal);
  const pairs = (key: string) => pairsOf(head, key);
  const value = (key: string) => valueOf(head, key);
  const dice = DICE.find((each) => each === value('dice')) ?? 'counter';
  const isSealed = dice === 'sha256-2' || dice === 'sha256-day';
  return {
    edition: value('edition'),
    options: value('options'),
    novices: Number(value('novices')),
    dice,
    seed: value('seed'),
    seal: value('seal'),
    seats: pairs('seat').map(([seat, name]) => ({ seat, name })),
    salts: isSealed ? [] : pairs('salt').map(([seat, salt]) => ({ seat, salt })),
    actions: lines.slice(deal, ended),
    end: (lines[ended] as string).slice('end '.length),
    check: (lines[checked] as string).slice('check '.length),
    body: joined(lines.slice(0, checked)),
    sealed: isSealed ? sealedPart(head, lines.slice(0, checked)) : null,
  };
}

/** Whether a text can be read as a record at all. */
export function isRecord(text: string): boolean {
  try {
    readRecord(text);
    return true;
  } catch {
    return false;
  }
}

function sealedPart(head: string[], above: string[]): SealedPart {
  const before = (key: string) => head.findIndex((line) => line.startsWith(`${key} `));
  const signature = above.findLastIndex((line) => line.startsWith('signature '));
  const terms = head.findLastIndex((line) => line.startsWith('chair ')) + 1;
  return {
    publicKey: valueOf(head, 'public-key'),
    chairs: pairsOf(head, 'chair').map(([chair, player]) => {
      const [kind, name] = splitOnce(player);
      return { chair, kind, name };
    }),
    commitments: Object.fromEntries(pairsOf(head, 'commit')),
    salts: Object.fromEntries(pairsOf(head, 'salt')),
    lots: valueOf(head, 'lots').split(' '),
    transcripts: Object.fromEntries(pairsOf(above.slice(head.length), 'transcript')),
    signature: (above[signature] ?? '').slice('signature '.length),
    terms: joined(head.slice(0, terms)),
    head: joined(head.slice(0, before('lots'))),
    signed: joined(above.slice(0, signature)),
    before: Number(splitOnce(valueOf(head, 'continues'))[1]),
    day: valueOf(head, 'day') || null,
  };
}

function valueOf(lines: string[], key: string): string {
  return lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1) ?? '';
}

function pairsOf(lines: string[], key: string): [string, string][] {
  return lines.filter((line) => line.startsWith(`${key} `)).map((line) => splitOnce(line.slice(key.length + 1)));
}

function joined(lines: string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function splitOnce(text: string): [string, string] {
  const space = text.indexOf(' ');
  return space < 0 ? [text, ''] : [text.slice(0, space), text.slice(space + 1)];
}
