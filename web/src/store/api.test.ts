import { afterEach, expect, test, vi } from 'vitest';
import { API_VERSION, serverVersion } from './apiVersion.svelte';
import { createTable, Fault, getTable, listTables, measure, sit, UNREACHED, whyShut } from './api';

const fetched = vi.fn<(path: string, request: RequestInit) => Promise<Response>>();

afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

function answering(status: number, body: unknown): void {
  fetched.mockImplementation(() => Promise.resolve(Response.json(body, { status })));
  vi.stubGlobal('fetch', fetched);
}

test.each([
  ['POST', '/api/tables', () => createTable({ bots: { guards: 'hard' } }), '{"bots":{"guards":"hard"}}'],
  ['GET', '/api/tables?before=LAMP', () => listTables('LAMP'), undefined],
  ['GET', '/api/tables', () => listTables(), undefined],
  ['GET', '/api/tables/A%2FB', () => getTable('A/B'), undefined],
  ['PUT', '/api/tables/LAMP/chairs/a', () => sit('LAMP', 'a', 'Ada'), '{"name":"Ada"}'],
  ['GET', '/api/ruler?one=1&two=23&options=dutch', () => measure(1, 23, 'dutch'), undefined],
])('%s %s', async (method, path, ask, body) => {
  answering(200, { fine: true });
  expect(await ask()).toEqual({ fine: true });
  expect(fetched.mock.calls[0]).toMatchObject([path, body === undefined ? { method } : { method, body }]);
});

test('a refusal is a fault with its reason', async () => {
  const refusal = { why: 'chair-taken', reason: 'chair a is taken', values: { chair: 'a' } };
  answering(409, refusal);
  await expect(sit('LAMP', 'a', 'Ada')).rejects.toMatchObject({ status: 409, message: 'chair a is taken', refusal });
});

test('an answer of another version asks for a reload; one of this version, or of a proxy, does not', async () => {
  const told = (version: number | null) => {
    const headers: HeadersInit = version === null ? {} : { 'Nuns-API': String(version) };
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ tables: [] }, { headers })));
    return listTables();
  };
  await told(API_VERSION);
  await told(null);
  expect(serverVersion.isOther).toBe(false);
  await told(API_VERSION + 1);
  expect(serverVersion.isOther).toBe(true);
  serverVersion.isOther = false;
});

test('a server that is not there is a fault too', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const fault = await getTable('LAMP').catch((reason: unknown) => reason);
  expect(fault).toBeInstanceOf(Fault);
  expect(fault).toMatchObject({ status: UNREACHED });
  expect(await whyShut('LAMP')).toBeNull();
});

test('a proxy that answers no JSON is told by its status', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('<h1>oh</h1>', { status: 502, statusText: 'Bad Gateway' })),
  );
  await expect(getTable('LAMP')).rejects.toMatchObject({ message: '502 Bad Gateway', refusal: null });
});

test('a table that the server does not know is missing', async () => {
  answering(404, { why: 'no-such-table', reason: 'there is no table with the code LAMP', values: { code: 'LAMP' } });
  expect(await whyShut('LAMP')).toBe('missing');
});

test('a night without spectators is closed to a stranger, and to nobody else', async () => {
  const table = { code: 'LAMP', status: 'playing', settings: { spectators: false }, chairs: [] };
  answering(200, { table, chairs: [], host: false });
  expect(await whyShut('LAMP')).toBe('closed');
  answering(200, { table, chairs: ['a'], host: false });
  expect(await whyShut('LAMP')).toBeNull();
  answering(200, { table: { ...table, status: 'over' }, chairs: [], host: false });
  expect(await whyShut('LAMP')).toBeNull();
});
