import { expect, test } from 'vitest';
import sample from '../protocol/editions.json';
import type { EditionInfo, Editions, FairTable } from '../protocol/types';
import {
  botsElsewhere,
  captureGoal,
  chairFor,
  clockChoice,
  CLOCKS,
  fairFor,
  guardPlayerNumbers,
  isAsFair,
  noviceNumbers,
  settingsWith,
  withNovices,
  withOption,
} from './settings';

const editions = sample as unknown as Editions;
const [edition] = editions.editions as [EditionInfo];
const settings = settingsWith(editions, { novices: 2 });

test('what was not chosen is as the server has it', () => {
  expect(settings).toEqual({ ...editions.settings, novices: 2 });
});

test('an option that is as the edition has it is no difference', () => {
  const changed = withOption(settings, edition, 'sight', 'room');
  expect(changed.options).toEqual({ sight: 'room' });
  expect(withOption(changed, edition, 'sight', 'arc').options).toEqual({});
});

test('the numbers of players are those of the server', () => {
  expect(noviceNumbers(editions)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(guardPlayerNumbers(editions, 6).map(({ fits }) => fits)).toEqual([true, true]);
  expect(guardPlayerNumbers(editions, 5).map(({ fits }) => fits)).toEqual([true, false]);
});

test('guard players who do not go with so many novices become those who do', () => {
  const eight = settingsWith(editions, { novices: 6, guard_players: 2 });
  expect(withNovices(editions, eight, 5).guard_players).toBe(1);
  expect(withNovices(editions, eight, 6).guard_players).toBe(2);
});

test('bots sit everywhere but on one’s own chair', () => {
  const own = chairFor(editions, settings, 'novices');
  expect(botsElsewhere(editions, settings, own, 'hard')).toEqual({ guards: 'hard', b: 'hard' });
  expect(chairFor(editions, settings, 'none')).toBeUndefined();
  expect(botsElsewhere(editions, settings, undefined, 'easy')).toEqual({ guards: 'easy', a: 'easy', b: 'easy' });
});

test('the capture goal follows the option', () => {
  expect(captureGoal(editions, settings, edition)).toBe(3);
  expect(captureGoal(editions, { ...settings, options: { 'capture-goal': 'novices' } }, edition)).toBe(2);
});

test('a clock is known again as its preset', () => {
  expect(clockChoice(null)).toBe('none');
  expect(clockChoice(CLOCKS.calm)).toBe('calm');
  expect(clockChoice({ bank: 60, increment: 0, joint: 60 })).toBe('own');
});

test('what is fair is told for the edition and the players, and recognised when it is chosen', () => {
  const fair: FairTable = {
    edition: 'dutch',
    novices: 3,
    guard_players: 1,
    options: { turns: 13, blessings: 'on' },
    guards_win_rate: 0.49,
    interval: [0.45, 0.53],
    games: 500,
    before: 0.31,
    guards: 'belief',
    novice_bots: 'belief',
  };
  const measured = { ...editions, fair: [{ ...fair, novices: 2 }, fair] };
  const table = settingsWith(measured, { edition: 'dutch', novices: 3 });
  expect(fairFor(measured, table)).toEqual(fair);
  expect(fairFor(measured, { ...table, edition: 'mayfair' })).toBeUndefined();
  expect(fairFor(measured, { ...table, novices: 4 })).toBeUndefined();
  expect(isAsFair(table, fair)).toBe(false);
  expect(isAsFair({ ...table, options: { turns: 13 } }, fair)).toBe(false);
  expect(isAsFair({ ...table, options: { blessings: 'on', turns: 13 } }, fair)).toBe(true);
  expect(isAsFair({ ...table, options: { blessings: 'off', turns: 13 } }, fair)).toBe(false);
});
