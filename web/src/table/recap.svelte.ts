/** The recap: a queue of beats that is played one after the other, at the reader's pace, so that nothing is lost when much arrives at once. */
import type { Event, View } from '../protocol/types';
import { beatsOf, rebuilt, type Beat } from './beats';
import { remember, remembered } from './remembering';

export const PACES = ['slow', 'normal', 'fast', 'off'] as const;
export type Pace = (typeof PACES)[number];
const STRETCH: Record<Pace, number> = { slow: 3, normal: 1, fast: 0.5, off: 0 };

/** What a seat has learnt so far, and sees now. */
export interface Learnt {
  readonly events: readonly Event[];
  readonly view: View;
}

export interface RecapNeeds {
  /** Told of every beat as it is shown. */
  beat?: (beat: Beat) => void;
  /** Told when the last beat is over. */
  idle?: () => void;
  /** Whether the reader prefers no motion. */
  still?: () => boolean;
}

export class Recap {
  /** What the board shows now: a beat's view while the recap plays, else the newest. */
  view = $state.raw<View | null>(null);
  beat = $state.raw<Beat | null>(null);
  pace = $state<Pace>(recalled());

  readonly #needs: RecapNeeds;
  #newest: Learnt | null = null;
  #beats: Beat[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(needs: RecapNeeds = {}) {
    this.#needs = needs;
  }

  get isPlaying(): boolean {
    return this.beat !== null;
  }

  /** How many events have been taken; null before the first position. */
  get taken(): number | null {
    return this.#newest?.events.length ?? null;
  }

  /**
   * Takes what a seat has learnt. Whoever sits down anew is shown the moment, not the whole night; whoever comes back to a seat,
   * having seen its first `seen` events, is shown the rest.
   */
  take(learnt: Learnt, seen: number | null = null): void {
    const before = this.#newest?.view ?? (seen === null ? null : rebuilt(learnt.view, learnt.events, seen));
    const known = this.#newest?.events.length ?? seen ?? learnt.events.length;
    this.#newest = learnt;
    if (!before || this.pace === 'off' || this.#needs.still?.()) {
      this.skip();
      return;
    }
    this.#beats.push(...beatsOf(before, learnt.events.slice(known), known, learnt.view));
    if (!this.isPlaying) this.#next();
  }

  /** To the moment, at once. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#beats = [];
    this.beat = null;
    this.view = this.#newest?.view ?? null;
    this.#needs.idle?.();
  }

  /** Forgets everything it has shown: the veil falls. */
  forget(): void {
    this.#newest = null;
    this.skip();
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    if (pace === 'off') this.skip();
    remember('pace', pace);
  }

  #next(): void {
    const beat = this.#beats.shift();
    if (!beat) {
      this.skip();
      return;
    }
    this.beat = beat;
    this.view = beat.view;
    this.#needs.beat?.(beat);
    this.#timer = setTimeout(() => this.#next(), beat.ms * STRETCH[this.pace]);
  }
}

function recalled(): Pace {
  const kept = remembered<Pace>('pace', 'normal');
  return PACES.find((pace) => pace === kept) ?? 'normal';
}
