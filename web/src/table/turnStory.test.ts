import { beforeAll, expect, it } from 'vitest';
import { startSpeaking } from '../i18n';
import type { Action, Event } from '../protocol/types';
import { sampleSheet, sampleView } from './sampleView';
import { ownStory } from './turnStory';

beforeAll(() => startSpeaking());

const turn = 2;
const events: Event[] = [
  { event: 'novice_moved', turn, novice: 4, phase: 1, gait: 'walk', route: [4, 18, 27, 39], blessing: false },
  { event: 'rolled', turn, by: 4, why: 'noise', face: 5 },
];
const told = (more: Event[] = [], actions: Action[] = []): string[] =>
  ownStory([...events, ...more], sampleView({ seat: 'novice-4', sheets: [sampleSheet()], actions })).map(
    ({ text }) => text,
  );

it('says that nobody heard her when that is settled, and not before', () => {
  expect(told()).toEqual(['Seen by nobody', 'Heard by nobody']);
  const mark: Action = { action: 'mark', novice: 4, guard: 'abbess', dots: [18, 19] };
  expect(told([], [mark])).toEqual(['Seen by nobody']);
});

it('says by whom she was seen and heard', () => {
  const seen: Event = { event: 'novice_seen', turn, novice: 4, dot: 39, by: ['prioress'] };
  const noise: Event = { event: 'noise', turn, novice: 4, guard: 'abbess', dot: 18 };
  expect(told([seen, noise])).toEqual(['Seen on 39 by the Prioress', 'Heard by the Abbess']);
});
