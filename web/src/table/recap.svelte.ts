/**
 * The recap: a queue of beats that is played one after the other, at the reader's pace, so that nothing is lost when much arrives at once.
 * What passes by is walked through, what matters stays as long as it takes to read, and what decides the night waits for the reader.
 */
import type { Event, View } from '../protocol/types';
import { beatsOf, isOneTelling, rebuilt, type Beat } from './beats';
import { remember, remembered } from './preferences';

export const PACES = ['slow', 'normal', 'fast', 'off'] as const;
export type Pace = (typeof PACES)[number];
const STRETCH: Record<Pace, number> = { slow: 1.8, normal: 1, fast: 0.5, off: 0 };

/** Milliseconds for the eye to find a sentence, and to read a character of it; and the least that a notable beat stays. */
const FINDING = 400;
const A_CHARACTER = 30;
const LEAST = 900;
/** What is added when a sentence that passed by is complete. */
const LINGERING = 320;
/** Somebody who only watches is not asked to go on: so much longer than it takes to read. */
const WATCHING = 1.6;

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
  /** Whether the reader prefers no motion: only what is decisive is shown then, without any. */
  still?: () => boolean;
  /** What is said of some events that are told together: its length is the time they stay. */
  tell?: (events: readonly Event[]) => string;
  /** Whether somebody is there to go on by hand. */
  waits?: () => boolean;
}

export class Recap {
  /** What the board shows now: a beat's view while the recap plays, else the newest. */
  view = $state.raw<View | null>(null);
  beat = $state.raw<Beat | null>(null);
  /** The events that are told together with this beat. */
  telling = $state.raw<readonly Event[]>([]);
  /** Whether a decisive beat stands until the reader goes on. */
  isWaiting = $state.raw(false);
  pace = $state<Pace>(recalled());

  readonly #needs: RecapNeeds;
  #newest: Learnt | null = $state.raw(null);
  #beats: Beat[] = [];
  /** The beats of the sentence that is being told, this one included. */
  #run: readonly Beat[] = [];
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

  /** How many of them have been shown: the log says no more than the board. */
  get shown(): number {
    return this.beat ? this.beat.number + 1 : (this.taken ?? 0);
  }

  /**
   * Takes what a seat has learnt. Whoever sits down anew is shown the moment, not the whole night; whoever comes back to a seat,
   * having seen its first `seen` events, is shown the rest.
   */
  take(learnt: Learnt, seen: number | null = null): void {
    const before = this.#newest?.view ?? (seen === null ? null : rebuilt(learnt.view, learnt.events, seen));
    const known = this.#newest?.events.length ?? seen ?? learnt.events.length;
    this.#newest = learnt;
    if (!before || this.pace === 'off') {
      this.skip();
      return;
    }
    const beats = beatsOf(before, learnt.events.slice(known), known, learnt.view);
    this.#beats.push(...(this.#needs.still?.() ? beats.filter(({ weight }) => weight === 'decisive') : beats));
    if (!this.isPlaying) this.#next();
    else if (this.isWaiting) this.#add();
    else this.telling = this.#told();
  }

  /** What is decisive in the same way and comes a moment later is read together with what waits. */
  #add(): void {
    for (
      let more = this.#beats[0];
      more?.weight === 'decisive' && more.event.event === this.beat?.event.event && this.#goesOn(more);
      more = this.#beats[0]
    )
      this.#show(this.#beats.shift() as Beat);
  }

  /** Past what is being told, to the next sentence. */
  next(): void {
    clearTimeout(this.#timer);
    for (
      let ahead = this.#beats[0];
      ahead && ahead.weight !== 'decisive' && this.#goesOn(ahead);
      ahead = this.#beats[0]
    )
      this.#show(this.#beats.shift() as Beat);
    this.#next();
  }

  /** To the moment, at once. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#beats = [];
    this.#run = [];
    this.beat = null;
    this.telling = [];
    this.isWaiting = false;
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
    this.#show(beat);
    // Two who are caught together, or a capture that ends the night, are one stop and not two.
    for (let more = this.#beats[0]; beat.weight === 'decisive' && more && this.#goesOn(more); more = this.#beats[0])
      this.#show(this.#beats.shift() as Beat);
    this.isWaiting = beat.weight === 'decisive' && (this.#needs.waits?.() ?? true);
    this.#needs.beat?.(this.beat ?? beat);
    if (!this.isWaiting) this.#timer = setTimeout(() => this.#next(), this.#lasting(beat) * STRETCH[this.pace]);
  }

  #show(beat: Beat): void {
    this.#run = this.#goesOn(beat) ? [...this.#run, beat] : [beat];
    this.beat = beat;
    this.view = beat.view;
    this.telling = this.#told();
  }

  /** Whether a beat belongs to what is being told; a further dot of one's own way does too. */
  #goesOn(beat: Beat): boolean {
    const last = this.#run.at(-1);
    return last !== undefined && isOneBreath(last, beat);
  }

  /** What has been told of this sentence and what of it is known already. */
  #told(): readonly Event[] {
    const run = [...this.#run];
    for (const beat of this.#beats) {
      const last = run.at(-1);
      if (!last || !isOneBreath(last, beat)) break;
      run.push(beat);
    }
    return [...new Set(run.map(({ event }) => event))];
  }

  #lasting({ weight, ms, event }: Beat): number {
    if (weight === 'ambient') {
      const next = this.#beats[0];
      const isEnd = next ? !this.#goesOn(next) : event.event !== 'guard_stepped';
      return ms + (isEnd ? LINGERING : 0);
    }
    const reading = Math.max(LEAST, FINDING + A_CHARACTER * (this.#needs.tell?.(this.telling).length ?? 0));
    return weight === 'decisive' ? WATCHING * reading : reading;
  }
}

/** Whether two beats are told together: steps of one way, what makes one sentence, and noises by which one is given away to both guards. */
function isOneBreath(one: Beat, two: Beat): boolean {
  const isOwnNoise = (beat: Beat): boolean => beat.weight === 'decisive' && beat.event.event === 'noise';
  return one.number === two.number || isOneTelling(one.event, two.event) || (isOwnNoise(one) && isOwnNoise(two));
}

function recalled(): Pace {
  const kept = remembered<Pace>('pace', 'normal');
  return PACES.find((pace) => pace === kept) ?? 'normal';
}
