import { describe, expect, it } from 'vitest';
import type { Action, Event, View } from '../protocol/types';
import { after, beatsOf } from './beats';
import { sampleGuard, sampleSheet, sampleView } from './sampleView';

const NIGHT: View = sampleView({
  seat: 'novice-4',
  turn: 3,
  novices: [
    { novice: 2, status: 'on-the-run' },
    { novice: 4, status: 'on-the-run' },
  ],
  guards: [sampleGuard('abbess', 40, { steps: 5, moved: true }), sampleGuard('prioress', 19)],
  sheets: [sampleSheet({ dot: 18 })],
});
/** The view in the end. */
const NOW: View = {
  ...NIGHT,
  captures: 2,
  novices: [
    { novice: 2, status: 'caught', times_caught: 2 },
    { novice: 4, status: 'on-the-run' },
  ],
  dice: [{ by: 'novice-2', face: 5, shift: 1 }],
};
const told = (...events: Event[]): View => events.reduce((view, event) => after(view, event, NOW), NIGHT);
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
    const gone = after(seen, { event: 'novice_vanished', turn, novice: 2, between: [39, 27] }, NOW);
    expect(gone.novices?.[0]?.dot).toBeNull();
    expect(gone.vanishings).toEqual([{ novice: 2, between: [39, 27], guard: null }]);
  });
  it('leaves a novice where another guard sees her', () => {
    const seen = told({ event: 'novice_seen', turn, novice: 2, dot: 27, by: ['prioress'] });
    const gone = after(seen, { event: 'novice_vanished', turn, novice: 2, between: [39, 27], guard: 'abbess' }, NOW);
    expect(gone.novices?.[0]?.dot).toBe(27);
  });
  it('takes a caught novice away with her token', () => {
    const seen = told({ event: 'novice_caught', turn, novice: 2, guard: 'abbess', dot: 40 });
    expect(after(seen, { event: 'token_removed', turn, novice: 2 }, NOW).novices?.[0]).toMatchObject({
      status: 'caught',
      dot: null,
    });
  });
  it('counts captures one by one, however many have come in the end', () => {
    const first = told({ event: 'novice_caught', turn, novice: 2, guard: 'abbess', dot: 40 });
    expect(first.captures).toBe((NIGHT.captures ?? 0) + 1);
    expect(first.novices?.[0]).toMatchObject({ status: 'caught', times_caught: 1, dot: 40 });
    const second = after(first, { event: 'novice_caught', turn, novice: 2, guard: 'abbess', dot: 41 }, NOW);
    expect(second.captures).toBe(first.captures + 1);
    expect(second.novices?.[0]?.times_caught).toBe(2);
  });
  it('has one die an owner, the last; a blessing shifts it as it is shifted in the end', () => {
    const rolled = told(
      { event: 'rolled', turn, by: 2, why: 'noise', face: 3 },
      { event: 'rolled', turn, by: 2, why: 'noise', face: 5 },
    );
    expect(rolled.dice).toEqual([{ by: 'novice-2', face: 5, shift: 0 }]);
    const played: Event = { event: 'blessing_played', turn, by: 'abbess', blessing: 'noise-range', die: 2 };
    expect(after(rolled, played, NOW).dice).toEqual(NOW.dice);
    expect(after(rolled, played, { ...NOW, dice: [] }).dice).toEqual(rolled.dice);
  });
  it('is of the turn that the event is of', () => {
    expect(told({ event: 'path_taken', turn: 4, guard: 'abbess', path: 'red-26-122', dots: [26, 25] }).turn).toBe(4);
  });
  it('lays a noise beside a guard, and clears all tokens', () => {
    const seen = told({ event: 'noise', turn, novice: 2, guard: 'prioress', dot: 18 });
    expect(seen.noises).toEqual([{ by: 'novice-2', guard: 'prioress', between: [19, 18] }]);
    expect(after(seen, { event: 'tokens_cleared', turn }, NOW).noises).toEqual([]);
  });
});

describe('the beats', () => {
  const seen = (novice: number, dot: number): Event => ({ event: 'novice_seen', turn, novice, dot, by: ['abbess'] });
  const weights = (...events: Event[]): string[] => beatsOf(NIGHT, events, 0, NOW).map(({ weight }) => weight);

  it('have the numbers of their events; what passes by takes a fraction of a second', () => {
    const beats = beatsOf(
      NIGHT,
      [
        { event: 'novice_moved', turn, novice: 2, phase: 1, gait: 'run', blessing: false },
        { event: 'ruler_laid', turn, novice: 2, dots: [1, 2], line: true, steps: 1 },
        { event: 'guard_stepped', turn, guard: 'abbess', from: 40, to: 41, free: false },
      ],
      40,
      NOW,
    );
    expect(beats.map(({ number, event }) => [number, event.event])).toEqual([
      [40, 'novice_moved'],
      [42, 'guard_stepped'],
    ]);
    expect(beats[1]?.ms).toBeGreaterThanOrEqual(120);
    expect(beats[1]?.ms).toBeLessThanOrEqual(150);
  });
  it('walk one’s own piece dot by dot', () => {
    const beats = beatsOf(
      NIGHT,
      [{ event: 'novice_moved', turn, novice: 4, phase: 1, gait: 'sneak', route: [18, 27, 39], blessing: false }],
      0,
      NOW,
    );
    expect(beats.map(({ view }) => view.sheets?.[0]?.dot)).toEqual([27, 39, 39]);
  });
  it('weigh more when they are about oneself, and most when they decide the night', () => {
    expect(weights(seen(2, 39))).toEqual(['notable']);
    expect(weights(seen(4, 39))).toEqual(['decisive']);
    expect(weights({ event: 'noise', turn, novice: 2, guard: 'prioress', dot: 18 })).toEqual(['notable']);
    expect(weights({ event: 'noise', turn, novice: 4, guard: 'prioress', dot: 18 })).toEqual(['decisive']);
    expect(weights({ event: 'noise', turn, novice: 4, guard: 'prioress', dot: 18, real: false })).toEqual(['notable']);
    expect(weights({ event: 'novice_caught', turn, novice: 2, guard: 'abbess', dot: 40 })).toEqual(['decisive']);
    expect(weights({ event: 'wish_taken', turn, novice: 4, dot: 121 })).toEqual(['decisive']);
    expect(weights({ event: 'key_taken', turn, novice: 4, dot: 82 })).toEqual(['notable']);
    expect(weights({ event: 'game_over', turn, reason: 'dawn', winners: ['guards'] })).toEqual(['decisive']);
  });
  it('do not stop for a noise whose token she has just placed herself, only for one that the page has placed', () => {
    const mark = (dot: number): Action => ({ action: 'mark', novice: 4, guard: 'prioress', dots: [dot] });
    const heard: Event = { event: 'noise', turn, novice: 4, guard: 'prioress', dot: 18 };
    const weighed = (...actions: Action[]) =>
      beatsOf({ ...NIGHT, actions }, [heard], 0, NOW).map(({ weight }) => weight);
    expect(weighed(mark(18), mark(20))).toEqual(['notable']);
    expect(weighed(mark(18))).toEqual(['decisive']);
  });
  it('follow a novice along the dots on which she is seen, and stop once', () => {
    expect(weights(seen(4, 18), seen(4, 27), seen(4, 39), seen(2, 40))).toEqual([
      'ambient',
      'ambient',
      'decisive',
      'notable',
    ]);
  });
});
