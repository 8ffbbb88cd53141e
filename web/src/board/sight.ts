/** What each guard sees, looked up in what the server says of every place and facing. */
import type { GuardView, Sights } from '../protocol/types';
import type { Lit } from './showing';

const key = (dot: number, from: number, to: number): string => `${dot} ${from} ${to}`;

/** Sights in a form that is quick to ask. */
export function lookouts(sights: Sights): (guard: GuardView) => readonly number[] {
  const seen = new Map(sights.outlooks.map(({ dot, facing: [from, to], seen }) => [key(dot, from, to), seen]));
  return ({ dot, facing }) => {
    if (!dot) return [];
    return (facing && seen.get(key(dot, facing[0], facing[1]))) ?? [dot];
  };
}

export function litBy(guards: readonly GuardView[], sees: (guard: GuardView) => readonly number[]): Lit {
  return Object.fromEntries(guards.map((guard) => [guard.guard, sees(guard)]));
}
