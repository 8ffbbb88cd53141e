/** A view for tests: the guards' second turn, with whatever a test is about. */
import type { GuardView, Sheet, View } from '../protocol/types';

export const sampleView = (about: Partial<View> = {}): View => ({
  seat: 'guards',
  edition: 'mayfair',
  options: 'mayfair',
  guard_players: 1,
  turn: 2,
  turns: 15,
  turns_left: 13,
  phase: 1,
  captures: 0,
  goal: 3,
  paths: { remaining: [], face_up: [], discarded: [], about_turns: 2 },
  ...about,
});

export const sampleGuard = (guard: string, dot: number, about: Partial<GuardView> = {}): GuardView => ({
  guard,
  dot,
  least_steps: 3,
  walk_steps: 4,
  most_steps: 6,
  ...about,
});

export const sampleSheet = (about: Partial<Sheet> = {}): Sheet => ({
  novice: 4,
  dot: 4,
  cell: 4,
  key_dot: 82,
  wish_dot: 121,
  thing: 'wine',
  distances: { key: 9, wish: null, home: 0 },
  ...about,
});
