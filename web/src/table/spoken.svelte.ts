/**
 * What has happened, for ears. A screen reader that is told something new loses what it was saying, so sentences are gathered and told
 * together, and the next batch waits until this one has been read.
 */

/** Milliseconds in which more is waited for before anything is said. */
const GATHERING = 400;
/** A brisk reading voice, in milliseconds a character; and the most that anything waits for it. */
const A_CHARACTER = 60;
const LONGEST = 12_000;
/** So many batches stay on the page, for whoever reads back. */
const KEPT = 5;

/** A sentence in the language of the page, whichever that is when it is read. */
export type Sentence = () => string;

export interface Batch {
  readonly id: number;
  readonly sentences: readonly Sentence[];
}

export const textOf = ({ sentences }: Batch): string => sentences.map((sentence) => sentence()).join(' ');

export class Spoken {
  batches = $state.raw<readonly Batch[]>([]);
  #waiting: Sentence[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #freeAt = 0;
  #last = 0;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  say(sentences: readonly Sentence[]): void {
    if (sentences.length === 0) return;
    this.#waiting.push(...sentences);
    this.#timer ??= setTimeout(() => this.#tell(), Math.max(GATHERING, this.#freeAt - this.#now()));
  }

  /** Nothing that was said or was to be said is kept. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
    this.#freeAt = 0;
    this.batches = [];
  }

  #tell(): void {
    const batch = { id: ++this.#last, sentences: this.#waiting };
    this.#waiting = [];
    this.#timer = undefined;
    this.#freeAt = this.#now() + Math.min(LONGEST, A_CHARACTER * textOf(batch).length);
    this.batches = [...this.batches.slice(1 - KEPT), batch];
  }
}
