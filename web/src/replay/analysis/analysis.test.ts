import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { speakAlso, startSpeaking } from '../../i18n';
import type {
  Account,
  Analysis,
  AnalysisProgress,
  DecisionReview,
  LedgerEntry,
  Point,
  ValuedMove,
} from '../../protocol/types';
import { sumOf } from './account';
import { bandOf, chanceOf, leadOf, lineOf, ownLineOf, placeBefore, placeOfMoment, placesOf, pointAt } from './curve';
import { AnalysisWatch } from './watch.svelte';
import { choiceText, percent } from '../../shared/choice';
import {
  alternativeText,
  chanceText,
  changeText,
  costliest,
  costText,
  countsText,
  drawn,
  entryText,
  largestEntries,
  leadText,
  luckText,
  ownChanceText,
  plain,
  points,
  slipText,
  storyText,
  surestOf,
  turningText,
} from './words';

const NAMES = { 'novice-4': 'Anna' };
/** Three half-turns, of three, two and four actions. */
const ENDS = [2, 4, 8];

function point(moment: number, guards: number, more: Partial<Point> = {}): Point {
  return { moment, turn: 1, part: 'novices', guards, error: 0, novices: {}, known: { guards: 0.5 }, ...more };
}

const CURVE = [point(3, 0.4), point(5, 0.6), point(7, 0.7), point(9, 1, { part: 'end' })];

beforeAll(async () => {
  await startSpeaking();
  await speakAlso('analysis');
});

describe('the curve', () => {
  it('lays moments on the beads of the replay', () => {
    expect([0, 1, 3, 4, 5, 6, 9, 99].map((moment) => placeOfMoment(ENDS, moment))).toEqual([0, 0, 0, 1, 1, 2, 2, 2]);
    expect([0, 3, 4, 5, 8].map((moment) => placeBefore(ENDS, moment))).toEqual([0, 0, 0, 1, 1]);
  });

  it('puts points between two beads where they belong', () => {
    const places = placesOf(CURVE, ENDS);
    expect(places.map(({ x }) => x)).toEqual([0, 1, 1.5, 2]);
    expect(pointAt(places, 1)?.guards).toBe(0.6);
    expect(pointAt(places, 2)?.guards).toBe(1);
    expect(lineOf(places, null, 2, 100, 10)).toBe('0.0,6.0 50.0,4.0 75.0,3.0 100.0,0.0');
    expect(lineOf(places, 'guards', 2, 100, 10)).toBe('0.0,5.0 50.0,5.0 75.0,5.0 100.0,5.0');
  });

  it('is drawn from the truth, or from what a seat knew', () => {
    expect(chanceOf(point(3, 0.4), null)).toBe(0.4);
    expect(chanceOf(point(3, 0.4), 'guards')).toBe(0.5);
    expect(chanceOf(point(3, 0.4), 'novice-1')).toBe(0.4);
  });

  it('has the own chance of the novice by whom it is judged, which rises towards the novices’ end', () => {
    const curve = [
      point(3, 0.4, { novices: { 'novice-4': 0.35 } }),
      point(9, 0, { part: 'end', novices: { 'novice-4': 1 } }),
    ];
    const places = placesOf(curve, ENDS);
    expect(ownLineOf(places, 'novice-4', 2, 100, 10)).toBe('0.0,3.5 100.0,10.0');
    expect([null, 'guards'].map((seat) => ownLineOf(places, seat, 2, 100, 10))).toEqual(['', '']);
    expect(curve.map((each) => ownChanceText(each, 'novice-4', NAMES))).toEqual([
      'Anna (novice 4) herself, judged by the truth: 35%',
      'Anna (novice 4) herself, judged by the truth: 100%',
    ]);
    expect([null, 'guards'].map((seat) => ownChanceText(curve[0] as Point, seat, NAMES))).toEqual([null, null]);
  });

  it('has a word for every chance', () => {
    expect(leadOf(0.5, false)).toBeNull();
    expect(leadOf(0.59, false)).toBeNull();
    expect([0.6, 0.8, 0.98].map((guards) => leadOf(guards, false)?.lead)).toEqual(['ahead', 'far', 'sure']);
    expect(leadOf(0.3, false)).toEqual({ side: 'novices', lead: 'ahead' });
    expect(leadOf(0, true)).toEqual({ side: 'novices', lead: 'over' });
    expect(leadText(point(3, 0.82), null)).toBe('The guards are far ahead');
    expect(leadText(point(3, 0.82), 'guards')).toBe('Anyone’s night');
  });

  it('says no more than its error allows', () => {
    const doubtful = point(3, 0.82, { error: 0.15, known: { guards: 0.3 }, known_errors: { guards: 0.2 } });
    expect(leadText(doubtful, null)).toBe('The guards are ahead');
    expect(leadText(doubtful, 'guards')).toBe('The novices may be ahead');
    expect(leadText(point(3, 0.7, { error: 0.15 }), null)).toBe('The guards may be ahead');
    expect(leadText(point(3, 0.98, { error: 0.03 }), null)).toBe('The guards are far ahead');
    expect(leadText(point(9, 1, { part: 'end' }), null)).toBe('The guards have won');
    expect(chanceText(doubtful, null)).toBe('Guards 82% ± 15');
    expect(chanceText(doubtful, 'guards')).toBe('Guards 30% ± 20');
    expect(chanceText(point(3, 0.7, { error: 0.001 }), null)).toBe('Guards 70% ± 1');
    expect(chanceText(point(9, 1, { part: 'end' }), null)).toBe('Guards 100%');
  });

  it('lies in a band as wide as its error, within what a chance can be', () => {
    const places = placesOf([point(3, 0.4, { error: 0.1 }), point(5, 0.95, { error: 0.1 }), point(9, 1)], ENDS);
    expect(bandOf(places, null, 2, 100, 10)).toBe('0.0,5.0 50.0,0.0 100.0,0.0 100.0,0.0 50.0,1.5 0.0,7.0');
  });
});

