import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startSpeaking } from '../i18n';
import { api } from '../protocol/version.json';
import type { ServerMessage, ValuedMove } from '../protocol/types';
import { FakeSocket } from '../store/fakeSocket';
import { TableStore } from '../store/table.svelte';
import AdvicePanel from './AdvicePanel.svelte';
import { Play } from './play.svelte';
import { sampleGuard, sampleView } from './sampleView';

const CHOICE: ValuedMove = { actions: ['abbess stops'], route: [26], gait: '', chance: 1, error: 0 };

let socket: FakeSocket;
let store: TableStore;
let shown: ReturnType<typeof mount>;
const scrolled = vi.fn();

beforeAll(startSpeaking);

function show(learning: boolean): void {
  const table = { code: 'LAMP', status: 'playing', settings: { advice: true }, chairs: [] } as const;
  store = new TableStore('LAMP', { open: (address) => (socket = new FakeSocket(address)), salt: () => 'ab' });
  socket.say({ type: 'welcome', version: api, table: { ...table, chairs: [] }, chairs: [], host: false });
  const play = new Play(store);
  play.sit('guards');
  const guards = [sampleGuard('abbess', 26), sampleGuard('prioress', 26)];
  const view = sampleView({ seat: 'guards', guards, actions: [] });
  socket.say({ type: 'position', seat: 'guards', first: 0, events: [], view, decision: 'd0' });
  shown = mount(AdvicePanel, { target: document.body, props: { play, learning } });
  flushSync();
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  Element.prototype.scrollIntoView = scrolled.mockClear();
});

afterEach(() => {
  void unmount(shown);
  store.close();
  vi.unstubAllGlobals();
});

const panel = (): HTMLElement => document.querySelector<HTMLElement>('.advice') as HTMLElement;
const button = (): HTMLElement => panel().querySelector('button') as HTMLElement;

async function ask(answer: (id: number) => ServerMessage): Promise<void> {
  button().focus();
  button().click();
  await tick();
  socket.say(answer(socket.last('advise').id));
  await vi.waitFor(() => expect(panel().textContent).not.toContain('Thinking'));
  await tick();
  await tick();
}

test('what was refused can be asked again, and the focus goes with the answer', async () => {
  show(false);
  await ask((id) => ({ type: 'refused', id, why: 'preparing', reason: '', values: {} }));
  expect(panel().querySelector('[role=alert]')?.textContent).toContain('the server is still getting ready');
  expect(document.activeElement).toBe(button());
  await ask((id) => ({ type: 'advised', id, choices: [CHOICE] }));
  expect(document.activeElement?.textContent).toBe('What would a good player consider?');
  expect(panel().textContent).toContain('99%');
  expect(scrolled).toHaveBeenLastCalledWith({ block: 'nearest', behavior: 'auto' });
});

test('a focus that went elsewhere stays there', async () => {
  show(true);
  const other = document.body.appendChild(document.createElement('button'));
  button().click();
  await tick();
  other.focus();
  socket.say({ type: 'advised', id: socket.last('advise').id, choices: [CHOICE] });
  await vi.waitFor(() => expect(panel().textContent).toContain('to win the night from here'));
  await tick();
  expect(document.activeElement).toBe(other);
  expect(scrolled).not.toHaveBeenCalled();
  other.remove();
});
