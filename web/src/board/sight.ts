/** What each guard sees, looked up in what the server says of every place and facing. */
import type { Sights } from '../protocol/types';
import type { BoardGuard, Lit } from './boardScene';

const key = (dot: number, facing: readonly number[] | null | undefined): string => [dot, ...(facing ?? [])].join(' ');

/** Sights in a form that is quick to ask. */
export function lookouts(sights: Sights): (guard: BoardGuard) => readonly number[] {
  const seen = new Map(sights.outlooks.map(({ dot, facing, seen }) => [key(dot, facing), seen]));
  return ({ dot, facing }) => (dot && seen.get(key(dot, facing))) || [];
}

export function litBy(guards: readonly BoardGuard[], sees: (guard: BoardGuard) => readonly number[]): Lit {
  return Object.fromEntries(guards.map((guard) => [guard.guard, guard.blind ? [] : sees(guard)]));
}
