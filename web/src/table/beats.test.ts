import { describe, expect, it } from 'vitest';
import type { Event, View } from '../protocol/types';
import { after, beatsOf } from './beats';

const NIGHT: View = {
  seat: 'novice-4',
  edition: 'mayfair',
  options: 'mayfair',
  turn: 3,
  phase: 1,
  captures: 0,
  goal: 3,
  paths: { remaining: [], face_up: [], discarded: [], about_turns: 2 },
  novices: [
    { novice: 2, status: 'on-the-run' },
    { novice: 4, status: 'on-the-run' },
  ],
  guards: [
    { guard: 'abbess', dot: 40, steps: 5, moved: true },
    { guard: 'prioress', dot: 19 },
  ],
  sheets: [{ novice: 4, dot: 18, cell: 4, key_dot: 82, wish_dot: 121, thing: 'wine' }],
};
const told = (...events: Event[]): View => events.reduce(after, NIGHT);
const turn = 3;

describe('the view after an event', () => {
  it('moves and turns a guard, whose steps begin anew with her movement', () => {
    const seen = told({ event: 'guard_stepped', turn, guard: 'abbess', from: 40, to: 41, free: true });
    expect(seen.guards?.[0]).toMatchObject({ dot: 41, facing: [40, 41], steps: 1, free: true, moved: false });
    expect(told({ event: 'guard_turned', turn, guard: 'prioress', dot: 19, towards: 18 }).guards?.[1]).toMatchObject({
      dot: 19,
      facing: [19, 18],
    });
  });
  it('shows a novice, and takes her away with a token where she vanished', () => {
    const seen = told({ event: 'novice_seen', turn, novice: 2, dot: 39, by: ['abbess'] });
    expect(seen.novices?.[0]?.dot).toBe(39);
    const gone = after(seen, { event: 'novice_vanished', turn, novice: 2, between: [39, 27] });
    expect(gone.novices?.[0]?.dot).toBeNull();
    expect(gone.vanishings).toEqual([{ novice: 2, between: [39, 27], guard: null }]);
  });
  it('leaves a novice where another guard sees her', () => {
    const seen = told({ event: 'novice_seen', turn, novice: 2, dot: 27, by: ['prioress'] });
    const gone = after(seen, { event: 'novice_vanished', turn, novice: 2, between: [39, 27], guard: 'abbess' });
    expect(gone.novices?.[0]?.dot).toBe(27);
  });
  it('takes a caught novice away with her token', () => {
    const seen = told({ event: 'novice_caught', turn, novice: 2, guard: 'abbess', dot: 40 });
    expect(after(seen, { event: 'token_removed', turn, novice: 2 }).novices?.[0]).toMatchObject({
      status: 'caught',
      dot: null,
    });
  });
  it('counts a capture', () => {
    const seen = told({ event: 'novice_caught', turn, novice: 2, guard: 'abbess', dot: 40 });
    expect(seen.captures).toBe(1);
    expect(seen.novices?.[0]).toMatchObject({ status: 'caught', times_caught: 1, dot: 40 });
  });
  it('has one die an owner, the last; and shifts it', () => {
    const seen = told(
      { event: 'rolled', turn, by: 2, why: 'noise', face: 3 },
      { event: 'rolled', turn, by: 2, why: 'noise', face: 5 },
      { event: 'blessing_played', turn, by: 4, blessing: 'noise-range', die: 2 },
      { event: 'blessing_played', turn, by: 'abbess', blessing: 'noise-range', die: 2 },
      { event: 'blessing_played', turn, by: 'abbess', blessing: 'noise-range', die: 2 },
    );
    expect(seen.dice).toEqual([{ by: 'novice-2', face: 5, shift: 1 }]);
  });
  it('lays a noise beside a guard, and clears all tokens', () => {
    const seen = told({ event: 'noise', turn, novice: 2, guard: 'prioress', dot: 18 });
    expect(seen.noises).toEqual([{ by: 'novice-2', guard: 'prioress', between: [19, 18] }]);
    expect(after(seen, { event: 'tokens_cleared', turn }).noises).toEqual([]);
  });
});

describe('the beats', () => {
  it('are one an event, none longer than 300 ms', () => {
    const beats = beatsOf(
      NIGHT,
      [
        { event: 'novice_moved', turn, novice: 2, phase: 1, gait: 'run', blessing: false },
        { event: 'rolled', turn, by: 2, why: 'noise', face: 3 },
      ],
      40,
    );
    expect(beats.map(({ number, event }) => [number, event.event])).toEqual([
      [40, 'novice_moved'],
      [41, 'rolled'],
    ]);
    expect(Math.max(...beats.map(({ ms }) => ms))).toBeLessThanOrEqual(300);
  });
  it('walk one’s own piece dot by dot', () => {
    const beats = beatsOf(
      NIGHT,
      [{ event: 'novice_moved', turn, novice: 4, phase: 1, gait: 'sneak', route: [18, 27, 39], blessing: false }],
      0,
    );
    expect(beats.map(({ view }) => view.sheets?.[0]?.dot)).toEqual([27, 39, 39]);
  });
});