describe('the words', () => {
  const choice = (action: string, route: number[] = [], gait = ''): ValuedMove => ({
    actions: [action],
    route,
    gait,
    chance: 0.5,
    error: 0,
  });

  it('never calls an estimate certain', () => {
    const shares = [0, 0.001, 0.5, 0.999, 1];
    expect(shares.map((share) => percent(share))).toEqual(['1%', '1%', '50%', '99%', '99%']);
    expect(shares.map((share) => percent(share, true))).toEqual(['0%', '1%', '50%', '99%', '100%']);
    expect(chanceText(point(7, 1), null)).toBe('Guards 99%');
    expect([0.123, -0.05, 0].map((change) => points(change))).toEqual(['+12', '−5', '0']);
    expect([107, -7].map(plain)).toEqual(['107', '−7']);
  });

  it.each([
    [choice('novice-4 sneak 4-18', [4, 18], 'sneak'), 'sneak, to 18'],
    [choice('novice-4 stand 4', [4], 'stand'), 'stand still'],
    [choice('abbess takes blue-26-84'), 'blue path 26–84'],
    [
      { ...choice('abbess takes blue-26-84', [26, 40, 41]), actions: ['abbess takes blue-26-84', 'abbess stops'] },
      'blue path 26–84, to 41',
    ],
    [choice('prioress first'), 'the Prioress first'],
    [choice('abbess 26-40', [26, 40]), 'to 40'],
    [choice('novice-4 run 1-21-1-21-22-23', [1, 21, 1, 21, 22, 23], 'run'), 'run, to 23 (1–21–1–21–22–23)'],
    [choice('abbess stops', [26, 40, 41]), 'to 41'],
    [choice('abbess stops', [26, 40, 26]), 'to 26 (26–40–26)'],
    [choice('abbess stops', [26]), 'stay'],
    [choice('abbess pass'), 'no blessing'],
    [choice('novice-2 roll-again novice-4'), 'roll again (novice 4)'],
    [choice('abbess false-noise abbess 46'), 'false noise (the Abbess, 46)'],
    [choice('novice-3 marks abbess 40'), 'noise towards 40'],
  ])('names a choice: %#', (given, words) => {
    expect(choiceText(given).toLowerCase()).toBe(words.toLowerCase());
  });

  it('tells a turning point, also one that is newer than the page', () => {
    const turning = { moment: 5, turn: 3, reason: 'seen', seat: 'novice-4', before: 0.35, after: 0.62 };
    const told = 'Turn 3: Anna (novice 4) was seen. The guards’ chance rose from 35% to 62%.';
    expect(turningText(turning, NAMES, CURVE)).toBe(told);
    expect(turningText({ ...turning, reason: 'eclipse', after: 0.1 }, NAMES, CURVE)).toContain('fell from 35% to 10%');
  });

  it('calls only the end of a night certain', () => {
    const turning = { moment: 9, turn: 3, reason: 'caught', seat: 'novice-4', before: 0.7, after: 1 };
    expect(turningText(turning, NAMES, CURVE)).toContain('rose from 70% to 100%');
    expect(turningText({ ...turning, before: 0.6 }, NAMES, CURVE)).toContain('rose from 60% to 99%');
  });

  it('leaves out a line of the story that it has no words for', () => {
    expect(storyText({ code: 'eclipse', values: {} }, NAMES)).toBeNull();
  });

  it('tells what moved the night', () => {
    const entry = { moment: 4, turn: 2, change: 0.1 };
    expect(entryText({ ...entry, kind: 'deal', seat: '' }, NAMES)).toBe('The deal');
    expect(entryText({ ...entry, kind: 'die', seat: 'guards', face: 6 }, NAMES)).toBe(
      'Turn 2: the guards’ die shows 6',
    );
    expect(entryText({ ...entry, kind: 'die', seat: 'novice-4', face: 1 }, NAMES)).toContain(
      'of Anna (novice 4) shows 1',
    );
    expect(entryText({ ...entry, kind: 'decision', seat: 'novice-4' }, NAMES)).toBe(
      'Turn 2: a choice by Anna (novice 4)',
    );
  });

  it('names what moved the night most', () => {
    const entry = { turn: 2, seat: 'guards' };
    const entries: LedgerEntry[] = [
      { ...entry, moment: 0, kind: 'deal', seat: '', change: -0.2 },
      { ...entry, moment: 4, kind: 'decision', change: 0.01 },
      { ...entry, moment: 5, kind: 'die', face: 6, change: 0.05 },
    ];
    expect(largestEntries(entries, 2).map(({ kind, moment }) => [kind, moment])).toEqual([
      ['deal', 0],
      ['die', 5],
    ]);
  });

  it('lists what was drawn, and whom it helped', () => {
    const entry = { turn: 2, seat: 'guards' };
    const entries: LedgerEntry[] = [
      { ...entry, moment: 0, kind: 'deal', seat: '', change: -0.2 },
      { ...entry, moment: 4, kind: 'decision', change: 0.3 },
      { ...entry, moment: 5, kind: 'die', face: 6, change: 0.05 },
      { ...entry, moment: 6, kind: 'die', face: 3, change: -0.001 },
    ];
    expect(drawn(entries).map(changeText)).toEqual(['+20 for the novices', '+5 for the guards', '0']);
  });

  it('never tells of novices as the guards', () => {
    const turning = { moment: 5, turn: 3, reason: 'stole', seat: 'novices', before: 0.6, after: 0.4 };
    expect(turningText(turning, NAMES, CURVE)).toContain('Turn 3: The novices crept on.');
    expect(turningText({ ...turning, seat: 'novice-4' }, NAMES, CURVE)).toContain('Turn 3: Anna (novice 4) crept on.');
    expect(turningText({ ...turning, reason: 'searched', seat: 'guards' }, NAMES, CURVE)).toContain(
      'The guards searched elsewhere.',
    );
  });

  it('says how sure the guards were, and when they saw her', () => {
    const certainty = { seat: 'novice-4', turns: [1, 2, 3, 4], sure: [0.05, 1, 0.4, 1] };
    expect(surestOf(certainty)).toBe('in sight after turns 2 and 4; 40% at most, in turn 3');
    expect(surestOf({ ...certainty, turns: [2], sure: [1] })).toBe('in sight after turn 2');
  });

  it('tells one’s own night: what was good, and the one choice that cost most', () => {
    const decision = (mark: DecisionReview['mark'], cost: number): DecisionReview => ({
      moment: 3,
      turn: 2,
      seat: 'novice-4',
      figure: 'novice-4',
      ask: 'plan',
      played: choice('novice-4 walk 4-18-27-39', [4, 18, 27, 39], 'walk'),
      best: choice('novice-4 sneak 4-18', [4, 18], 'sneak'),
      cost,
      low: cost,
      high: cost,
      mark,
    });
    const decisions = [
      decision('best', 0),
      decision('good', 0.01),
      decision('inaccuracy', 0.06),
      decision('blunder', 0.2),
    ];
    decisions.push(decision('unclear', 0.3));
    expect(countsText(decisions, 'own')).toBe(
      'Your 5 choices: 2 clearly good, 2 clearly worse than another, 1 too close to call.',
    );
    expect(countsText([decision('unclear', 0.3), decision('best', 0)], 'decisions')).toBe(
      '2 decisions: 1 clearly good, none clearly worse than another, 1 too close to call.',
    );
    expect(decisions.map((each) => alternativeText(each)?.split(':')[0])).toEqual([
      undefined,
      'Perhaps better',
      'Better',
      'Better',
      'Perhaps better',
    ]);
    expect(alternativeText({ ...decision('best', 0.2), best: null })).toBeNull();
    expect(costText({ ...decision('unclear', 0.01), low: 0, high: 0.18 })).toBe('1 point more (between 0 and 18)');
    expect(costliest(decisions)?.mark).toBe('blunder');
    expect(slipText(decisions[3] as DecisionReview)).toBe(
      'In turn 2 this would have been worth 20 points more: sneak, to 18 (you chose walk, to 39).',
    );
    const guards = { ...decision('mistake', 0.12), seat: 'guards', figure: 'prioress' };
    guards.played = choice('prioress stops', [26, 40, 41]);
    guards.best = choice('prioress stops', [26]);
    expect(slipText(guards)).toBe(
      'In turn 2, with the Prioress, this would have been worth 12 points more: stay (you chose to 41).',
    );
    expect(costliest([decision('unclear', 0.3)])).toBeNull();
  });

  it('is kind about luck', () => {
    const account = (luck: number, result: number): Account => ({
      seat: 'novice-4',
      start: 0.5,
      luck,
      decisions: 0,
      others: result - luck - 0.5,
      result,
      adjusted: result - luck,
    });
    expect(luckText(account(-0.2, 0))).toBe('Luck was against you by 20 points.');
    expect(luckText(account(-0.2, 1))).toBe('You won although luck cost you 20 points.');
    expect(luckText(account(0.2, 1))).toBe('Luck helped you by 20 points.');
    expect(luckText(account(0.01, 0))).toBe('Luck favoured nobody.');
    expect(luckText(account(0.01, 1))).toContain('you won this night yourself');
  });
});

