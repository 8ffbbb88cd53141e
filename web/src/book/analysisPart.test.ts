import { beforeAll, expect, test } from 'vitest';
import { speakAlso, startSpeaking } from '../i18n';
import type { Analysis, Point, Replay } from '../protocol/types';
import { analysisPart } from './analysisPart';

const point = (moment: number, guards: number, error: number, part: Point['part']): Point => ({
  moment,
  turn: 1,
  part,
  guards,
  error,
  novices: {},
  known: {},
});
const replay = {
  steps: (['setup', 'novices', 'guards'] as const).map((ends, turn) => ({
    turn: Math.min(turn, 1),
    first: turn,
    ends,
    view: { over: null },
  })),
} as unknown as Replay;
const analysis: Analysis = {
  version: 2,
  check: '',
  budget: 60,
  rollouts: 0,
  complete: true,
  curve: [point(1, 0.5, 0.1, 'deal'), point(2, 0.72, 0.15, 'novices'), point(3, 1, 0, 'end')],
  decisions: [],
  luck: {
    start: 0.5,
    entries: [],
    result: 1,
    accounts: [
      {
        seat: 'guards',
        start: 0.6,
        luck: -0.07,
        decisions: 0.5,
        others: -0.03,
        result: 1,
        adjusted: 1.07,
      },
    ],
  },
  turning_points: [{ moment: 2, turn: 1, reason: 'seen', seat: 'novice-4', before: 0.5, after: 0.72 }],
  story: [],
  certainty: [],
};

let page: Document;

beforeAll(async () => {
  await startSpeaking();
  await speakAlso('analysis');
  page = new DOMParser().parseFromString(analysisPart(analysis, replay, { 'novice-4': 'A<b>' }), 'text/html');
});

const texts = (selector: string): string[] => [...page.querySelectorAll(selector)].map((each) => each.textContent);

test('the curve has its doubt, its turning points by number, and its words and figures for those who cannot see it', () => {
  expect(page.querySelector('.curve polygon')?.getAttribute('points')).not.toBe('');
  expect(texts('.curve .mark')).toEqual(['1']);
  expect(texts('.curve + p')).toEqual(['1 Turn 1: seen']);
  expect(texts('ol li')[0]).toBe('Turn 1: A<b> (novice 4) was seen. The guards’ chance rose from 50% to 72%.');
  expect(texts('.moments td')).toEqual([
    'Guards 50% ± 10',
    'Anyone’s night',
    'Guards 72% ± 15',
    'The guards may be ahead',
    'Guards 100%',
    'The guards have won',
  ]);
  expect(texts('.moments th')[1]).toBe('Turn 1, the novices have moved');
});

test('a result without luck may be more than a win', () => {
  expect(texts('.accounts p')).toEqual(['Luck −7 · result without luck 107']);
  expect(texts('.accounts td')).toEqual(['60', '−7', '+50', '−3', '100']);
});
