import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startSpeaking } from '../i18n';
import type { DayInfo, Today as DayAnswer } from '../protocol/types';
import Today from './Today.svelte';

const day = (date: string): DayInfo => ({
  day: date,
  side: 'novices',
  seal: '5e',
  sealed_before: true,
  players: 0,
  places: [],
});
const today: DayAnswer = {
  today: day('2026-11-18'),
  ends_in: 60_000,
  tomorrow: { day: '2026-11-19', seal: '6f', side: 'guards' },
  yesterday: null,
  settings: {},
  level: 'normal',
};

let page: ReturnType<typeof mount>;
let asked: string[];

beforeAll(startSpeaking);

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const found = path.includes('before=')
      ? { days: [day('2026-11-16')], next: null }
      : { days: [day('2026-11-17')], next: '2026-11-17' };
    return Promise.resolve(new Response(JSON.stringify(path.endsWith('/today') ? today : found)));
  });
  page = mount(Today, { target: document.body });
});

afterEach(() => {
  void unmount(page);
  vi.unstubAllGlobals();
});

test('older days are fetched once, however often the button is pressed', async () => {
  await vi.waitFor(() => {
    expect(document.querySelector('[aria-labelledby=calendar] button')).not.toBeNull();
  });
  const older = document.querySelector<HTMLButtonElement>('[aria-labelledby=calendar] button');
  older?.click();
  flushSync();
  expect(older?.getAttribute('aria-disabled')).toBe('true');
  older?.click();
  await vi.waitFor(() => {
    expect(document.querySelectorAll('[aria-labelledby=calendar] li')).toHaveLength(2);
  });
  expect(asked.filter((path) => path.includes('before='))).toHaveLength(1);
});
