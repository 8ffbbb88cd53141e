import { expect, test } from 'vitest';
import type { RecordInfo } from '../protocol/types';
import { filesIn, nightsOf, rivalriesOf } from './rivals';

const night = (names: Record<string, string>, winners: string[], ending = 'home'): RecordInfo => ({
  id: 'a',
  at: 0,
  imported: false,
  edition: 'mayfair',
  options: 'mayfair',
  novices: 1,
  guard_players: 1,
  turns: 9,
  ending,
  winners,
  names,
});

test('people on opposite sides are counted, bots and games that were given up are not', () => {
  const nights = [
    night({ guards: 'Anna', 'novice-2': 'Bea', 'novice-4': 'bot (easy)' }, ['novice-2']),
    night({ guards: 'Anna', 'novice-1': 'Bea' }, ['guards'], 'dawn'),
    night({ guards: 'Bea', 'novice-1': 'Anna' }, ['novice-1']),
    night({ guards: 'Anna', 'novice-1': 'Bea' }, [], 'abandoned'),
    night({ guards: 'bot (hard)', 'novice-1': 'Bea' }, ['novice-1']),
  ];
  expect(rivalriesOf(nights)).toEqual([
    { guard: 'Anna', novice: 'Bea', nights: 2, guardWins: 1, noviceWins: 1 },
    { guard: 'Bea', novice: 'Anna', nights: 1, guardWins: 0, noviceWins: 1 },
  ]);
  expect(nightsOf(nights, ' anna ')).toHaveLength(4);
  expect(nightsOf(nights, '')).toHaveLength(5);
});

test('a book is game files one after the other', () => {
  const one = 'nuns record 2\nedition dutch\ncheck 1\n';
  const two = 'nuns record 4\nedition mayfair\ncheck 2\n';
  expect(filesIn(one + two)).toEqual([one, two]);
  expect(filesIn(`\n${one}`)).toEqual([one]);
  expect(filesIn('hello')).toEqual([]);
});
