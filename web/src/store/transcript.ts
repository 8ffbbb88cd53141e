/** The running hash of what a seat is told, event by event: the game file of the night must give the same (docs/formats.md, Dice). */
import FIELDS from '../protocol/transcript.json';
import type { Event } from '../protocol/types';
import { hexDigest } from './digest';

const fields: Readonly<Record<string, readonly string[]>> = FIELDS;

/** An event as it is hashed: the fields of the list, in its order. A newer server may tell more, which is not hashed. */
export function eventLine(event: Event): string | null {
  const own = fields[event.event];
  if (!own) return null;
  const told = event as unknown as Record<string, unknown>;
  return JSON.stringify(
    Object.fromEntries(['event', 'turn', ...own].flatMap((name) => (name in told ? [[name, told[name]]] : []))),
  );
}

/** The hash after each of a seat's events; it begins with the seal of the night. */
export class Transcript {
  #hashes: string[];

  constructor(seal: string) {
    this.#hashes = [seal];
  }

  get count(): number {
    return this.#hashes.length - 1;
  }

  /** The hash after that many events, if there were so many. */
  after(count: number): string | undefined {
    return this.#hashes[count];
  }

  /** Takes the events from number `first` on; what it had from there is replaced. */
  learn(first: number, events: readonly Event[]): void {
    this.#hashes.length = first + 1;
    for (const event of events) {
      const before = this.#hashes.at(-1) as string;
      const line = eventLine(event);
      this.#hashes.push(line === null ? before : hexDigest(`${before}\n${line}`));
    }
  }
}
