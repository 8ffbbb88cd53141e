import { expect, test } from 'vitest';
import { optionOf } from './options';

test('an option that differs is read off the name of the options', () => {
  expect(optionOf({ options: 'dutch(blessings=on,turns=10)' }, 'turns')).toBe('10');
});
