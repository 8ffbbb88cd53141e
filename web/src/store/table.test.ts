import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Event, Position, ServerMessage, TableState, View } from '../protocol/types';
import { FakeSocket } from './fakeSocket';
import { TableStore, type Surroundings } from './table.svelte';
import { witnessOf } from './witness';

let sockets: FakeSocket[];
let stores: TableStore[];

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sockets = [];
  stores = [];
});

afterEach(() => {
  for (const store of stores) store.close();
  vi.useRealTimers();
});

const state: TableState = {
  code: 'LAMP',
  status: 'playing',
  settings: {},
  chairs: [
    { chair: 'guards', side: 'guards', kind: 'bot', seat: 'guards' },
    { chair: 'a', side: 'novices', kind: 'person', name: 'Ada', seat: 'novice-4' },
    { chair: 'b', side: 'novices', kind: 'person', name: 'Bea', seat: 'novice-2' },
  ],
};
const view = { seat: 'novice-4', turn: 1 } as View;
const ended = (turn: number): Event => ({ event: 'turn_ended', turn });

function opened(around: Partial<Surroundings> = {}): { store: TableStore; socket: FakeSocket } {
  const open = (address: string): FakeSocket => {
    const socket = new FakeSocket(address);
    sockets.push(socket);
    return socket;
  };
  const store = new TableStore('LAMP', { open, shut: () => Promise.resolve(null), salt: () => 'ab', ...around });
  stores.push(store);
  return { store, socket: latest() };
}

function latest(): FakeSocket {
  const socket = sockets.at(-1);
  if (!socket) throw new Error('expected a socket, got none');
  return socket;
}

function welcome(table: TableState = state): ServerMessage {
  return { type: 'welcome', version: 1, table, chairs: ['a', 'b'], host: true };
}

function position(first: number, events: Event[], more: Partial<Position> = {}): Position {
  return { type: 'position', seat: 'novice-4', first, events, view, ...more };
}

/** A store that looks from novice 4 and was asked something. */
function seated(): { store: TableStore; socket: FakeSocket } {
  const { store, socket } = opened();
  socket.say(welcome());
  void store.look('novice-4');
  socket.say(position(0, [ended(1), ended(2)], { decision: 'plan-2' }));
  return { store, socket };
}

/** Breaks the line and lets the next one open. */
async function reconnected(socket: FakeSocket): Promise<FakeSocket> {
  socket.break();
  await vi.advanceTimersByTimeAsync(1000);
  expect(latest()).not.toBe(socket);
  latest().say(welcome());
  return latest();
}

test('it asks the table of its code and keeps what it is told', () => {
  const { store, socket } = opened();
  expect(socket.address).toBe('ws://localhost:3000/api/tables/LAMP/socket');
  expect(store.connection).toEqual({ state: 'connecting' });
  socket.say(welcome());
  expect(store.connection).toEqual({ state: 'open' });
  expect(store.table).toEqual(state);
  expect(store.host).toBe(true);
  expect(store.seats).toEqual(['novice-4', 'novice-2']);
});

test('a seat learns event after event', () => {
  const { store, socket } = seated();
  expect(socket.last('look')).toMatchObject({ seat: 'novice-4', after: 0 });
  socket.say(position(2, [ended(3)]));
  expect(store.positions['novice-4']?.events).toEqual([ended(1), ended(2), ended(3)]);
  expect(store.positions['novice-4']?.decision).toBeNull();
});

test('events that overlap are not told twice, and a gap is asked for again', () => {
  const { store, socket } = seated();
  socket.say(position(1, [ended(2), ended(3)]));
  expect(store.positions['novice-4']?.events).toHaveLength(3);
  socket.say(position(5, [ended(6)]));
  expect(store.positions['novice-4']?.events).toHaveLength(3);
  expect(socket.last('look').after).toBe(3);
});

test('nothing of a seat is kept when the veil falls, not even what was still under way', () => {
  const { store, socket } = seated();
  socket.say({ type: 'suspicion', seat: 'novice-4', events: 2, novices: [] });
  expect(store.suspicions).toHaveProperty('novice-4');
  void store.away('novice-4');
  socket.say(position(2, [ended(3)]));
  socket.say({ type: 'suspicion', seat: 'novice-4', events: 3, novices: [] });
  expect(store.positions).toEqual({});
  expect(store.suspicions).toEqual({});
  expect(socket.last('away').seat).toBe('novice-4');
});

test('an act quotes what was asked, and its promise has the answer', async () => {
  const { store, socket } = seated();
  const reply = store.act('novice-4', { action: 'plan', novice: 4, gait: 'stand', route: [4] });
  const act = socket.last('act');
  expect(act).toMatchObject({ seat: 'novice-4', decision: 'plan-2' });
  expect(store.pending).toBe(2);
  const said = 'novice 4 is caught and must obey (rule 8.5)';
  socket.say({ type: 'refused', id: act.id, why: 'rules', reason: said, values: { said } });
  expect(await reply).toMatchObject({ type: 'refused', why: 'rules', values: { said } });
  expect(store.pending).toBe(1);
});

test('notation goes out as it was typed, a ruler without a decision', () => {
  const { store, socket } = seated();
  void store.type('novice-4', '4 walk 18 17');
  expect(socket.last('act')).toMatchObject({ action: '4 walk 18 17', decision: 'plan-2' });
  void store.act('novice-4', { action: 'ruler', novice: 4, one: 1, two: 2 });
  expect(socket.last('act').decision).toBeNull();
});

test('an explanation comes back to whoever asked', async () => {
  const { store, socket } = seated();
  const reply = store.explain('novice-4', 1);
  const explanation = { rules: ['6.1'] } as never;
  socket.say({ type: 'explained', id: socket.last('explain').id, explanation });
  expect(await reply).toMatchObject({ explanation });
});

