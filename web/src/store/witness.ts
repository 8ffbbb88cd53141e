/** What this browser saw of a table: kept on this device, so that the opened night can be held against it. The first that was seen stands. */
import type { ChairName } from '../protocol/types';
import { hexDigest } from './digest';
import type { Transcript } from './transcript';

export type ByChair = Partial<Record<ChairName, string>>;

/** How far this browser has followed a seat. */
export interface Followed {
  /** The turn on which it began to. */
  since: number;
  events: number;
  hash: string;
  ended: boolean;
  /** The server has told something else, later, about events that it had told before. */
  rewritten: boolean;
}

export interface Witness {
  seal: string | null;
  /** The terms, published before anybody committed themselves: the game file must begin with them. */
  terms: string | null;
  /** The commitments, as they were published before any salt was revealed. */
  commitments: ByChair | null;
  /** The salts to which this browser committed itself, whatever the server made of it. */
  salts: ByChair;
  followed: Record<string, Followed>;
  /** By seat: the hash of each plan that this browser sent and the server took. */
  plans: Record<string, string[]>;
}

const key = (code: string): string => `nuns.witness.${code}`;
const nothing: Witness = { seal: null, terms: null, commitments: null, salts: {}, followed: {}, plans: {} };
/** For a browser that keeps nothing: it can testify as long as the page is open. */
const open = new Map<string, Witness>();

export function witnessOf(code: string): Witness {
  try {
    const kept = localStorage.getItem(key(code));
    if (kept !== null) return { ...nothing, ...(JSON.parse(kept) as Partial<Witness>) };
  } catch {
    // What cannot be read is as if it had never been kept.
  }
  return open.get(code) ?? nothing;
}

function note(code: string, seen: Partial<Witness>): void {
  const witness = { ...witnessOf(code), ...seen };
  open.set(code, witness);
  try {
    localStorage.setItem(key(code), JSON.stringify(witness));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** The first seal seen stands: a later one would be the very thing to find out. */
export function sawSeal(code: string, seal: string): void {
  if (witnessOf(code).seal === null) note(code, { seal });
}

export function sawTerms(code: string, terms: string): void {
  if (witnessOf(code).terms === null) note(code, { terms });
}

export function sawCommitments(code: string, commitments: ByChair): void {
  if (witnessOf(code).commitments === null) note(code, { commitments });
}

/** The salt of a chair, made once and noted before anything is sent: the server cannot pretend that it never came. */
export function saltOf(code: string, chair: ChairName, make: () => string): string {
  const salts = witnessOf(code).salts;
  const salt = salts[chair] ?? make();
  if (!salts[chair]) note(code, { salts: { ...salts, [chair]: salt } });
  return salt;
}

/** Notes how far a seat was followed; `turn` is the turn of the night now. Another tab may be ahead. */
export function followed(code: string, seat: string, transcript: Transcript, turn: number, ended: boolean): void {
  const all = witnessOf(code).followed;
  const before = all[seat];
  const since = before?.since ?? turn;
  const rewritten =
    before !== undefined &&
    (before.rewritten || (before.events <= transcript.count && transcript.after(before.events) !== before.hash));
  if (before && before.events > transcript.count && !rewritten) return;
  const hash = transcript.after(transcript.count) as string;
  note(code, { followed: { ...all, [seat]: { since, events: transcript.count, hash, ended, rewritten } } });
}

/** Notes a plan that the server took, as a hash: on a shared device others could read it. */
export function planned(code: string, seat: string, line: string): void {
  const { plans, seal } = witnessOf(code);
  note(code, { plans: { ...plans, [seat]: [...(plans[seat] ?? []), planDigest(seal, line)] } });
}

export function planDigest(seal: string | null, line: string): string {
  return hexDigest(`${seal}\n${line}`);
}

/** By which a chair commits itself to a salt under the terms (docs/formats.md, Dice). */
export function commitmentOf(terms: string, chair: string, salt: string): string {
  return hexDigest(`${terms}salt ${chair} ${salt}\n`);
}

/** 32 bytes from the browser's own generator, in hexadecimal. */
export function newSalt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
