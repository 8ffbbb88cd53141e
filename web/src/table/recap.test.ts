import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Event, View } from '../protocol/types';
import { Recap, type Learnt } from './recap.svelte';
import { sampleGuard, sampleView } from './sampleView';

const view = (dot: number): View =>
  sampleView({
    guards: [sampleGuard('abbess', dot)],
  });
const stepped = (from: number, to: number): Event => ({
  event: 'guard_stepped',
  turn: 2,
  guard: 'abbess',
  from,
  to,
  free: false,
});
const WAY = [26, 40, 41, 46];
/** What the guards have learnt when the Abbess stands on the last of these dots. */
const learnt = (...dots: number[]): Learnt => ({
  events: dots.slice(1).map((to, at) => stepped(dots[at] ?? 0, to)),
  view: view(dots.at(-1) ?? 0),
});
const dotOf = (recap: Recap): number | null | undefined => recap.view?.guards?.[0]?.dot;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

describe('the recap', () => {
  it('shows the moment to whoever sits down, not the whole night', () => {
    const recap = new Recap();
    recap.take(learnt(26, 40));
    expect([recap.isPlaying, dotOf(recap)]).toEqual([false, 40]);
  });
  it('plays everything in order when much arrives at once', () => {
    const shown: number[] = [];
    const recap = new Recap({ beat: (beat) => shown.push(beat.number) });
    recap.take(learnt(26));
    recap.take(learnt(...WAY.slice(0, 3)));
    recap.take(learnt(...WAY));
    expect(dotOf(recap)).toBe(40);
    vi.runAllTimers();
    expect(shown).toEqual([0, 1, 2]);
    expect([recap.isPlaying, dotOf(recap)]).toEqual([false, 46]);
  });
  it('can be skipped, and says that it is over', () => {
    const idle = vi.fn();
    const recap = new Recap({ idle });
    recap.take(learnt(26));
    idle.mockClear();
    recap.take(learnt(...WAY));
    expect(idle).not.toHaveBeenCalled();
    recap.skip();
    expect([recap.isPlaying, dotOf(recap)]).toEqual([false, 46]);
    expect(idle).toHaveBeenCalledOnce();
  });
  it('does not move for those who prefer it so, nor when it is switched off', () => {
    const still = new Recap({ still: () => true });
    still.take(learnt(26));
    still.take(learnt(26, 40));
    expect([still.isPlaying, dotOf(still)]).toEqual([false, 40]);
    const off = new Recap();
    off.setPace('off');
    off.take(learnt(26));
    off.take(learnt(26, 40));
    expect([off.isPlaying, dotOf(off)]).toEqual([false, 40]);
    expect(new Recap().pace).toBe('off');
  });
  it('forgets when the veil falls', () => {
    const recap = new Recap();
    recap.take(learnt(26));
    recap.forget();
    expect(recap.view).toBeNull();
  });
  it('shows the rest to whoever comes back to a seat', () => {
    const shown: number[] = [];
    const recap = new Recap({ beat: (beat) => shown.push(beat.number) });
    recap.take(learnt(...WAY), 1);
    expect(dotOf(recap)).toBe(41);
    vi.runAllTimers();
    expect(shown).toEqual([1, 2]);
  });
});
