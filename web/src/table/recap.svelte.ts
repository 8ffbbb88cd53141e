/** The recap: a queue of beats that is played one after the other, at the reader's pace, so that nothing is lost when much arrives at once. */
import type { Position, View } from '../protocol/types';
import { beatsOf, type Beat } from './beats';

export type Pace = 'slow' | 'normal' | 'fast' | 'off';
const STRETCH: Record<Pace, number> = { slow: 3, normal: 1, fast: 0.5, off: 0 };

export class Recap {
  /** What the board shows now: a beat's view while the recap plays, else the newest. */
  view = $state.raw<View | null>(null);
  beat = $state.raw<Beat | null>(null);
  pace = $state<Pace>('normal');

  #newest: View | null = null;
  #beats: Beat[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #onbeat: (beat: Beat) => void;
  #still: () => boolean;

  /** `still` says whether the reader prefers no motion; `onbeat` is told of every beat as it is shown. */
  constructor(onbeat: (beat: Beat) => void = () => undefined, still: () => boolean = () => false) {
    this.#onbeat = onbeat;
    this.#still = still;
  }

  get isPlaying(): boolean {
    return this.beat !== null;
  }

  /** Takes what a seat has learnt. Whoever sits down anew is shown the moment, not the whole night. */
  take(position: Position, fresh: boolean): void {
    const before = this.#newest;
    this.#newest = position.view;
    if (!before || fresh || this.pace === 'off' || this.#still()) {
      this.skip();
      return;
    }
    this.#beats.push(...beatsOf(before, position.events, position.first));
    if (!this.isPlaying) this.#next();
  }

  /** To the moment, at once. */
  skip(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#beats = [];
    this.beat = null;
    this.view = this.#newest;
  }

  /** Forgets everything it has shown: another seat looks. */
  forget(): void {
    this.#newest = null;
    this.skip();
  }

  #next(): void {
    const beat = this.#beats.shift();
    if (!beat) {
      this.skip();
      return;
    }
    this.beat = beat;
    this.view = beat.view;
    this.#onbeat(beat);
    this.#timer = setTimeout(() => this.#next(), beat.ms * STRETCH[this.pace]);
  }
}
