// Where cards and faces come from, once more: the n-th draw of a night, the same that the server made (docs/formats.md, Dice).

import { digest, hexDigest } from '../store/digest';
import type { RecordFile, SealedPart } from './record';

/** The draw of that count, from 0 to less than `limit`. */
export type Source = (count: number, limit: number) => number;

/** The source of the deal and the dice; at a table the lots have taken the first draws. */
export function sourceOf(record: RecordFile): Source {
  if (record.sealed) {
    const source = hashed([rootOf(record, record.sealed)]);
    return (count, limit) => source(count + record.novices, limit);
  }
  return record.dice === 'sha256'
    ? hashed([record.seed, ...record.salts.map(({ salt }) => salt)])
    : counted(record.seed);
}

/** What every draw at a table depends on: the hash of the head, or for the night of a day the seed alone. */
function rootOf({ seed }: RecordFile, { head, day }: SealedPart): string {
  return day === null ? hexDigest(head) : seed;
}

/** The novices' chairs in the order in which they are drawn for the numbers that will be dealt; a night that continues another has them. */
export function lotsOf(record: RecordFile, sealed: SealedPart): string[] {
  const chairs = sealed.chairs.map(({ chair }) => chair).filter((chair) => chair.length === 1);
  if (sealed.before > 0) return chairs;
  const source = hashed([rootOf(record, sealed)]);
  const left = [...chairs];
  return chairs.map((_, count) => left.splice(source(count, left.length), 1)[0] as string);
}

/** Tables: SHA-256 over lines (the seed and the salts, or the hash of the head), the count and a block; a byte that would favour a face
 * is passed over. */
export function hashed(lines: string[]): Source {
  return (count, limit) => {
    const fair = 256 - (256 % limit);
    for (let block = 0; ; block++) {
      const bytes = digest([...lines, count, block].join('\n'));
      const found = bytes.find((byte) => byte < fair);
      if (found !== undefined) return found % limit;
    }
  };
}

/** Simulations: the laboratory's own generator, which starts from `seed/game`. */
export function counted(seed: string): Source {
  const [night = 0n, game = 0n] = seed.split('/').map(BigInt);
  const low = mixed(half(night, 0n) ^ mixed(half(game, 0n)));
  const high = mixed(half(night, 32n) ^ mixed(half(game, 32n)));
  const keyLow = mixed(low + Math.imul(high, 0x9e3779b1));
  const keyHigh = mixed(high ^ (low + 0x85ebca6b));
  return (count, limit) => {
    let number = (Math.imul(count, 0x9e3779b1) + keyLow) >>> 0;
    number = (Math.imul(number ^ (number >>> 16), 0x7feb352d) + keyHigh) >>> 0;
    number = Math.imul(number ^ (number >>> 15), 0x846ca68b) >>> 0;
    return Math.floor((((number ^ (number >>> 16)) >>> 0) * limit) / 2 ** 32);
  };
}

function half(number: bigint, from: bigint): number {
  return Number((number >> from) & 0xffffffffn);
}

/** Spreads 32 bits over 32 bits, one to one. */
function mixed(number: number): number {
  number = Math.imul(number ^ (number >>> 16), 0x7feb352d) >>> 0;
  number = Math.imul(number ^ (number >>> 15), 0x846ca68b) >>> 0;
  return (number ^ (number >>> 16)) >>> 0;
}

const BLESSINGS = ['one-more-step', 'roll-again', 'noise-range', 'false-noise'];

/** The deal that a source makes, as its line of notation, and how many draws it took (rules 2.1-2.3). */
export function dealFrom(source: Source, novices: number, blessings: boolean): { line: string; draws: number } {
  let draws = 0;
  const take = <T>(cards: T[]): T => cards.splice(source(draws++, cards.length), 1)[0] as T;
  const numbers = [1, 2, 3, 4, 5, 6];
  const keys = [1, 2, 3, 4, 5, 6, 7, 8];
  const dealt: { novice: number; key: number }[] = [];
  while (dealt.length < novices) dealt.push({ novice: take(numbers), key: take(keys) });
  const cards = BLESSINGS.flatMap((kind) => [kind, kind]);
  const holders = [...dealt.map(({ novice }) => novice).sort(), 'abbess', 'prioress'];
  const held = new Map<number | string, string>();
  if (blessings) for (const holder of holders) held.set(holder, take(cards));
  const words = dealt.map(({ novice, key }) =>
    [`novice-${novice}`, `key-${key}`, held.get(novice)].filter(Boolean).join(' '),
  );
  const guards = blessings ? [`abbess ${held.get('abbess')}`, `prioress ${held.get('prioress')}`] : [];
  return { line: `deal ${[...words, ...guards].join(', ')}`, draws };
}
