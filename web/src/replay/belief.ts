// What the guards believed at each half-turn of a night, laid along the same beads as the night itself.

import type { BeliefMoment, ReplayBelief, ReplayStep } from '../protocol/types';
import { endsOf } from './halfTurns';

/** The moment of each half-turn, in the order of `halfTurnsOf`. */
export function beliefsOf(steps: readonly ReplayStep[], { moments }: ReplayBelief): readonly BeliefMoment[] {
  const byStep = new Map(moments.map((moment) => [moment.step, moment]));
  return endsOf(steps).flatMap((step) => byStep.get(step) ?? []);
}

/** The novices of whom something was believed, in order. */
export function novicesOf(moments: readonly BeliefMoment[]): readonly number[] {
  return [...new Set(moments.flatMap(({ sure }) => Object.keys(sure).map(Number)))].sort((one, two) => one - two);
}

/** Where a novice's curve goes, from half-turn to half-turn, in a drawing of that size; it ends where she is home. */
export function curveOf(moments: readonly BeliefMoment[], novice: number, width: number, height: number): string {
  const last = Math.max(1, moments.length - 1);
  return moments
    .flatMap(({ sure }, place) =>
      sure[novice] === undefined
        ? []
        : [`${((width * place) / last).toFixed(1)},${(height * (1 - sure[novice] / 1000)).toFixed(1)}`],
    )
    .join(' ');
}
