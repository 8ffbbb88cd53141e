import { expect, test } from 'vitest';
import sample from '../protocol/editions.json';
import { grouped } from './optionGroups';

test('every option stands in one group, by its chapter', () => {
  const groups = grouped(sample.options);
  const names = groups.flatMap(([, members]) => members.map(({ name }) => name));
  expect(names.sort()).toEqual(sample.options.map(({ name }) => name).sort());
  const variants = groups.find(([group]) => group === 'variants');
  expect(variants?.[1].map(({ name }) => name)).toEqual(expect.arrayContaining(['monk', 'all-or-nun']));
});

test('an option of a chapter that nobody knows yet is a variant', () => {
  expect(grouped([{ name: 'new', rule: '14.2', help: '', values: [] }]).map(([group]) => group)).toEqual(['variants']);
});
