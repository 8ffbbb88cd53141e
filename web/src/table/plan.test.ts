import { describe, expect, it } from 'vitest';
import type { Foresight } from '../protocol/types';
import {
  asPlan,
  chosen,
  emptyDraft,
  mayBless,
  nextDots,
  obedient,
  offers,
  shownRoute,
  stepBack,
  tap,
  warnings,
  type Draft,
} from './plan';

/** A corridor 1-2-3-4-5-6-7 with a loop 2-8-3; the Abbess stands on 6 and sees 5. */
const WAYS: Record<string, number[]> = {
  1: [2],
  2: [1, 3, 8],
  3: [2, 4, 8],
  4: [3, 5],
  5: [4, 6],
  6: [5, 7],
  8: [2, 3],
};
const CORRIDOR: Foresight = {
  dot: 1,
  gaits: [
    { gait: 'stand', least: 0, most: 0, most_blessed: null },
    { gait: 'sneak', least: 1, most: 2, most_blessed: 3 },
    { gait: 'walk', least: 3, most: 4, most_blessed: 5 },
    { gait: 'run', least: 1, most: 5, most_blessed: 6 },
  ],
  ways: WAYS,
  watched: { 5: ['abbess'], 6: ['abbess'] },
  reaches: [
    { dot: 1, fits: [{ gait: 'stand', route: [1] }] },
    {
      dot: 2,
      fits: [
        { gait: 'sneak', route: [1, 2] },
        { gait: 'run', route: [1, 2], heard: { abbess: 3 } },
      ],
    },
    {
      dot: 3,
      fits: [
        { gait: 'sneak', route: [1, 2, 3], heard: { abbess: 1 } },
        { gait: 'walk', route: [1, 2, 8, 3], heard: { abbess: 2 } },
        { gait: 'run', route: [1, 2, 3], heard: { abbess: 4 } },
      ],
    },
    {
      dot: 4,
      fits: [
        { gait: 'sneak', route: [1, 2, 3, 4], one_more_step: true },
        { gait: 'walk', route: [1, 2, 3, 4], heard: { abbess: 2 } },
        { gait: 'run', route: [1, 2, 3, 4], heard: { abbess: 4 } },
      ],
    },
    { dot: 5, fits: [{ gait: 'walk', route: [1, 2, 3, 4, 5], seen: [5] }] },
    { dot: 6, fits: [{ gait: 'run', route: [1, 2, 3, 4, 5, 6], caught: 6, seen: [5, 6] }] },
  ],
  traps: { 6: ['abbess'] },
};
/** Her key is on 3, her wish on 4, her cell is 1. */
const WITHOUT_KEY: Partial<Foresight> = { takes: { 3: 'key' }, needs_key: 4 };
const WITH_KEY: Partial<Foresight> = { takes: { 4: 'wish' } };
const WITH_WISH: Partial<Foresight> = { takes: { 1: 'home' } };
const drawn = (...route: number[]): Draft => ({ route, gait: null, blessed: false });
const kinds = (draft: Draft, about: Partial<Foresight> = {}, caught = false): string[] => {
  const foresight = { ...CORRIDOR, ...about };
  const offer = chosen(offers(foresight, draft), draft);
  return offer ? warnings(foresight, offer, caught).map((warning) => warning.kind) : [];
};

