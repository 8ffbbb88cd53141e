import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '../protocol/version.json';
import type { Event, Foresight, Position, Sealing, ServerMessage, TableState, Update, View } from '../protocol/types';
import { serverVersion } from './apiVersion.svelte';
import { FakeSocket } from './fakeSocket';
import { TableStore, type Surroundings } from './table.svelte';
import { Transcript } from './transcript';
import { commitmentOf, planDigest, witnessOf } from './witness';

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
  return { type: 'welcome', version: api, table, chairs: ['a', 'b'], host: true };
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

function update(version: number, more: Partial<Update> = {}): Update {
  return { type: 'update', seat: 'novice-4', version, ...more };
}

test('an update changes some fields of the view, adds events and keeps what can be foreseen', () => {
  const { store, socket } = seated();
  const foresight = { dot: 4 } as Foresight;
  socket.say(
    update(1, { events: [ended(3)], public: { turn: 2 }, own: { actions: [] }, decision: 'plan-3', foresight }),
  );
  socket.say(update(2, { public: { turn: 3, phase: 1 } }));
  expect(store.positions['novice-4']).toEqual({
    seat: 'novice-4',
    version: 2,
    events: [ended(1), ended(2), ended(3)],
    view: { seat: 'novice-4', turn: 3, phase: 1, actions: [] },
    decision: null,
    foresight,
    uses: [],
  });
  socket.say(update(3, { foresight: null }));
  expect(store.positions['novice-4']?.foresight).toBeNull();
});

test('after a missing update the whole view is asked for, once', async () => {
  const { store, socket } = seated();
  const looks = () => socket.sent.filter((message) => message.type === 'look').length;
  const before = looks();
  socket.say(update(2, { public: { turn: 9 } }));
  socket.say(update(3));
  expect(looks()).toBe(before + 1);
  expect(store.positions['novice-4']?.view.turn).toBe(1);
  socket.say(position(2, [], { version: 3, view: { ...view, turn: 5 } }));
  socket.say({ type: 'accepted', id: socket.last('look').id });
  await Promise.resolve();
  socket.say(update(4, { public: { turn: 6 } }));
  expect(store.positions['novice-4']?.view.turn).toBe(6);
  socket.say(update(6));
  expect(looks()).toBe(before + 2);
});