test('a broken line waits longer each time, counts down and comes back', async () => {
  const { store, socket } = opened();
  socket.break();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.connection).toEqual({ state: 'retrying', seconds: 1 });
  const waits: number[] = [];
  for (let tries = 0; tries < 6; tries++) {
    await vi.advanceTimersByTimeAsync(1000 * 60);
    latest().break();
    await vi.advanceTimersByTimeAsync(0);
    waits.push(store.connection.state === 'retrying' ? store.connection.seconds : -1);
  }
  expect(waits).toEqual([1, 2, 4, 8, 15, 15]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(store.connection).toEqual({ state: 'retrying', seconds: 12 });
  store.retry();
  latest().say(welcome());
  expect(store.connection).toEqual({ state: 'open' });
});

test('after a break it catches up from exactly what it knows', async () => {
  const { store, socket } = seated();
  const again = await reconnected(socket);
  expect(again.last('look')).toMatchObject({ seat: 'novice-4', after: 2 });
  again.say(position(2, [ended(3)]));
  expect(store.positions['novice-4']?.events).toHaveLength(3);
});

test('an act that the break swallowed goes out again while it is still asked', async () => {
  const { store, socket } = seated();
  const reply = store.type('novice-4', 'stand');
  const again = await reconnected(socket);
  expect(again.sent.filter((message) => message.type === 'act')).toEqual([]);
  again.say(position(2, [], { decision: 'plan-2' }));
  again.say({ type: 'accepted', id: again.last('act').id });
  expect(await reply).toMatchObject({ type: 'accepted' });
});

test('an act that had arrived before the break is not sent twice', async () => {
  const { store, socket } = seated();
  const reply = store.type('novice-4', 'stand');
  const again = await reconnected(socket);
  again.say(position(2, [ended(3)], { decision: 'plan-3' }));
  expect(await reply).toEqual({ type: 'lost' });
  expect(again.sent.filter((message) => message.type === 'act')).toEqual([]);
});

test('what is said into a broken line is lost at once', async () => {
  const { store, socket } = seated();
  socket.break();
  expect(await store.say('psst')).toEqual({ type: 'lost' });
});

test('a table that is not there is gone, without further tries', async () => {
  const { store, socket } = opened({ shut: () => Promise.resolve('missing') });
  socket.break();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.connection).toEqual({ state: 'gone', why: 'missing' });
  expect(sockets).toHaveLength(1);
});

test('a server of another version ends the line', () => {
  const { store, socket } = opened();
  socket.say({ ...welcome(), version: 2 } as ServerMessage);
  expect(store.connection).toEqual({ state: 'gone', why: 'outdated' });
  expect(socket.closed).toBe(true);
});

test('without a network it waits until there is one', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { store, socket } = opened();
  socket.break();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(store.connection).toEqual({ state: 'offline' });
  expect(sockets).toHaveLength(1);
  online.mockReturnValue(true);
  dispatchEvent(new window.Event('online'));
  expect(sockets).toHaveLength(2);
});

test('its chairs add salt once each while the table is sealed, and the browser remembers what was taken', async () => {
  const { socket } = opened();
  const sealing: TableState = { ...state, status: 'sealing', seal: 'f00d' };
  socket.say(welcome(sealing));
  socket.say({ type: 'changed', table: sealing, chairs: ['a', 'b'], host: true });
  const salts = socket.sent.filter((message) => message.type === 'salt');
  expect(salts.map(({ chair, salt }) => [chair, salt])).toEqual([
    ['a', 'ab'],
    ['b', 'ab'],
  ]);
  const [first, second] = salts.map(({ id }) => id) as [number, number];
  socket.say({ type: 'accepted', id: first });
  socket.say({ type: 'refused', id: second, why: 'salt-late', reason: 'too late', values: { chair: 'b' } });
  await vi.advanceTimersByTimeAsync(0);
  expect(witnessOf('LAMP')).toEqual({ seal: 'f00d', salts: { a: 'ab' } });
  socket.say({ type: 'changed', table: { ...sealing, seal: 'beef' }, chairs: [], host: true });
  expect(witnessOf('LAMP').seal).toBe('f00d');
});

test('a seat that is refused is not looked from again', async () => {
  const { store, socket } = opened();
  socket.say(welcome());
  const reply = store.look('guards');
  socket.say({
    type: 'refused',
    id: socket.last('look').id,
    why: 'not-your-seat',
    reason: 'that seat is not yours',
    values: {},
  });
  await reply;
  const again = await reconnected(socket);
  expect(again.sent).toEqual([]);
});

test('lines of chat that come again are not shown twice', () => {
  const { store, socket } = opened();
  const line = (number: number) => ({ number, at: 0, author: 'Ada', text: `line ${number}` });
  socket.say({ type: 'said', channel: 'players', lines: [line(1), line(2)] });
  socket.say({ type: 'said', channel: 'players', lines: [line(2), line(3)] });
  expect(store.chat.players.map(({ number }) => number)).toEqual([1, 2, 3]);
});

test('a page that leaves keeps nothing', async () => {
  const { store, socket } = seated();
  const reply = store.type('novice-4', 'stand');
  store.close();
  expect(await reply).toEqual({ type: 'lost' });
  expect(store.positions).toEqual({});
  expect(socket.closed).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(1);
});

test('a stranger who has taken a chair meets the table anew, and is known by it', () => {
  const { store, socket } = opened();
  socket.say({ type: 'welcome', version: 1, table: state, chairs: [], host: false });
  expect(store.chairs).toEqual([]);
  store.meetAnew();
  expect(socket.closed).toBe(true);
  latest().say(welcome());
  expect(sockets).toHaveLength(2);
  expect(store.chairs).toEqual(['a', 'b']);
});
