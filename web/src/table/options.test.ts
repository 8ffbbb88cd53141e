import { expect, test } from 'vitest';
import { listeners, optionOf, seers } from './options';
import { sampleView } from './sampleView';

const guards = [
  { guard: 'abbess', dot: 26 },
  { guard: 'monk', dot: 84 },
];
const named = (found: readonly { guard: string }[]): string[] => found.map(({ guard }) => guard);

test('an option that differs is read off the name of the options', () => {
  expect(optionOf({ options: 'dutch(blessings=on,turns=10)' }, 'turns')).toBe('10');
});

test('a blind father sees nothing, a deaf one hears nothing', () => {
  const frederick = sampleView({ options: 'dutch(monk=frederick)', guards });
  const robert = sampleView({ options: 'mayfair(monk=robert,turns=10)', guards });
  expect([named(seers(frederick)), named(listeners(frederick))]).toEqual([['abbess'], ['abbess', 'monk']]);
  expect([named(seers(robert)), named(listeners(robert))]).toEqual([['abbess', 'monk'], ['abbess']]);
});
