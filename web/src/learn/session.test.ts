/** A lesson as a table: what the store gets of it, and what the server is asked. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleView } from '../table/sampleView';
import type { LessonInfo, LessonMoment, Plan } from '../protocol/types';
import { Fault } from '../store/api';
import { LessonSession, type LessonServer } from './session.svelte';

const INFO: LessonInfo = { id: 'first-steps', side: 'novices', seat: 'novice-4', rules: ['5.4'], hints: 2 };
const SNEAK: Plan = { action: 'plan', novice: 4, gait: 'sneak', route: [4, 18] };
const CHOICE = { actions: ['novice-4 sneak 4-18'], route: [4, 18], gait: 'sneak', chance: 0.6, error: 0.02 };
const moment = (more: Partial<LessonMoment> = {}): LessonMoment => ({
  seat: 'novice-4',
  events: [],
  view: sampleView({ seat: 'novice-4' }),
  decision: '0',
  ...more,
});

let server: { [K in keyof Required<LessonServer>]: ReturnType<typeof vi.fn<Required<LessonServer>[K]>> };
let session: LessonSession;

beforeEach(async () => {
  server = {
    take: vi.fn<LessonServer['take']>(() => Promise.resolve(moment())),
    explain: vi.fn<LessonServer['explain']>(() => Promise.resolve({ rules: ['5.4'] })),
    aim: vi.fn<LessonServer['aim']>(() => Promise.resolve({ dot: 36, moves: [] })),
    advise: vi.fn<Required<LessonServer>['advise']>(() => Promise.resolve({ choices: [CHOICE] })),
  };
  session = new LessonSession(INFO, server);
  await vi.waitFor(() => expect(session.store.connection.state).toBe('open'));
  await session.store.look('novice-4');
});
afterEach(() => session.close());

test('a lesson is a table with one seat, and asks for its first moment', () => {
  expect(session.store.seats).toEqual(['novice-4']);
  expect(session.store.positions['novice-4']?.decision).toBe('0');
  expect(server.take).toHaveBeenCalledWith('first-steps', []);
});

test('every action brings all those before it, and the end is told with the position that shows it', async () => {
  server.take.mockResolvedValueOnce(moment({ decision: '1' }));
  expect((await session.store.act('novice-4', SNEAK)).type).toBe('accepted');
  expect(session.outcome).toBeNull();
  server.take.mockResolvedValueOnce(moment({ decision: null, outcome: { success: false, code: 'slow' } }));
  await session.store.type('novice-4', 'novice-4 stand 18');
  expect(server.take).toHaveBeenLastCalledWith('first-steps', [SNEAK, 'novice-4 stand 18']);
  await vi.waitFor(() => expect(session.outcome).toEqual({ success: false, code: 'slow' }));
});

test('what the rules refuse changes nothing', async () => {
  server.take.mockRejectedValueOnce(new Fault(422, 'too short', { why: 'rules', reason: 'too short', values: {} }));
  expect(await session.store.act('novice-4', SNEAK)).toMatchObject({ type: 'refused', reason: 'too short' });
  await session.store.act('novice-4', SNEAK);
  expect(server.take).toHaveBeenLastCalledWith('first-steps', [SNEAK]);
});

test('a break loses nothing: the same action is sent when the line is back', async () => {
  server.take.mockRejectedValueOnce(new Fault(0, 'no network'));
  const sent = session.store.act('novice-4', SNEAK);
  await vi.waitFor(() => expect(session.store.connection.state).toBe('retrying'));
  session.store.retry();
  expect((await sent).type).toBe('accepted');
  expect(server.take).toHaveBeenLastCalledWith('first-steps', [SNEAK]);
});

test('explanations and aims are asked for after the actions so far', async () => {
  await session.store.act('novice-4', SNEAK);
  expect(await session.store.explain('novice-4', 3)).toMatchObject({ explanation: { rules: ['5.4'] } });
  expect(server.explain).toHaveBeenCalledWith('first-steps', [SNEAK], 3);
  expect(await session.store.planToward('novice-4', 36)).toMatchObject({ aim: { dot: 36 } });
  expect(server.aim).toHaveBeenCalledWith('first-steps', [SNEAK], 36);
});

test('advice is always there, and asked for after the actions so far', async () => {
  expect(session.store.table?.settings.advice).toBe(true);
  await session.store.act('novice-4', SNEAK);
  expect(await session.store.advise('novice-4')).toMatchObject({ type: 'advised', choices: [CHOICE] });
  expect(server.advise).toHaveBeenCalledWith('first-steps', [SNEAK]);
});

test('a refusal of advice is told, and the attempt goes on', async () => {
  const refusal = { why: 'too-many-requests', reason: 'wait a moment', values: {} } as const;
  server.advise.mockRejectedValueOnce(new Fault(429, 'wait a moment', refusal));
  expect(await session.store.advise('novice-4')).toMatchObject({ type: 'refused', why: 'too-many-requests' });
  expect(session.store.connection.state).toBe('open');
});

test('a puzzle has no advice', async () => {
  const { take, explain, aim } = server;
  const puzzle = new LessonSession(INFO, { take, explain, aim });
  await vi.waitFor(() => expect(puzzle.store.connection.state).toBe('open'));
  expect(puzzle.store.table?.settings.advice).toBe(false);
  puzzle.close();
});

test('nothing of a lesson is kept as evidence', async () => {
  await session.store.act('novice-4', SNEAK);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('nuns.witness.'))).toEqual([]);
});
