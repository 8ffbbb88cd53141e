// A player's night as a sum that can be read: the chance before the deal, what was added and taken, and the result.

import type { Account } from '../../protocol/types';

/** A term of the sum in whole points, and the chance before and after it. */
export interface Term {
  readonly name: 'luck' | 'own' | 'others';
  readonly points: number;
  readonly from: number;
  readonly to: number;
}

/** Whole points that add up: `start` and all terms give `result`. */
export interface Sum {
  readonly start: number;
  readonly terms: readonly Term[];
  readonly result: number;
  /** The result less the luck. A win is 100 points and a loss 0, so it may be more than the one or less than the other. */
  readonly without: number;
}

/** What the others changed takes up what is lost by rounding, so that every other number is the same wherever it is said. */
export function sumOf({ start, luck, decisions, result }: Account): Sum {
  const whole = (share: number): number => Math.round(100 * share) + 0; // no -0
  const [first, own] = [whole(start), whole(decisions)];
  const changes = { luck: whole(luck), own, others: whole(result) - first - whole(luck) - own };
  let to = first;
  const terms = (['luck', 'own', 'others'] as const).map((name): Term => {
    const from = to;
    to += changes[name];
    return { name, points: changes[name], from, to };
  });
  return { start: first, terms, result: whole(result), without: whole(result) - changes.luck };
}
