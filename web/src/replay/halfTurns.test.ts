import { expect, it } from 'vitest';
import type { Event, Replay, ReplayStep, View } from '../protocol/types';
import { halfTurnsOf, marksOf, trailsOf } from './halfTurns';

const ended = (turn: number): Event => ({ event: 'turn_ended', turn });
const view = (turn: number) => ({ turn }) as View;
const step = (turn: number, first: number, ends?: ReplayStep['ends'], ...events: Event[]): ReplayStep => ({
  turn,
  first,
  events,
  ...(ends ? { ends, view: view(turn) } : {}),
});
const replayOf = (...steps: ReplayStep[]) => ({ steps }) as unknown as Replay;

it('a replay is a row of half-turns, listening told with the guards who listen', () => {
  const found = halfTurnsOf(
    replayOf(
      step(1, 0, 'setup'),
      step(1, 0, undefined, ended(1)),
      step(1, 1, 'novices', ended(1)),
      step(1, 2, 'novices'),
      step(1, 2, 'guards', ended(1)),
      step(1, 3, 'listening', ended(1), ended(1)),
      step(2, 5, 'novices'),
    ),
  );
  expect(found.map(({ kind, turn, phase, told }) => [kind, turn, phase, told.map(({ number }) => number)])).toEqual([
    ['setup', 1, 1, []],
    ['novices', 1, 1, [0, 1]],
    ['novices', 1, 2, []],
    ['guards', 1, 1, [2, 3, 4]],
    ['novices', 2, 1, []],
  ]);
});

it('marks and trails of a half-turn are what the seat learnt in it', () => {
  const [half] = halfTurnsOf(
    replayOf(
      step(1, 0, undefined, { event: 'guard_stepped', turn: 1, guard: 'abbess', from: 26, to: 40, free: false }),
      step(1, 1, undefined, { event: 'guard_stepped', turn: 1, guard: 'abbess', from: 40, to: 39, free: false }),
      step(1, 2, 'guards', { event: 'novice_caught', turn: 1, novice: 2, guard: 'abbess', dot: 39 }),
    ),
  );
  expect(half && marksOf(half)).toEqual(['caught']);
  expect(half && trailsOf(half)).toEqual([{ who: 'abbess', dots: [26, 40, 39] }]);
});
