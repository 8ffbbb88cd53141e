import { expect, test } from 'vitest';
import type { Heard, Sheet } from '../protocol/types';
import { isWalk, unlaid } from './decision';
import { sampleView } from './sampleView';

const heard: readonly Heard[] = [
  { guard: 'abbess', dots: [19], marked: [] },
  { guard: 'prioress', dots: [40], marked: [] },
  { guard: 'abbess', dots: [25], marked: [], false: true },
];
const sheet = { novice: 4, cell: 4, key_dot: 10, thing: 'brandy', wish_dot: 155 } as Sheet;

test('a guard who heard her comes before the false noise beside the same guard', () => {
  const before = unlaid(sampleView({ sheets: [{ ...sheet, heard }] }));
  expect(before.map((each) => [each.guard, each.false ?? false])).toEqual([
    ['abbess', false],
    ['prioress', false],
    ['abbess', true],
  ]);
  const laid = heard.map((each) => (each.false ? each : { ...each, marked: each.dots }));
  expect(unlaid(sampleView({ sheets: [{ ...sheet, heard: laid }] })).map((each) => each.false)).toEqual([true]);
});

test('how many dots are a walk, the view says', () => {
  expect([4, 5].map((made) => isWalk({ walk_steps: 4 }, made))).toEqual([true, false]);
  expect(isWalk({ walk_steps: 5 }, 5)).toBe(true);
});
