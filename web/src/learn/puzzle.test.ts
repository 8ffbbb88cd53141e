/** A puzzle as a table: what a dot answers, what is drawn afterwards, and which puzzle comes next. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PuzzleInfo, PuzzleOutcome } from '../protocol/types';
import { sampleView } from '../table/sampleView';
import { bestRoutes, isSolved, levelOf, nextUnsolved, PuzzleSession, type PuzzleServer } from './puzzle.svelte';

const info = (more: Partial<PuzzleInfo> = {}): PuzzleInfo => ({
  id: 'where-01',
  kind: 'where',
  side: 'guards',
  seat: 'guards',
  figure: 'novice-2',
  turn: 3,
  rating: 1302,
  novices: 2,
  edition: 'mayfair',
  ...more,
});
const OUTCOME: PuzzleOutcome = { verdict: 'nearly', dot: 71, best_dot: 72, score: 60, dots: { 71: 300, 72: 500 } };

let server: { [K in keyof PuzzleServer]: ReturnType<typeof vi.fn<PuzzleServer[K]>> };
let session: PuzzleSession;

beforeEach(async () => {
  server = {
    take: vi.fn<PuzzleServer['take']>(() =>
      Promise.resolve({ seat: 'guards', events: [], view: sampleView({ seat: 'guards' }) }),
    ),
    explain: vi.fn<PuzzleServer['explain']>(() => Promise.resolve({ rules: ['5.4'] })),
    aim: vi.fn<PuzzleServer['aim']>(() => Promise.resolve({ dot: 36, moves: [] })),
    point: vi.fn<PuzzleServer['point']>(() => Promise.resolve({ outcome: OUTCOME })),
  };
  session = new PuzzleSession(info(), server);
  await vi.waitFor(() => expect(session.store.connection.state).toBe('open'));
  await session.store.look('guards');
});
afterEach(() => session.close());

test('a dot is answered with its worth and the heat, which stay when something is explained', async () => {
  expect(session.store.suspicions).toEqual({});
  await session.point(71);
  expect(server.point).toHaveBeenCalledWith('where-01', 71);
  expect(session.outcome).toEqual(OUTCOME);
  expect(session.store.suspicions).toEqual({ guards: [{ novice: 2, dots: { 71: 300, 72: 500 } }] });
  await session.store.explain('guards', 0);
  expect(session.outcome).toEqual(OUTCOME);
});

test('the best and what is nearly as good solve a puzzle', () => {
  const solved = (['right', 'nearly', 'wrong', 'unvalued'] as const).filter((verdict) => isSolved({ verdict }));
  expect(solved).toEqual(['right', 'nearly']);
});

test('the best choice is drawn as a plan, or as the way of a guard; standing still is not', () => {
  const best = (route: number[]): PuzzleOutcome => ({
    verdict: 'wrong',
    best: { actions: [], route, gait: 'run', chance: 1 },
  });
  expect(bestRoutes(info({ kind: 'plan', figure: 'novice-4' }), best([4, 18]))).toEqual([
    { kind: 'plan', dots: [4, 18], novice: 4 },
  ]);
  expect(bestRoutes(info({ kind: 'movement', figure: 'abbess' }), best([4, 18]))).toEqual([
    { kind: 'guard', dots: [4, 18] },
  ]);
  expect(bestRoutes(info({ kind: 'plan', figure: 'novice-4' }), best([4]))).toEqual([]);
  expect(bestRoutes(info(), OUTCOME)).toEqual([]);
});

test('the next puzzle is the first unsolved one after this, from the beginning again at the end', () => {
  const all = ['a', 'b', 'c'].map((id) => info({ id }));
  const next = (done: string, after?: string): string | undefined =>
    nextUnsolved(all, (id) => done.includes(id), after)?.id;
  expect(next('')).toBe('a');
  expect(next('b', 'a')).toBe('c');
  expect(next('c', 'c')).toBe('a');
  expect(next('ac', 'b')).toBeUndefined();
});

test('ratings are easy, medium or hard', () => {
  expect([900, 1349, 1350, 1599, 1600].map((rating) => levelOf(info({ rating })))).toEqual([
    'easy',
    'easy',
    'medium',
    'medium',
    'hard',
  ]);
});
