import { expect, test } from 'vitest';
import { hashOf, momentOf } from './moment';

test.each([
  ['#12', { place: 12, seat: null, analysis: false, decision: null }],
  ['#12,novice-4', { place: 12, seat: 'novice-4', analysis: false, decision: null }],
  ['#0,analysis', { place: 0, seat: null, analysis: true, decision: null }],
  ['#0,novice-6,analysis', { place: 0, seat: 'novice-6', analysis: true, decision: null }],
  ['#1,novice-6,decision-12', { place: 1, seat: 'novice-6', analysis: true, decision: 12 }],
  ['#1,decision-0', { place: 1, seat: null, analysis: true, decision: 0 }],
])('%s is read and written', (hash, moment) => {
  expect(momentOf(hash)).toEqual(moment);
  expect(hashOf(moment)).toBe(hash);
});

test('what an address cannot mean is left out', () => {
  const nothing = { place: 0, seat: null, analysis: false, decision: null };
  for (const hash of ['', '#', '#x,nobody', '#-1,novice-9', '#0,decision-x,constructor'])
    expect(momentOf(hash)).toEqual(nothing);
  expect(hashOf({ place: 3, seat: 'omniscient' })).toBe('#3');
});
