import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startSpeaking } from '../i18n';
import { toasts } from '../look/toasts.svelte';
import { api } from '../protocol/version.json';
import type { Chair } from '../protocol/types';
import { FakeSocket } from '../store/fakeSocket';
import { TableStore } from '../store/table.svelte';
import Banner from './Banner.svelte';
import { Play } from './play.svelte';

let socket: FakeSocket;
let store: TableStore;
let banner: ReturnType<typeof mount>;

beforeAll(startSpeaking);

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  store = new TableStore('LAMP', { open: (address) => (socket = new FakeSocket(address)), salt: () => 'ab' });
  told(null);
  banner = mount(Banner, { target: document.body, props: { play: new Play(store) } });
  flushSync();
});

afterEach(() => {
  void unmount(banner);
  store.close();
  for (const { id } of toasts.shown) toasts.close(id);
  vi.unstubAllGlobals();
});

/** Anna's chair and one's own, for each of which a bot stands in or not. */
function told(anna: Chair['stand_in'], own: Chair['stand_in'] = null): void {
  const chairs = (
    [
      ['guards', 'Anna', anna],
      ['a', 'Bea', own],
    ] as const
  ).map(([chair, name, stand_in]): Chair => ({
    chair,
    side: chair === 'a' ? 'novices' : 'guards',
    kind: stand_in ? 'bot' : 'person',
    name,
    connected: true,
    stand_in,
  }));
  const table = { code: 'LAMP', status: 'playing', settings: {}, chairs } as const;
  socket.say({ type: 'welcome', version: api, table, chairs: ['a'], host: false });
  flushSync();
}

const shown = (): string[] => toasts.shown.map(({ text }) => text);

test.each([
  ['left', 'Anna has left. A bot is taking over.'],
  ['time', 'Anna ran out of time. A bot is taking over.'],
] as const)('whoever is stood in for is told once, and why: %s', (why, sentence) => {
  told(why);
  told(why);
  expect(shown()).toEqual([sentence]);
  told(null);
  expect(shown()).toEqual([sentence, 'Anna is back.']);
});

test.each([
  ['left', 'A bot is playing for you.'],
  ['time', 'You ran out of time. A bot is playing for you.'],
] as const)('she herself reads why a bot plays for her: %s', (why, sentence) => {
  told(null, why);
  expect(document.querySelector('.banner')?.textContent).toContain(sentence);
  expect(shown()).toEqual([]);
});
