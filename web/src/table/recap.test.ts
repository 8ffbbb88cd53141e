import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Event, View } from '../protocol/types';
import { Recap, type Learnt, type Pace, type RecapNeeds } from './recap.svelte';
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
  it('walks a whole movement in one sentence, which grows while steps arrive', () => {
    const told: string[] = [];
    const recap = new Recap({ tell: (events) => (told.push(events.map(({ event }) => event).join(' ')), '') });
    recap.take(learnt(26));
    recap.take(learnt(26, 40));
    expect(recap.telling).toHaveLength(1);
    recap.take(learnt(...WAY));
    expect(recap.telling).toHaveLength(3);
    vi.advanceTimersByTime(3 * 150);
    expect([recap.isPlaying, told]).toEqual([false, []]);
  });
  it('stays with what is notable as long as its sentence takes to read, at the reader’s pace', () => {
    const seen: Event = { event: 'novice_seen', turn: 2, novice: 2, dot: 39, by: ['abbess'] };
    const stays = (length: number, pace: Pace): number => {
      const recap = new Recap({ tell: () => '.'.repeat(length) });
      recap.setPace(pace);
      recap.take(learnt(26));
      recap.take({ events: [seen], view: view(26) });
      let ms = 0;
      for (; recap.isPlaying; ms += 50) vi.advanceTimersByTime(50);
      return ms;
    };
    expect(stays(10, 'normal')).toBe(900);
    expect(stays(90, 'normal')).toBeGreaterThan(3000);
    expect(stays(90, 'fast')).toBeLessThan(stays(90, 'normal'));
    expect(stays(90, 'slow')).toBeGreaterThan(stays(90, 'normal'));
  });
  describe('when the night is decided', () => {
    const caught = (novice: number): Event => ({ event: 'novice_caught', turn: 2, novice, guard: 'abbess', dot: 40 });
    const over: Event = { event: 'game_over', turn: 2, reason: 'captures', winners: ['guards'] };
    const night = (...events: Event[]): Learnt => ({ events, view: view(26) });
    const began = (needs: RecapNeeds = {}): Recap => {
      const recap = new Recap(needs);
      recap.take(night());
      return recap;
    };
    it('waits until the reader goes on, and then tells the rest', () => {
      const recap = began();
      recap.take(night(caught(2), stepped(26, 40)));
      vi.advanceTimersByTime(600_000);
      expect([recap.isWaiting, recap.shown]).toEqual([true, 1]);
      recap.next();
      expect([recap.isWaiting, recap.beat?.event.event]).toEqual([false, 'guard_stepped']);
    });
    it('stops once for two who are caught together and the end that this brings', () => {
      const recap = began();
      recap.take(night(caught(2), caught(4), over));
      expect(recap.telling.map(({ event }) => event)).toEqual(['novice_caught', 'novice_caught', 'game_over']);
      recap.next();
      expect(recap.isPlaying).toBe(false);
    });
    it('stops once for a novice whom both guards hear, though the second token lies a moment later', () => {
      const noise = (guard: string): Event => ({ event: 'noise', turn: 2, novice: 4, guard, dot: 19 });
      const hers = (...events: Event[]): Learnt => ({ events, view: { ...view(26), seat: 'novice-4' } });
      const recap = new Recap();
      recap.take(hers());
      recap.take(hers(noise('abbess')));
      expect([recap.isWaiting, recap.telling.length]).toEqual([true, 1]);
      recap.take(hers(noise('abbess'), noise('prioress'), stepped(26, 40)));
      expect([recap.isWaiting, recap.telling.length]).toEqual([true, 2]);
      recap.next();
      expect([recap.isWaiting, recap.beat?.event.event]).toEqual([false, 'guard_stepped']);
    });
    it('stops for those who prefer no motion too, and for nothing else', () => {
      const recap = began({ still: () => true });
      recap.take(night(stepped(26, 40), caught(2), stepped(40, 41)));
      expect([recap.isWaiting, recap.beat?.event.event]).toEqual([true, 'novice_caught']);
      recap.next();
      expect(recap.isPlaying).toBe(false);
    });
    it('goes on by itself where nobody is there to go on', () => {
      const recap = began({ waits: () => false });
      recap.take(night(caught(2)));
      expect([recap.isPlaying, recap.isWaiting]).toEqual([true, false]);
      vi.runAllTimers();
      expect(recap.isPlaying).toBe(false);
    });
    it('does not stop where the recap is switched off', () => {
      const recap = began();
      recap.setPace('off');
      recap.take(night(caught(2)));
      expect(recap.isPlaying).toBe(false);
    });
    it('is skipped with everything else', () => {
      const recap = began();
      recap.take(night(caught(2), stepped(26, 40), caught(4)));
      recap.skip();
      expect([recap.isPlaying, recap.isWaiting, recap.shown]).toEqual([false, false, 3]);
    });
  });
  it('goes past one sentence, and no further than the next that is decisive', () => {
    const recap = new Recap();
    recap.take(learnt(26));
    const shown: Event = { event: 'novice_shown', turn: 2, novice: 2, dot: 39 };
    recap.take({ events: [...learnt(...WAY).events, shown], view: view(46) });
    recap.next();
    expect([recap.beat?.event.event, dotOf(recap)]).toEqual(['novice_shown', 46]);
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
