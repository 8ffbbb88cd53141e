import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../protocol/version.json';
import type { Action, Event, Foresight, GuardView, Position, Step, View } from '../protocol/types';
import { FakeSocket } from '../store/fakeSocket';
import { TableStore } from '../store/table.svelte';
import { Play } from './play.svelte';
import { sampleGuard, sampleView } from './sampleView';

let socket: FakeSocket;
let store: TableStore;
let play: Play;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  localStorage.clear();
  store = new TableStore('LAMP', { open: (address) => (socket = new FakeSocket(address)), salt: () => 'ab' });
  socket.say({
    type: 'welcome',
    version: api,
    table: { code: 'LAMP', status: 'playing', settings: {}, chairs: [] },
    chairs: [],
    host: false,
  });
  play = new Play(store);
});
afterEach(() => {
  play.rise();
  store.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const view = (seat: string, actions: Action[], abbess: Partial<GuardView> = {}): View =>
  sampleView({
    seat,
    guards: [sampleGuard('abbess', 26, abbess), sampleGuard('prioress', 26)],
    actions,
  });
const step = (start: number, to: number): Step => ({
  action: 'step',
  guard: 'abbess',
  start,
  to,
  free: false,
  one_more_step: false,
});
const stepped = (from: number, to: number): Event => ({
  event: 'guard_stepped',
  turn: 2,
  guard: 'abbess',
  from,
  to,
  free: false,
});

/** The server tells a seat something, and the page takes it. */
function told(position: Omit<Position, 'type'>): void {
  socket.say({ type: 'position', ...position });
  const learnt = store.positions[position.seat];
  if (learnt) play.learn(learnt);
}

async function accept(): Promise<void> {
  socket.say({ type: 'accepted', id: socket.last('act').id });
  await vi.advanceTimersByTimeAsync(0);
}

describe('walking on', () => {
  it('takes step after step, each when the one before has been shown, and stops when something shows', async () => {
    play.sit('guards');
    told({ seat: 'guards', first: 0, events: [], view: view('guards', [step(26, 40)]), decision: 'd0' });
    play.walkUntil('abbess', 4);
    expect(socket.last('act').action).toEqual(step(26, 40));
    await accept();
    told({
      seat: 'guards',
      first: 0,
      events: [stepped(26, 40)],
      view: view('guards', [step(40, 41)], { dot: 40, steps: 1 }),
      decision: 'd1',
    });
    expect(socket.last('act').decision).toBe('d0');
    await vi.runAllTimersAsync();
    expect(socket.last('act')).toMatchObject({ decision: 'd1', action: step(40, 41) });
    await accept();
    const seen: Event = { event: 'novice_seen', turn: 2, novice: 4, dot: 46, by: ['abbess'] };
    told({
      seat: 'guards',
      first: 1,
      events: [stepped(40, 41), seen],
      view: view('guards', [step(41, 46)], { dot: 41, steps: 2, leave: true }),
      decision: 'd2',
    });
    await vi.runAllTimersAsync();
    expect(play.walk).toBeNull();
    expect(socket.last('act').decision).toBe('d1');
  });
  it('does not step twice for what another has done meanwhile', async () => {
    play.sit('guards');
    told({ seat: 'guards', first: 0, events: [], view: view('guards', [step(26, 40)]), decision: 'd0' });
    play.walkUntil('abbess', 4);
    const ruler: Event = { event: 'ruler_laid', turn: 2, novice: 4, dots: [1, 2], line: false, steps: 2 };
    told({ seat: 'guards', first: 0, events: [ruler], view: view('guards', [step(26, 40)]), decision: 'd0' });
    await vi.runAllTimersAsync();
    expect(socket.sent.filter(({ type }) => type === 'act')).toHaveLength(1);
  });
});

describe('a window', () => {
  const asked = (...by: string[]): View =>
    view(
      'guards',
      by.map((each) => ({ action: 'pass', by: each })),
    );
  it('is passed for all holders at once', async () => {
    play.sit('guards');
    told({ seat: 'guards', first: 0, events: [], view: asked('abbess', 'prioress'), decision: 'w' });
    play.passAll();
    expect(socket.last('act').action).toEqual({ action: 'pass', by: 'abbess' });
    told({ seat: 'guards', first: 0, events: [], view: asked('prioress'), decision: 'w' });
    expect(socket.last('act').action).toEqual({ action: 'pass', by: 'prioress' });
  });
  it('is passed by the page where no card could change anything, and each holder once', async () => {
    play.sit('guards');
    told({ seat: 'guards', first: 0, events: [], view: asked('abbess'), decision: 'w' });
    expect([play.question, play.isAsked]).toEqual(['none', false]);
    await vi.runAllTimersAsync();
    told({ seat: 'guards', first: 0, events: [], view: asked('abbess'), decision: 'w' });
    await vi.runAllTimersAsync();
    const acts = socket.sent.flatMap((each) => (each.type === 'act' ? [each.action] : []));
    expect(acts).toEqual([{ action: 'pass', by: 'abbess' }]);
  });
  it('is shown where a card could, where the reader wants every one, and not where she wants none tonight', () => {
    play.sit('guards');
    const uses = [{ by: 'abbess', die: 'novice-4', matters: true }];
    told({ seat: 'guards', first: 0, events: [], view: asked('abbess'), decision: 'w', uses });
    expect(play.question).toBe('blessing');
    play.setAsking('never');
    expect(play.question).toBe('none');
    told({ seat: 'guards', first: 0, events: [], view: asked('abbess'), decision: 'v' });
    play.setAsking('always');
    expect(play.question).toBe('blessing');
  });
});

describe('a question', () => {
  const asked = (): void => {
    play.sit('guards');
    told({ seat: 'guards', first: 0, events: [], view: view('guards', [step(26, 40)]), decision: 'd0' });
  };
  const table = { code: 'LAMP', settings: {} };
  it('is not put to a seat for which a bot stands in', () => {
    asked();
    expect([play.question, play.isAsked]).toEqual(['step', true]);
    const chair = {
      chair: 'guards',
      side: 'guards',
      kind: 'bot',
      name: 'Anna',
      stand_in: 'time',
      seat: 'guards',
    } as const;
    socket.say({
      type: 'welcome',
      version: api,
      table: { ...table, status: 'playing', chairs: [chair] },
      chairs: ['guards'],
      host: false,
    });
    expect([play.question, play.isAsked]).toEqual(['none', false]);
  });
  it('is not put to anybody at a table that was given up', () => {
    asked();
    socket.say({
      type: 'welcome',
      version: api,
      table: { ...table, status: 'abandoned', chairs: [] },
      chairs: [],
      host: false,
    });
    expect([play.question, play.isAsked]).toEqual(['none', false]);
  });
});

describe('a plan', () => {
  const foresight: Foresight = {
    dot: 4,
    gaits: [{ gait: 'run', least: 1, most: 5, most_blessed: null }],
    ways: { 4: [18], 18: [4, 27] },
    reaches: [{ dot: 18, fits: [{ gait: 'run', route: [4, 18] }] }],
  };
  const writing = view('novice-4', [{ action: 'gait', novice: 4, gait: 'run' }]);
  beforeEach(() => {
    play.sit('novice-4');
    told({ seat: 'novice-4', first: 0, events: [], view: writing, decision: 'p', foresight });
  });
  it('is kept while others write, and gone with the next question', () => {
    play.choose(18);
    told({
      seat: 'novice-4',
      first: 0,
      events: [],
      view: { ...writing, waiting: ['novice-4'] },
      decision: 'p',
      foresight,
    });
    expect(play.draft?.route).toEqual([4, 18]);
    told({ seat: 'novice-4', first: 0, events: [], view: { ...writing, turn: 3 }, decision: 'q', foresight });
    expect(play.draft?.route).toEqual([4]);
  });
  it('tells why it was refused, until something else is drawn', async () => {
    const sent = play.act({ action: 'plan', novice: 4, gait: 'run', route: [4, 9] });
    const said = 'no edge leads there from 4 (rule 5.2)';
    socket.say({ type: 'refused', id: socket.last('act').id, why: 'rules', reason: said, values: { said } });
    expect(await sent).toBe(false);
    expect(play.refusal).toMatchObject({ why: 'rules', values: { said } });
    play.choose(18);
    expect(play.refusal).toBeNull();
  });
  it('is not sent twice by two taps', () => {
    void play.act({ action: 'plan', novice: 4, gait: 'run', route: [4, 18] });
    void play.act({ action: 'plan', novice: 4, gait: 'run', route: [4, 18] });
    expect(socket.sent.filter(({ type }) => type === 'act')).toHaveLength(1);
  });
  it('is forgotten when the veil falls, with everything else of the seat', () => {
    play.choose(18);
    play.rise();
    expect([play.draft, play.position, play.recap.view, play.court, play.spoken.batches.length]).toEqual([
      null,
      null,
      null,
      null,
      0,
    ]);
    expect(store.positions).toEqual({});
    expect(socket.last('away').seat).toBe('novice-4');
  });
});
