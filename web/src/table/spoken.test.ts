import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Spoken, textOf } from './spoken.svelte';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('what is said aloud', () => {
  it('is gathered, so that a sentence is not cut off by the next', () => {
    const spoken = new Spoken();
    for (const word of ['one.', 'two.', 'three.']) {
      spoken.say([() => word]);
      vi.advanceTimersByTime(15);
    }
    expect(spoken.batches).toEqual([]);
    vi.advanceTimersByTime(400);
    expect(spoken.batches.map(textOf)).toEqual(['one. two. three.']);
  });
  it('waits until what was said before has been read', () => {
    const spoken = new Spoken();
    spoken.say([() => 'x'.repeat(100)]);
    vi.advanceTimersByTime(400);
    spoken.say([() => 'next.']);
    vi.advanceTimersByTime(5000);
    expect(spoken.batches).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(spoken.batches.map(textOf).at(-1)).toBe('next.');
  });
  it('stays on the page for a while, and is forgotten when the veil falls', () => {
    const spoken = new Spoken();
    for (let count = 0; count < 9; count++) {
      spoken.say([() => `${count}.`]);
      vi.advanceTimersByTime(1000);
    }
    expect(spoken.batches.map(textOf)).toEqual(['4.', '5.', '6.', '7.', '8.']);
    spoken.say([() => 'secret']);
    spoken.forget();
    vi.advanceTimersByTime(60_000);
    expect(spoken.batches).toEqual([]);
  });
});
