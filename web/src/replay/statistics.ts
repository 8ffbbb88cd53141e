// Figures of a night, counted from its events and from what the omniscient seat saw at each half-turn. Nothing is guessed.

import type { Distances, Event, GaitName, ReplayStep } from '../protocol/types';

/** Where something happened: the numbers of its events, by which a reader finds the moments. */
export type Numbers = readonly number[];

export interface NoviceFigures {
  novice: number;
  dots: number;
  seen: Numbers;
  heard: Numbers;
  caught: Numbers;
  gaits: Partial<Record<GaitName, number>>;
}

export interface GuardFigures {
  guard: string;
  dots: number;
  free: number;
  catches: Numbers;
  gaits: Partial<Record<GaitName, number>>;
}

/** A guard and a novice on the run, whom no guard saw, were that near. */
export interface Shave {
  turn: number;
  novice: number;
  guard: string;
  dot: number;
  steps: number;
  /** The number of the movement or step by which they came so near. */
  event: number;
}

/** At the end of so many half-turns in a row she was near the same guard, and nobody saw her. */
export interface Shadowing {
  novice: number;
  guard: string;
  halfTurns: number;
  /** The number of the last event of the row. */
  event: number;
}

export interface NightFigures {
  novices: NoviceFigures[];
  guards: GuardFigures[];
  /** How often each face fell, from 1 to 6. */
  faces: number[];
  shave: Shave | null;
  shadowing: Shadowing | null;
}

/** How near shadowing is, in steps. */
export const NEAR = 4;

export function figuresOf(steps: readonly ReplayStep[], distances: Distances): NightFigures {
  const events = steps.flatMap((step) => step.events ?? []);
  return {
    novices: novicesOf(events).map((novice) => noviceFigures(novice, events)),
    guards: guardsOf(events).map((guard) => guardFigures(guard, events)),
    faces: [1, 2, 3, 4, 5, 6].map(
      (face) => events.filter((event) => event.event === 'rolled' && event.face === face).length,
    ),
    shave: closestShave(events, distances),
    shadowing: longestShadowing(steps, distances),
  };
}

/** How many turns were left when the night ended. */
export function turnsLeft(steps: readonly ReplayStep[]): number {
  return steps.findLast(({ view }) => view != null)?.view?.turns_left ?? 0;
}

function novicesOf(events: readonly Event[]): number[] {
  return events.flatMap((event) => (event.event === 'setup' ? event.novices.map(({ novice }) => novice) : []));
}

function guardsOf(events: readonly Event[]): string[] {
  return [...new Set(events.flatMap((event) => (event.event === 'guard_stepped' ? [event.guard] : [])))].sort();
}

function noviceFigures(novice: number, events: readonly Event[]): NoviceFigures {
  const about = (wanted: (event: Event) => boolean): Numbers =>
    events.flatMap((event, number) => ('novice' in event && event.novice === novice && wanted(event) ? [number] : []));
  const figures: NoviceFigures = {
    novice,
    dots: 0,
    seen: about((event) => event.event === 'novice_seen'),
    heard: about((event) => event.event === 'noise' && event.real !== false),
    caught: about((event) => event.event === 'novice_caught'),
    gaits: {},
  };
  for (const event of events) {
    if (!('novice' in event) || event.novice !== novice) continue;
    if (event.event === 'novice_moved') {
      figures.dots += (event.route?.length ?? 1) - 1;
      countGait(figures.gaits, event.gait as GaitName);
    }
  }
  return figures;
}

function guardFigures(guard: string, events: readonly Event[]): GuardFigures {
  const catches = events.flatMap((event, number) =>
    event.event === 'novice_caught' && event.guard === guard ? [number] : [],
  );
  const figures: GuardFigures = { guard, dots: 0, free: 0, catches, gaits: {} };
  for (const event of events) {
    if (!('guard' in event) || event.guard !== guard) continue;
    if (event.event === 'guard_stepped') {
      figures.dots++;
      if (event.free) figures.free++;
    }
    if (event.event === 'guard_stopped') countGait(figures.gaits, event.gait as GaitName);
  }
  return figures;
}

function countGait(gaits: Partial<Record<GaitName, number>>, gait: GaitName): void {
  gaits[gait] = (gaits[gait] ?? 0) + 1;
}

/** Where everybody truly is while the events go by, and which novices a guard has just seen. */
class Truth {
  guards = new Map<string, number>();
  novices = new Map<number, number>();
  caught = new Set<number>();
  seen = new Set<number>();
  begun = false;

