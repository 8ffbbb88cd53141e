import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Event, Position, View } from '../protocol/types';
import { Recap } from './recap.svelte';

const view = (dot: number): View => ({
  seat: 'guards',
  edition: 'mayfair',
  options: 'mayfair',
  turn: 2,
  phase: 1,
  captures: 0,
  goal: 3,
  paths: { remaining: [], face_up: [], discarded: [], about_turns: 2 },
  guards: [{ guard: 'abbess', dot }],
});
const stepped = (from: number, to: number): Event => ({
  event: 'guard_stepped',
  turn: 2,
  guard: 'abbess',
  from,
  to,
  free: false,
});
const position = (first: number, dot: number, ...events: Event[]): Position => ({
  type: 'position',
  seat: 'guards',
  first,
  events,
  view: view(dot),
});
const dotOf = (recap: Recap): number | null | undefined => recap.view?.guards?.[0]?.dot;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the recap', () => {
  it('shows the moment to whoever sits down, not the whole night', () => {
    const recap = new Recap();
    recap.take(position(0, 40, stepped(26, 40)), true);
    expect(recap.isPlaying).toBe(false);
    expect(dotOf(recap)).toBe(40);
  });
  it('plays everything in order when much arrives at once', () => {
    const shown: number[] = [];
    const recap = new Recap((beat) => shown.push(beat.number));
    recap.take(position(0, 26), true);
    recap.take(position(0, 41, stepped(26, 40), stepped(40, 41)), false);
    recap.take(position(2, 46, stepped(41, 46)), false);
    expect(dotOf(recap)).toBe(40);
    vi.runAllTimers();
    expect(shown).toEqual([0, 1, 2]);
    expect(recap.isPlaying).toBe(false);
    expect(dotOf(recap)).toBe(46);
  });
  it('can be skipped', () => {
    const recap = new Recap();
    recap.take(position(0, 26), true);
    recap.take(position(0, 41, stepped(26, 40), stepped(40, 41)), false);
    recap.skip();
    expect([recap.isPlaying, dotOf(recap)]).toEqual([false, 41]);
  });
  it('does not move for those who prefer it so', () => {
    const recap = new Recap(
      () => undefined,
      () => true,
    );
    recap.take(position(0, 26), true);
    recap.take(position(0, 40, stepped(26, 40)), false);
    expect([recap.isPlaying, dotOf(recap)]).toEqual([false, 40]);
  });
  it('forgets when the veil falls', () => {
    const recap = new Recap();
    recap.take(position(0, 26), true);
    recap.forget();
    expect(recap.view).toBeNull();
  });
});