describe('a tap', () => {
  it('on a neighbour goes on, dot by dot', () => {
    const draft = [2, 8, 3].reduce((route, dot) => tap(CORRIDOR, route, dot), emptyDraft(CORRIDOR));
    expect(draft.route).toEqual([1, 2, 8, 3]);
  });
  it('on the last dot takes a step back', () => {
    expect(tap(CORRIDOR, drawn(1, 2, 3), 3).route).toEqual([1, 2]);
    expect(stepBack(drawn(1)).route).toEqual([1]);
  });
  it.each([
    ['the dot before', [1, 2, 3], 2, [1, 2], [1, 2, 3, 2]],
    ['where she stands', [1, 2], 1, [1], [1, 2, 1]],
    ['any dot before, which is no neighbour of the last', [1, 2, 3, 4, 5], 2, [1, 2], undefined],
    ['a dot before the one she came past twice', [1, 2, 3, 2, 8], 3, [1, 2, 3], [1, 2, 3, 2, 8, 3]],
    ['a dot twice on her route: to where she last comes past it', [1, 2, 3, 2, 8], 2, [1, 2, 3, 2], [1, 2, 3, 2, 8, 2]],
  ])('on her own route shortens it: %s', (_, before, dot, after, crossing) => {
    const draft = tap(CORRIDOR, drawn(...before), dot);
    expect(draft.route).toEqual(after);
    expect(draft.crossing).toEqual(crossing);
  });
  it('offers no way back beyond what any gait allows', () => {
    const longest: Draft = { ...drawn(1, 2, 3, 2, 3, 2, 3), gait: 'run' };
    expect(tap(CORRIDOR, longest, 2)).toEqual({ ...longest, route: [1, 2, 3, 2, 3, 2] });
  });
  it('never lengthens her route by a dot that is on it', () => {
    for (const before of [
      [1, 2, 3],
      [1, 2, 8, 3],
      [1, 2, 1, 2, 3],
    ])
      for (const dot of before)
        expect(tap(CORRIDOR, drawn(...before), dot).route.length, `${before} then ${dot}`).toBeLessThan(before.length);
  });
  it('shortens the route that is shown, where her gait gets there by another than the one drawn', () => {
    const draft: Draft = { ...drawn(1, 2, 3), gait: 'walk' };
    expect(shownRoute(CORRIDOR, draft)).toEqual([1, 2, 8, 3]);
    expect(tap(CORRIDOR, draft, 8)).toMatchObject({ route: [1, 2, 8], crossing: [1, 2, 8, 3, 8] });
  });
  it('that shortens keeps the gait that was asked for only while it fits', () => {
    const four = (gait: Draft['gait']): Draft => ({ ...drawn(1, 2, 3, 4), gait });
    expect(tap(CORRIDOR, four('run'), 3).gait).toBe('run');
    expect(tap(CORRIDOR, four('walk'), 3).gait).toBeNull();
    expect(tap(CORRIDOR, four('run'), 1).gait).toBeNull();
  });
  it('anywhere else gives up the way back that was offered', () => {
    const draft = tap(CORRIDOR, drawn(1, 2, 3), 2);
    expect(draft.crossing).toBeDefined();
    for (const after of [tap(CORRIDOR, draft, 8), tap(CORRIDOR, draft, 5), stepBack(draft)])
      expect(after.crossing).toBeUndefined();
  });
  it('on her own dot, with nothing drawn, leads there and back where she may not stand still', () => {
    const back = [1, 2, 3, 2, 1];
    const kept: Foresight = {
      ...CORRIDOR,
      gaits: [{ gait: 'walk', least: 3, most: 4, most_blessed: null }],
      reaches: [{ dot: 1, fits: [{ gait: 'walk', route: back }] }],
    };
    expect(tap(kept, emptyDraft(kept), 1).route).toEqual(back);
    expect(tap(CORRIDOR, emptyDraft(CORRIDOR), 1).route).toEqual([1]);
  });
  it('far away takes a foreseen route there', () => {
    expect(tap(CORRIDOR, emptyDraft(CORRIDOR), 5).route).toEqual([1, 2, 3, 4, 5]);
  });
  it('far away keeps to the gait that was asked for', () => {
    expect(tap(CORRIDOR, { ...emptyDraft(CORRIDOR), gait: 'walk' }, 3).route).toEqual([1, 2, 8, 3]);
  });
  it('out of reach changes nothing', () => {
    const draft = drawn(1, 2);
    expect(tap(CORRIDOR, draft, 77)).toBe(draft);
  });
  it('cannot lengthen a route beyond what any gait allows', () => {
    expect(nextDots(CORRIDOR, drawn(1, 2, 3, 2, 3, 2, 3))).toEqual([]);
    expect(tap(CORRIDOR, drawn(1, 2, 3, 2, 3, 2, 3), 4).route).toEqual([1, 2, 3, 4]);
  });
});

describe('the gaits offered', () => {
  it('are those of the drawn length, and others by a way of their own', () => {
    expect(offers(CORRIDOR, drawn(1, 2, 3)).map(({ gait, drawn, route }) => [gait, drawn, route.length - 1])).toEqual([
      ['sneak', true, 2],
      ['walk', false, 3],
      ['run', true, 2],
    ]);
  });
  it('tell the exact chance to be heard, for a drawn way too', () => {
    const walk = offers(CORRIDOR, drawn(1, 2, 1, 2, 3)).find(({ gait }) => gait === 'walk');
    expect(walk?.heard).toEqual({ abbess: 2 });
    expect(walk?.drawn).toBe(true);
  });
  it('say where the blessing is needed', () => {
    expect(offers(CORRIDOR, drawn(1, 2, 3, 4)).map(({ gait, blessed }) => [gait, blessed])).toEqual([
      ['sneak', true],
      ['walk', false],
      ['run', false],
    ]);
  });
  it('begin with the slowest that costs nothing; the one asked for comes first if it fits', () => {
    const draft = drawn(1, 2, 3, 4);
    expect(chosen(offers(CORRIDOR, draft), draft)?.gait).toBe('walk');
    expect(chosen(offers(CORRIDOR, draft), { ...draft, gait: 'run' })?.gait).toBe('run');
    expect(chosen(offers(CORRIDOR, draft), { ...draft, gait: 'stand' })?.gait).toBe('walk');
  });
  it('are none for a dot out of reach', () => {
    expect(chosen([], drawn(1))).toBeNull();
  });
  it('let one more step be played without need, but not to stand', () => {
    const [stand] = offers(CORRIDOR, drawn(1));
    const [sneak] = offers(CORRIDOR, drawn(1, 2));
    expect([stand, sneak].map((offer) => offer && mayBless(CORRIDOR, offer))).toEqual([false, true]);
    expect(sneak && asPlan(CORRIDOR, 4, { ...drawn(1, 2), blessed: true }, sneak)).toEqual({
      action: 'plan',
      novice: 4,
      gait: 'sneak',
      route: [1, 2],
      one_more_step: true,
    });
  });
});