  follow(event: Event): void {
    switch (event.event) {
      case 'setup':
        event.guards.forEach(({ guard, dot }) => this.guards.set(guard, dot));
        return;
      case 'novice_moved':
        this.seen.delete(event.novice);
        if (event.route?.length) this.novices.set(event.novice, event.route.at(-1) as number);
        return;
      case 'novice_seen':
        if (this.novices.get(event.novice) === event.dot) this.seen.add(event.novice);
        return;
      case 'novice_caught':
        this.caught.add(event.novice);
        return;
      case 'novice_freed':
        this.caught.delete(event.novice);
        return;
      case 'novice_home':
        this.novices.delete(event.novice);
        return;
      case 'guard_stepped':
        this.guards.set(event.guard, event.to);
        this.begun = true;
        return;
    }
  }

  isHiding(novice: number): boolean {
    return !this.caught.has(novice) && !this.seen.has(novice);
  }
}

/** The guards who catch, which a monk does not: those of the set-up. */
function chasersOf(events: readonly Event[]): readonly string[] {
  return events.flatMap((event) => (event.event === 'setup' ? event.guards.map(({ guard }) => guard) : []));
}

function stepsBetween({ steps }: Distances, one: number, two: number): number {
  return steps[one - 1]?.[two - 1] ?? Infinity;
}

/**
 * Once the guards have begun to walk: each dot a novice steps on unseen, and each step of a guard past one she does not see. Who is caught
 * in the same turn has not got away.
 */
export function closestShave(events: readonly Event[], distances: Distances): Shave | null {
  const chasers = chasersOf(events);
  const truth = new Truth();
  let best: Shave | null = null;
  const weigh = (event: number, novice: number, dot: number, guards: readonly string[]) => {
    if (isCaughtAfter(events, event, novice)) return;
    for (const guard of guards) {
      const steps = stepsBetween(distances, truth.guards.get(guard) ?? 0, dot);
      if (!best || steps < best.steps) best = { turn: events[event]?.turn ?? 0, novice, guard, dot, steps, event };
    }
  };
  events.forEach((event, place) => {
    truth.follow(event);
    const noticed = noticedAfter(events, place);
    if (event.event === 'novice_moved' && truth.begun && !truth.caught.has(event.novice)) {
      const unseen = (event.route ?? []).slice(1).filter((dot) => !noticed.has(`${event.novice} ${dot}`));
      unseen.forEach((dot) => weigh(place, event.novice, dot, chasers));
    }
    if (event.event === 'guard_stepped' && chasers.includes(event.guard)) {
      for (const [novice, dot] of truth.novices) {
        if (truth.isHiding(novice) && !noticed.has(`${novice} ${dot}`)) weigh(place, novice, dot, [event.guard]);
      }
    }
  });
  return best;
}

function isCaughtAfter(events: readonly Event[], place: number, novice: number): boolean {
  const turn = events[place]?.turn;
  return events
    .slice(place + 1)
    .some((event) => event.event === 'novice_caught' && event.novice === novice && event.turn === turn);
}

/** Returns what was noticed because of that event: everything told before the next movement or step. */
function noticedAfter(events: readonly Event[], place: number): Set<string> {
  const noticed = new Set<string>();
  for (const event of events.slice(place + 1)) {
    if (event.event === 'novice_seen' || event.event === 'novice_shown' || event.event === 'novice_caught') {
      noticed.add(`${event.novice} ${event.dot}`);
    } else if (['novice_moved', 'guard_stepped', 'guard_stopped', 'turn_ended', 'rolled'].includes(event.event)) {
      break;
    }
  }
  return noticed;
}

/** Of the ends of half-turns, the longest row in which she was near the same guard and not in sight. */
export function longestShadowing(steps: readonly ReplayStep[], distances: Distances): Shadowing | null {
  const chasers = chasersOf(steps.flatMap((step) => step.events ?? []));
  const rows = new Map<string, number>();
  let best: Shadowing | null = null;
  for (const { view, first, events = [] } of steps) {
    if (!view || view.turn === 0) continue;
    const event = Math.max(0, first + events.length - 1);
    for (const { novice, dot } of view.sheets ?? []) {
      const open = view.novices?.find((each) => each.novice === novice);
      const hiding = dot != null && open?.status === 'on-the-run' && open.dot == null;
      for (const { guard, dot: at, facing } of view.guards ?? []) {
        if (!chasers.includes(guard)) continue;
        const near = hiding && at != null && facing != null && stepsBetween(distances, at, dot) <= NEAR;
        const row = near ? (rows.get(`${novice} ${guard}`) ?? 0) + 1 : 0;
        rows.set(`${novice} ${guard}`, row);
        if (row > (best?.halfTurns ?? 0)) best = { novice, guard, halfTurns: row, event };
      }
    }
  }
  return best;
}
