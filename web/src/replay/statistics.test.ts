import { describe, expect, it } from 'vitest';
import type { Event, ReplayStep, View } from '../protocol/types';
import { figuresOf } from './statistics';

// A corridor of nine dots: 1-2-3-4-5-6-7-8-9.
const dots = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const distances = { steps: dots.map((one) => dots.map((two) => Math.abs(one - two))) };

const setup = {
  event: 'setup',
  turn: 0,
  edition: 'mayfair',
  options: {},
  players: 2,
  novices: [{ novice: 1 }],
  guards: [
    { guard: 'abbess', dot: 9 },
    { guard: 'prioress', dot: 9 },
  ],
  monk: 'none',
} as Event;
const walks = (turn: number, ...route: number[]): Event => ({
  event: 'novice_moved',
  turn,
  novice: 1,
  phase: 1,
  gait: 'walk',
  route,
  blessing: false,
});
const steps = (turn: number, from: number, to: number): Event => ({
  event: 'guard_stepped',
  turn,
  guard: 'abbess',
  from,
  to,
  free: from < to,
});
const seen = (turn: number, dot: number): Event => ({ event: 'novice_seen', turn, novice: 1, dot, by: ['abbess'] });
const rolled = (face: number): Event => ({ event: 'rolled', turn: 1, by: 1, why: 'noise', face });

const figures = (...events: Event[]) => figuresOf([{ turn: 1, first: 0, events: [setup, ...events] }], distances);

describe('the figures of a night', () => {
  it('count dots, sightings, noises, captures and gaits', () => {
    const [novice] = figures(
      walks(1, 1, 2, 3, 4),
      seen(1, 3),
      { event: 'noise', turn: 1, novice: 1, guard: 'abbess', dot: 8, real: true },
      { event: 'noise', turn: 1, novice: 1, guard: 'abbess', dot: 8, real: false },
      { event: 'novice_caught', turn: 1, novice: 1, guard: 'abbess', dot: 4 },
      walks(2, 4, 3),
    ).novices;
    expect(novice).toEqual({ novice: 1, dots: 4, seen: [2], heard: [3], caught: [5], gaits: { walk: 2 } });
  });

  it('count what the guards did', () => {
    const { guards } = figures(
      steps(1, 9, 8),
      steps(1, 8, 9),
      { event: 'guard_stopped', turn: 1, guard: 'abbess', gait: 'run', steps: 5 },
      { event: 'novice_caught', turn: 1, novice: 1, guard: 'abbess', dot: 4 },
    );
    expect(guards).toEqual([{ guard: 'abbess', dots: 2, free: 1, catches: [4], gaits: { run: 1 } }]);
  });

  it('count every die that fell', () => {
    expect(figures(rolled(6), rolled(1), rolled(6)).faces).toEqual([1, 0, 0, 0, 0, 2]);
  });
});

describe('the closest shave', () => {
  it('is a dot she stepped on unseen once the guards had begun', () => {
    const { shave } = figures(
      walks(1, 1, 2, 3, 4, 5, 6, 7, 8),
      steps(1, 9, 8),
      seen(1, 8),
      walks(2, 8, 7, 6),
      seen(2, 7),
    );
    expect(shave).toEqual({ turn: 2, novice: 1, guard: 'abbess', dot: 6, steps: 2, event: 4 });
  });

  it('is a step of a guard towards a novice whom she does not see', () => {
    const { shave } = figures(walks(1, 1, 2, 3), steps(1, 9, 8), steps(1, 8, 7), steps(1, 7, 6));
    expect(shave).toEqual({ turn: 1, novice: 1, guard: 'abbess', dot: 3, steps: 3, event: 4 });
  });

  it('is neither a sighting nor a step by which she is caught', () => {
    const { shave } = figures(walks(1, 1, 2, 3), steps(1, 6, 5), steps(1, 5, 4), seen(1, 3), steps(1, 4, 5));
    expect(shave?.steps).toBe(2);
  });

  it('is none where she is caught in the same turn', () => {
    const caught: Event = { event: 'novice_caught', turn: 1, novice: 1, guard: 'abbess', dot: 3 };
    const night = [walks(1, 1, 2, 3), steps(1, 6, 5), steps(1, 5, 4), steps(1, 4, 3), caught] as const;
    expect(figures(...night).shave).toBeNull();
    const freed: Event = { event: 'novice_freed', turn: 2, novice: 1 };
    expect(figures(...night, freed, walks(2, 3, 2, 1)).shave).toMatchObject({ turn: 2, steps: 1 });
  });
});

describe('the longest shadowing', () => {
  const at = (dot: number, guard: number, shown?: number): ReplayStep => ({
    turn: 1,
    first: 0,
    view: {
      turn: 1,
      novices: [{ novice: 1, status: 'on-the-run', ...(shown ? { dot: shown } : {}) }],
      guards: [{ guard: 'abbess', dot: guard, facing: [guard, guard + 1] }],
      sheets: [{ novice: 1, dot }],
    } as unknown as View,
  });

  it('is the longest row of half-turns near the same guard, out of sight', () => {
    const rows = [at(1, 9), at(5, 8), at(5, 7), at(5, 6, 5), at(5, 9), at(1, 9)];
    const start: ReplayStep = { turn: 0, first: 0, events: [setup] };
    expect(figuresOf([start, ...rows], distances).shadowing).toEqual({
      novice: 1,
      guard: 'abbess',
      halfTurns: 2,
      event: 0,
    });
  });
});
