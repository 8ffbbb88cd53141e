// A night that is being replayed: whose eyes, which half-turn, and whether it plays.

import type { BeliefMoment, DecisionReview, Explanation, Replay } from '../protocol/types';
import { beliefsOf } from './belief';
import { beliefOf, explanationOf, replayFor, type Source } from './source';
import { halfTurnsOf, type HalfTurn, type Told } from './halfTurns';
import type { Moment } from './moment';
import { noviceOf } from './names';

export const SPEEDS = { slow: 3600, steady: 1800, fast: 700 } as const;
export type Speed = keyof typeof SPEEDS;

export const OMNISCIENT = 'omniscient';

export class Night {
  readonly source: Source;
  /** Everything that happened, for statistics, names and the check. */
  readonly whole: Replay;
  seat = $state(OMNISCIENT);
  place = $state(0);
  playing = $state(false);
  speed = $state<Speed>('steady');
  /** The event in the rule court, and why it happened. */
  court = $state.raw<{ told: Told; explanation: Explanation | null; failed: boolean } | null>(null);
  /** What the guards believed at each half-turn: null until it is worked out. */
  beliefs = $state.raw<readonly BeliefMoment[] | null>(null);
  beliefFailed = $state(false);
  /** The decision of an analysis that is drawn on the board. */
  choice = $state.raw<DecisionReview | null>(null);
  /** The one novice whose belief is shown, where it is not the seat's own. */
  watched = $state<number | null>(null);
  #replays = $state.raw<Record<string, Replay>>({});
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly replay: Replay = $derived((this.#replays[this.seat] ?? this.#replays[OMNISCIENT]) as Replay);
  readonly halfTurns: HalfTurn[] = $derived(halfTurnsOf(this.replay));
  readonly last = $derived(this.halfTurns.length - 1);
  readonly now: HalfTurn = $derived(this.halfTurns[Math.min(this.place, this.last)] as HalfTurn);

  /** The novice of whom the belief is shown: the one through whose eyes one looks, or the one who was chosen. */
  readonly novice: number | null = $derived(noviceOf(this.seat) ?? this.watched);

  private constructor(source: Source, whole: Replay) {
    this.source = source;
    this.whole = whole;
    this.#replays = { [OMNISCIENT]: whole };
  }

  /** Opens a record for all seats; throws a Fault with the referee's sentence. */
  static async open(source: Source, moment: Moment): Promise<Night> {
    const night = new Night(source, await replayFor(source, OMNISCIENT));
    if (moment.seat && night.seats.includes(moment.seat)) await night.lookFrom(moment.seat);
    night.go(moment.place);
    return night;
  }

  /** From whom one may look: everybody at once, each who sat there, and whoever watched. */
  get seats(): string[] {
    return [OMNISCIENT, ...Object.keys(this.whole.seats), 'spectator'];
  }

  async lookFrom(seat: string): Promise<void> {
    if (!this.#replays[seat]) {
      const replay = await replayFor(this.source, seat);
      this.#replays = { ...this.#replays, [seat]: replay };
    }
    this.seat = seat;
    this.court = null;
  }

  /** Has the belief worked out, or tries once more. */
  async askBelief(): Promise<void> {
    this.beliefFailed = false;
    try {
      this.beliefs = beliefsOf(this.whole.steps, await beliefOf(this.source));
    } catch {
      this.beliefFailed = true;
    }
  }

  go(place: number): void {
    this.place = Math.max(0, Math.min(this.last, place));
    this.court = null;
    this.choice = null;
    if (this.place === this.last) this.pause();
  }

  play(): void {
    if (this.place === this.last) this.place = 0;
    this.playing = true;
    this.#wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  async ask(told: Told): Promise<void> {
    this.pause();
    this.court = { told, explanation: null, failed: false };
    try {
      const explanation = await explanationOf(this.source, this.seat, told.number);
      if (this.court?.told === told) this.court = { told, explanation, failed: false };
    } catch {
      if (this.court?.told === told) this.court = { told, explanation: null, failed: true };
    }
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.playing) return;
      this.go(this.place + 1);
      if (this.playing) this.#wait();
    }, SPEEDS[this.speed]);
  }
}
