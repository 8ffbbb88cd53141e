/** A view for tests: the guards' second turn, with whatever a test is about. */
import type { View } from '../protocol/types';

export const sampleView = (about: Partial<View> = {}): View => ({
  seat: 'guards',
  edition: 'mayfair',
  options: 'mayfair',
  turn: 2,
  phase: 1,
  captures: 0,
  goal: 3,
  paths: { remaining: [], face_up: [], discarded: [], about_turns: 2 },
  ...about,
});