test('a frame may hold several messages, one a line', () => {
  const { store, socket } = seated();
  socket.sayAll([update(1, { public: { turn: 2 } }), update(2, { public: { turn: 3 } })]);
  expect(store.positions['novice-4']?.view.turn).toBe(3);
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
  socket.say({ ...welcome(), version: api + 1 } as ServerMessage);
  expect(store.connection).toEqual({ state: 'gone', why: 'outdated' });
  expect(socket.closed).toBe(true);
  expect(serverVersion.isOther).toBe(true);
  serverVersion.isOther = false;
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

const TERMS = 'nuns record 3\nchair a person Ada\n';
const promise = (chair: string) => commitmentOf(TERMS, chair, 'ab');

function sealing(more: Partial<Sealing> = {}, seal = 'f00d'): TableState {
  return { ...state, status: 'sealing', seal, sealing: { terms: TERMS, ...more } };
}

function changed(table: TableState): ServerMessage {
  return { type: 'changed', table, chairs: ['a', 'b'], host: true };
}

test('its chairs promise a salt once each, which is noted whatever the server makes of it', async () => {
  const { socket } = opened();
  socket.say(welcome(sealing()));
  socket.say(changed(sealing()));
  const promises = socket.sent.flatMap((message) => (message.type === 'commit' ? [message] : []));
  expect(promises.map(({ chair, commitment }) => [chair, commitment])).toEqual([
    ['a', promise('a')],
    ['b', promise('b')],
  ]);
  socket.say({
    type: 'refused',
    id: promises[1]?.id ?? 0,
    why: 'salt-late',
    reason: 'too late',
    values: { chair: 'b' },
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(witnessOf('LAMP')).toMatchObject({
    seal: 'f00d',
    terms: TERMS,
    salts: { a: 'ab', b: 'ab' },
    commitments: null,
  });
  socket.say(changed({ ...sealing({ terms: 'others' }), seal: 'beef' }));
  expect(witnessOf('LAMP')).toMatchObject({ seal: 'f00d', terms: TERMS });
});

test('a salt is given only when the promises are published, and only where the promise is ours', () => {
  const { socket } = opened();
  socket.say(welcome(sealing()));
  socket.say(changed(sealing({ commitments: { a: promise('a') } })));
  expect(socket.sent.some((message) => message.type === 'salt')).toBe(false);
  const published = sealing({ commitments: { a: promise('a'), b: 'another' }, published: true });
  socket.say(changed(published));
  socket.say(changed(published));
  const salts = socket.sent.flatMap((message) => (message.type === 'salt' ? [message] : []));
  expect(salts.map(({ chair, salt }) => [chair, salt])).toEqual([['a', 'ab']]);
  socket.say(changed(sealing({ commitments: { a: 'changed afterwards' }, published: true })));
  expect(witnessOf('LAMP').commitments).toEqual({ a: promise('a'), b: 'another' });
});

test('a page that is loaded again gives the salt that it promised before', () => {
  opened().socket.say(welcome(sealing()));
  const { socket } = opened({ salt: () => 'cd' });
  socket.say(welcome(sealing({ commitments: { a: promise('a') }, published: true })));
  expect(socket.last('salt')).toMatchObject({ chair: 'a', salt: 'ab' });
});

test('the running hash of a seat outlives the page, and history that is told anew is noted', () => {
  const night: TableState = { ...state, seal: 'f00d' };
  const events = [ended(1), ended(2), ended(3)];
  const first = opened();
  first.socket.say(welcome(night));
  void first.store.look('novice-4');
  first.socket.say(position(0, events.slice(0, 1)));
  first.socket.say(position(1, events.slice(1, 2)));
  const followed = () => witnessOf('LAMP').followed['novice-4'];
  const expected = new Transcript('f00d');
  expected.learn(0, events);
  expect(followed()).toEqual({ since: 1, events: 2, hash: expected.after(2), ended: false, rewritten: false });
  const again = opened();
  again.socket.say(welcome(night));
  void again.store.look('novice-4');
  again.socket.say(position(0, events, { view: { ...view, turn: 3, over: 'dawn' } }));
  expect(followed()).toEqual({ since: 1, events: 3, hash: expected.after(3), ended: true, rewritten: false });
  const other = opened();
  other.socket.say(welcome(night));
  void other.store.look('novice-4');
  other.socket.say(position(0, [ended(7), ended(2), ended(3)]));
  expect(followed()?.rewritten).toBe(true);
});

test('a plan is noted when the server has taken it', async () => {
  const { store, socket } = opened();
  socket.say(welcome({ ...state, seal: 'f00d' }));
  void store.look('novice-4');
  socket.say(position(0, [], { decision: 'plan-1' }));
  const taken = store.act('novice-4', { action: 'plan', novice: 4, gait: 'walk', route: [4, 18, 27] });
  socket.say({ type: 'accepted', id: socket.last('act').id });
  await taken;
  const refused = store.type('novice-4', 'novice-4 stand 4');
  socket.say({ type: 'refused', id: socket.last('act').id, why: 'stale', reason: 'stale', values: {} });
  await refused;
  expect(witnessOf('LAMP').plans).toEqual({ 'novice-4': [planDigest('f00d', 'novice-4 walk 4-18-27')] });
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
  socket.say({ type: 'welcome', version: api, table: state, chairs: [], host: false });
  expect(store.chairs).toEqual([]);
  store.meetAnew();
  expect(socket.closed).toBe(true);
  latest().say(welcome());
  expect(sockets).toHaveLength(2);
  expect(store.chairs).toEqual(['a', 'b']);
});
