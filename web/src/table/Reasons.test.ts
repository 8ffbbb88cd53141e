import { flushSync, mount, unmount } from 'svelte';
import { beforeAll, expect, test } from 'vitest';
import { startSpeaking } from '../i18n';
import type { RuleReason } from '../protocol/types';
import Reasons from './Reasons.svelte';

beforeAll(startSpeaking);

test('every reason to leave a path is told with what it is about', () => {
  const reasons: readonly RuleReason[] = [
    { code: 'novice-in-sight', values: { novice: 4, dot: 39 } },
    { code: 'vanished-token', values: { novice: 2, between: [18, 17] } },
    { code: 'noise-token' },
  ];
  const shown = mount(Reasons, { target: document.body, props: { reasons, names: { 'novice-2': 'Anna' } } });
  flushSync();
  expect([...document.querySelectorAll('.reason')].map((each) => each.textContent.trim())).toEqual([
    'Novice 4 is in sight on 39.',
    'Anna (novice 2) left a vanished token between 18 and 17.',
    'She has a noise token of her own.',
  ]);
  void unmount(shown);
});
