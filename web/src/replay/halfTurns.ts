// A replay as a row of half-turns: what happened in each, as the seat learnt it, and what it saw when the half-turn ended.

import type { Event, Replay, ReplayStep, View } from '../protocol/types';

/** An event and its number, by which the rule court knows it. */
export interface Told {
  number: number;
  event: Event;
}

export interface HalfTurn {
  kind: 'setup' | 'novices' | 'guards';
  turn: number;
  /** The movement of the novices: turn 1 may have two. */
  phase: number;
  told: Told[];
  view: View;
}

/** The guards' listening is told with their movement: it is the same half of the turn. */
export function halfTurnsOf(replay: Replay): HalfTurn[] {
  const found: HalfTurn[] = [];
  let told: Told[] = [];
  for (const step of replay.steps) {
    told.push(...(step.events ?? []).map((event, place) => ({ number: step.first + place, event })));
    if (!step.view || !step.ends) continue;
    const last = found.at(-1);
    if (step.ends === 'listening' && last) {
      found[found.length - 1] = { ...last, told: [...last.told, ...told], view: step.view };
    } else {
      const kind = step.ends === 'listening' ? 'guards' : step.ends;
      found.push({ kind, turn: step.turn, phase: phaseOf(found, kind, step.turn), told, view: step.view });
    }
    told = [];
  }
  return found;
}

/** The number of the step that ends each half-turn. */
export function endsOf(steps: readonly ReplayStep[]): readonly number[] {
  const found: number[] = [];
  steps.forEach(({ view, ends }, number) => {
    if (!view || !ends) return;
    if (ends === 'listening' && found.length > 0) found[found.length - 1] = number;
    else found.push(number);
  });
  return found;
}

/** In which half-turn the event of that number was told. */
export function placeOf(halfTurns: readonly HalfTurn[], event: number): number {
  return Math.max(
    0,
    halfTurns.findIndex(({ told }) => told.some(({ number }) => number === event)),
  );
}

function phaseOf(before: HalfTurn[], kind: string, turn: number): number {
  return 1 + before.filter((each) => each.kind === kind && each.turn === turn).length;
}

/** What the timeline marks: somebody caught, something taken, somebody seen, somebody heard; the weightiest first. */
export type Mark = 'caught' | 'taken' | 'seen' | 'heard';

export function marksOf({ told }: HalfTurn): Mark[] {
  const happened = new Set(told.map(({ event }) => event.event));
  const marks: Mark[] = [];
  if (happened.has('novice_caught')) marks.push('caught');
  if (happened.has('key_taken') || happened.has('wish_taken') || happened.has('novice_home')) marks.push('taken');
  if (happened.has('novice_seen')) marks.push('seen');
  if (happened.has('noise')) marks.push('heard');
  return marks;
}

/** A way somebody took in a half-turn, as far as the seat knows it. */
export interface Trail {
  who: string;
  dots: number[];
}

export function trailsOf({ told }: HalfTurn): Trail[] {
  const trails = new Map<string, number[]>();
  for (const { event } of told) {
    if (event.event === 'novice_moved' && event.route && event.route.length > 1) {
      trails.set(`novice-${event.novice}`, [...event.route]);
    }
    if (event.event === 'guard_stepped') {
      trails.set(event.guard, [...(trails.get(event.guard) ?? [event.from]), event.to]);
    }
  }
  return Array.from(trails, ([who, dots]) => ({ who, dots }));
}