describe('the sum of a night', () => {
  it('adds up from the chance before the deal to the result, whatever is rounded', () => {
    for (let at = 0; at < 200; at++) {
      const [start = 0, luck = 0, decisions = 0] = [0.317, 0.773, 1.913].map((by) => Math.sin(by * (at + 1)));
      const result = at % 2;
      const others = result - start - luck - decisions;
      const account = { start, luck, decisions, others, result, adjusted: result - luck };
      const sum = sumOf({ seat: 'guards', ...account });
      expect(sum.terms.reduce((total, { points: each }) => total + each, sum.start)).toBe(100 * result);
      expect(sum.terms[1]?.points).toBeCloseTo(100 * decisions, -0.5);
      expect(sum.terms.at(-1)?.to).toBe(sum.result);
      expect(sum.without + (sum.terms[0]?.points ?? 0)).toBe(sum.result);
      expect(Math.abs((sum.terms[2]?.points ?? 0) - 100 * others)).toBeLessThan(2);
    }
  });
});

describe('an analysis that is followed', () => {
  const answers: (Partial<AnalysisProgress> | number)[] = [];
  const asked: string[] = [];
  const analysis = { complete: true } as Analysis;

  beforeEach(() => {
    vi.useFakeTimers();
    sessionStorage.clear();
    answers.length = asked.length = 0;
    vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => {
      asked.push(`${method ?? ''} ${path}`);
      const next = answers.shift() ?? 404;
      if (next === 0) return Promise.reject(new TypeError('nobody is reached'));
      if (typeof next === 'number')
        return Promise.resolve(new Response('{"why":"failed","reason":"","values":{}}', { status: next }));
      const whole = { check: 'c', state: 'working', progress: 0.5, drafts: 1, ticket: null, analysis: null, ...next };
      return Promise.resolve(new Response(JSON.stringify(whole)));
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('asks until it is done, for newer drafts only', async () => {
    const watch = new AnalysisWatch({ id: 'abc', name: '', text: '' });
    answers.push(
      { state: 'none', drafts: 0 },
      { state: 'waiting', drafts: 0, ticket: 'mine' },
      { analysis },
      { state: 'done', drafts: 2 },
    );
    await watch.look();
    expect(watch.state).toBe('none');
    await watch.start();
    expect([watch.state, watch.own, watch.isUnderWay]).toEqual(['waiting', true, true]);
    await vi.advanceTimersByTimeAsync(2000);
    expect([watch.state, watch.progress, watch.own]).toEqual(['working', 0.5, true]);
    expect(watch.found).toEqual(analysis);
    await vi.advanceTimersByTimeAsync(2000);
    expect([watch.state, watch.own]).toEqual(['done', false]);
    expect(watch.found).toEqual(analysis);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([
      'GET /api/records/abc/analysis',
      'POST /api/records/abc/analysis',
      'GET /api/analyses/c?drafts=0',
      'GET /api/analyses/c?drafts=1',
    ]);
  });

  it('is stopped with its ticket, and begins again', async () => {
    const watch = new AnalysisWatch({ id: null, name: '', text: 'nuns record' });
    answers.push({ ticket: 'mine' }, { state: 'stopped' }, { state: 'done' });
    await watch.start();
    await watch.stop();
    expect([watch.state, watch.own]).toEqual(['stopped', false]);
    await watch.stop();
    await watch.start();
    expect(watch.state).toBe('done');
    expect(asked).toEqual([
      'POST /api/replays/analysis',
      'DELETE /api/analyses/c?ticket=mine',
      'POST /api/replays/analysis',
    ]);
  });

  it('can be stopped after a reload by the tab that began it, and by no other', async () => {
    const source = { id: 'abc', name: '', text: '' };
    const [first, again, other] = [new AnalysisWatch(source), new AnalysisWatch(source), new AnalysisWatch(source)];
    answers.push({ ticket: 'mine' }, {}, { state: 'stopped' }, {});
    await first.start();
    first.close();
    await again.look();
    expect([again.state, again.own]).toEqual(['working', true]);
    await again.stop();
    expect([again.state, again.own]).toEqual(['stopped', false]);
    await other.look();
    expect([other.state, other.own]).toEqual(['working', false]);
    other.close();
    expect(asked.at(-2)).toBe('DELETE /api/analyses/c?ticket=mine');
  });

  it('goes on when a question is not answered, and says so only when none is', async () => {
    const watch = new AnalysisWatch({ id: 'abc', name: '', text: '' });
    answers.push({}, 0, 503, 429, { progress: 0.7, analysis }, ...Array<number>(9).fill(502));
    await watch.start();
    await vi.advanceTimersByTimeAsync(1500 + 3000 + 6000);
    expect([watch.state, watch.fault, watch.found]).toEqual(['working', null, null]);
    await vi.advanceTimersByTimeAsync(12_000);
    expect([watch.state, watch.progress, watch.found]).toEqual(['working', 0.7, analysis]);
    await vi.advanceTimersByTimeAsync(300_000);
    expect([watch.state, watch.isUnderWay, watch.found]).toEqual(['lost', false, analysis]);
    expect(asked).toHaveLength(1 + 4 + 5);
    answers.splice(0, answers.length, { state: 'done' });
    await watch.start();
    expect([watch.state, watch.fault]).toEqual(['done', null]);
  });

  it('ends where the server knows of no analysis', async () => {
    const watch = new AnalysisWatch({ id: 'abc', name: '', text: '' });
    answers.push({}, 404);
    await watch.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([watch.state, asked.length]).toEqual(['stopped', 2]);
  });

  it('says why it cannot begin, and asks nothing more when it is closed', async () => {
    const watch = new AnalysisWatch({ id: 'abc', name: '', text: '' });
    answers.push(429, { drafts: 0 });
    await watch.start();
    expect([watch.state, watch.fault !== null]).toEqual(['none', true]);
    await watch.start();
    expect([watch.state, watch.fault]).toEqual(['working', null]);
    watch.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(2);
  });
});