describe('a warning is given', () => {
  it.each([
    ['past the key', drawn(1, 2, 3, 4), WITHOUT_KEY, ['past-key', 'key-first']],
    ['past the wish', drawn(1, 2, 3, 4, 3), WITH_KEY, ['past-wish']],
    ['past home', drawn(2, 1, 2), WITH_WISH, ['past-home']],
    ['not where she ends on the key', drawn(1, 2, 3, 4, 3), WITHOUT_KEY, []],
    ['into sight', drawn(1, 2, 3, 4, 5), WITH_WISH, ['seen']],
    ['onto a guard', drawn(1, 2, 3, 4, 5, 6), {}, ['onto-guard', 'seen']],
    [
      'standing on the key',
      { ...drawn(1), gait: 'stand' as const },
      { takes: { 1: 'key' as const } },
      ['takes-nothing'],
    ],
  ])('%s', (_, draft, about, expected) => {
    expect(kinds(draft, about)).toEqual(expected);
  });
  it('by whom she would be seen', () => {
    const [walk] = offers(CORRIDOR, drawn(1, 2, 3, 4, 5));
    expect(walk && warnings(CORRIDOR, walk, false)).toContainEqual({ kind: 'seen', dots: [5], by: ['abbess'] });
  });
});

describe('a way that she draws herself', () => {
  const drawnBy = (about: Partial<Foresight>, ...route: number[]) =>
    offers({ ...CORRIDOR, ...about }, drawn(...route)).find(({ gait }) => gait === 'run');
  it('gives her what its last dot gives', () => {
    expect(drawnBy(WITHOUT_KEY, 1, 2, 8, 3)?.takes).toBe('key');
    expect(drawnBy(WITHOUT_KEY, 1, 2, 8)?.takes).toBeNull();
  });
  it('ends with a guard who catches her, and gives nothing', () => {
    const about = { ...WITHOUT_KEY, traps: { 8: ['prioress'] } };
    expect(drawnBy(about, 1, 2, 8, 3)).toMatchObject({ caught: 8, takes: null });
  });
  it('is safe from her until no guard sees her, if she must hide first', () => {
    const about = { must_hide_first: true, traps: { 2: ['abbess'] }, watched: { 1: ['abbess'], 2: ['abbess'] } };
    expect(drawnBy(about, 1, 2, 8, 3)?.caught).toBeNull();
    expect(drawnBy(about, 1, 2, 8, 2)?.caught).toBe(2);
  });
});

describe('a caught novice', () => {
  const CAUGHT: Foresight = {
    ...CORRIDOR,
    dot: 4,
    way_home: [4, 3, 2, 1],
    reaches: [
      { dot: 1, fits: [{ gait: 'walk', route: [4, 3, 2, 1], obeys: true }] },
      { dot: 2, fits: [{ gait: 'run', route: [4, 3, 2], heard: { abbess: 3 } }] },
      { dot: 8, fits: [{ gait: 'walk', route: [4, 3, 2, 8], heard: { abbess: 2 } }] },
    ],
  };
  it('is offered the farthest walk that obeys', () => {
    expect(obedient(CAUGHT)).toEqual({ route: [4, 3, 2, 1], gait: 'walk', blessed: false });
    expect(obedient(CORRIDOR)).toBeNull();
  });
  it('obeys by a shortest way, and makes no noise', () => {
    const draft = drawn(4, 3, 2, 1);
    const offer = chosen(offers(CAUGHT, draft), draft);
    expect(offer).toMatchObject({ gait: 'walk', obeys: true, heard: {} });
    expect(offer && warnings(CAUGHT, offer, true)).toEqual([]);
  });
  it('disobeys by any longer way, which is not foreseen by the one that obeys', () => {
    const [walk] = offers(CAUGHT, drawn(4, 3, 8, 2, 1));
    expect(walk).toMatchObject({ gait: 'walk', obeys: false, heard: null });
    expect(walk && warnings(CAUGHT, walk, true).map(({ kind }) => kind)).toEqual(['disobeys']);
  });
  it('may walk fewer dots to end in her cell', () => {
    const near: Foresight = {
      ...CAUGHT,
      dot: 2,
      reaches: [{ dot: 1, fits: [{ gait: 'walk', route: [2, 1], obeys: true }] }],
    };
    expect(offers(near, drawn(2, 1)).map(({ gait, obeys }) => [gait, obeys])).toEqual([
      ['sneak', false],
      ['walk', true],
      ['run', false],
    ]);
  });
});
