import { flushSync, mount, unmount } from 'svelte';
import { beforeAll, expect, test } from 'vitest';
import { startSpeaking } from '../i18n';
import Reasons from './Reasons.svelte';

beforeAll(startSpeaking);

test('every reason to leave a path is told with what it is about', () => {
  const reasons = [
    { code: 'novice', novice: 4, dot: 39 },
    { code: 'vanished', novice: 2, between: [18, 17] as const },
    { code: 'noise' },
  ];
  const shown = mount(Reasons, { target: document.body, props: { reasons } });
  flushSync();
  const told = [...document.querySelectorAll('.reason')].map((each) => each.textContent?.replace(/\s+/g, ' ').trim());
  expect(told.map((each) => /\((.*)\)/.exec(each ?? '')?.[1])).toEqual(['novice 4, 39', 'novice 2, 18–17', undefined]);
  expect(new Set(told).size).toBe(3);
  void unmount(shown);
});
