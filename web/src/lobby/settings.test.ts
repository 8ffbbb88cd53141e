import { expect, test } from 'vitest';
import type { EditionInfo } from '../protocol/types';
import {
  botsElsewhere,
  captureGoal,
  chairFor,
  chairsOf,
  clockChoice,
  CLOCKS,
  whole,
  withNovices,
  withOption,
} from './settings';

const mayfair: EditionInfo = {
  name: 'mayfair',
  character: '',
  options: { sight: 'arc', 'capture-goal': 'players', turns: 15 },
};

test('chairs are the guards’, then the novices’', () => {
  expect(chairsOf(whole({ novices: 2 }))).toEqual(['guards', 'a', 'b']);
  expect(chairsOf(whole({ novices: 6, guard_players: 2 }))).toEqual([
    'abbess',
    'prioress',
    'a',
    'b',
    'c',
    'd',
    'e',
    'f',
  ]);
});

test('an option that is as the edition has it is no difference', () => {
  const changed = withOption(whole({}), mayfair, 'sight', 'room');
  expect(changed.options).toEqual({ sight: 'room' });
  expect(withOption(changed, mayfair, 'sight', 'arc').options).toEqual({});
});

test('with fewer than six novices one player moves both guards', () => {
  const eight = whole({ novices: 6, guard_players: 2 });
  expect(withNovices(eight, 5).guard_players).toBe(1);
  expect(withNovices(eight, 6).guard_players).toBe(2);
});

test('bots sit everywhere but on one’s own chair', () => {
  const settings = whole({ novices: 2 });
  expect(botsElsewhere(settings, chairFor(settings, 'novices'), 'hard')).toEqual({ guards: 'hard', b: 'hard' });
  expect(botsElsewhere(settings, chairFor(settings, 'none'), 'easy')).toEqual({ guards: 'easy', a: 'easy', b: 'easy' });
});

test('the goal is the number of players, or of novices', () => {
  expect(captureGoal(whole({ novices: 3 }), mayfair)).toBe(4);
  expect(captureGoal(whole({ novices: 3, options: { 'capture-goal': 'novices' } }), mayfair)).toBe(3);
});

test('a clock is known again as its preset', () => {
  expect(clockChoice(null)).toBe('none');
  expect(clockChoice(CLOCKS.calm)).toBe('calm');
  expect(clockChoice({ bank: 60, increment: 0, joint: 60 })).toBe('own');
});
