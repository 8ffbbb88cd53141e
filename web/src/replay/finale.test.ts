import { beforeAll, describe, expect, it } from 'vitest';
import type { BeliefMoment, Event, Replay, ReplayStep, View } from '../protocol/types';
import { startSpeaking } from '../i18n';
import { beliefsOf, curveOf, novicesOf } from './belief';
import { ownNight, storyOf } from './finale';

const distances = { steps: [1, 2, 3, 4].map((one) => [1, 2, 3, 4].map((two) => Math.abs(one - two))) };
const setup = {
  event: 'setup',
  turn: 0,
  novices: [{ novice: 1 }],
  guards: [{ guard: 'abbess', dot: 4 }],
} as unknown as Event;
const view = (about: Partial<View>): View =>
  ({ seat: 'omniscient', turn: 1, captures: 0, goal: 2, ...about }) as unknown as View;
const SHEET = { novice: 1, cell: 1, thing: 'wine', distances: { key: null, wish: null, home: 2 }, has_wish: true };
const steps: ReplayStep[] = [
  { turn: 0, first: 0, events: [setup], ends: 'setup', view: view({ turn: 0 }) },
  {
    turn: 1,
    first: 1,
    events: [
      { event: 'novice_moved', turn: 1, novice: 1, phase: 1, gait: 'sneak', route: [1, 2], blessing: false },
      { event: 'wish_taken', turn: 1, novice: 1, dot: 2 },
    ],
    ends: 'novices',
    view: view({}),
  },
  {
    turn: 1,
    first: 3,
    events: [{ event: 'guard_stepped', turn: 1, guard: 'abbess', from: 4, to: 3, free: true }],
    ends: 'guards',
    view: view({}),
  },
  {
    turn: 1,
    first: 4,
    events: [{ event: 'novice_seen', turn: 1, novice: 1, dot: 2, by: ['abbess'] }],
    ends: 'listening',
    view: view({}),
  },
];
const replay = { steps, seats: {} } as unknown as Replay;

beforeAll(() => startSpeaking());

describe('the story of a night', () => {
  it('has its moments, each with the half-turn in which it can be seen again', () => {
    const { moments } = storyOf(replay, distances, {});
    expect(moments.map(({ kind, place }) => [kind, place])).toEqual([['wish', 1]]);
  });
  it('tells a novice her night in three sentences', () => {
    const story = storyOf(replay, distances, {});
    const end = view({ sheets: [SHEET] as unknown as NonNullable<View['sheets']>, winners: ['guards'] });
    const told = ownNight('novice-1', end, story);
    expect(told).toHaveLength(3);
    expect(told[1]).toContain('seen on one dot');
    expect(told[2]).toContain('2 steps from home');
    expect(ownNight('novice-1', { ...end, winners: ['novice-1'] }, story)[2]).toContain('came home');
  });
  it('tells the guards theirs, and somebody who only watched nothing', () => {
    const story = storyOf(replay, distances, {});
    expect(ownNight('guards', view({}), story)).toHaveLength(3);
    expect(ownNight('spectator', view({}), story)).toEqual([]);
  });
});

describe('what the guards believed', () => {
  const moment = (step: number, sure: Record<number, number>): BeliefMoment => ({ step, novices: [], sure });
  const moments = [moment(0, {}), moment(1, { 1: 250 }), moment(2, { 1: 500 }), moment(3, { 1: 1000 })];
  it('lies along the half-turns, the listening with the guards', () => {
    expect(beliefsOf(steps, { moments }).map(({ step }) => step)).toEqual([0, 1, 3]);
  });
  it('is a curve from nothing to certain, which ends where she is home', () => {
    const along = beliefsOf(steps, { moments });
    expect(novicesOf(along)).toEqual([1]);
    expect(curveOf(along, 1, 100, 40)).toBe('50.0,30.0 100.0,0.0');
  });
});
