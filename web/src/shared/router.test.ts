import { expect, test } from 'vitest';
import { routeOf } from './router.svelte';

test.each([
  ['/', '', { page: 'home' }],
  ['/t/ABCD', '', { page: 'table', code: 'ABCD' }],
  ['/t/ABCD/', '', { page: 'table', code: 'ABCD' }],
  ['/t/', '', { page: 'unknown', path: '/t/' }],
  ['/replay', '', { page: 'replay', record: null }],
  ['/replay/r%2D1', '', { page: 'replay', record: 'r-1' }],
  ['/takeover/r1/120', '', { page: 'takeover', record: 'r1', moment: 120, seat: null }],
  ['/takeover/r1/120/novice-4', '', { page: 'takeover', record: 'r1', moment: 120, seat: 'novice-4' }],
  ['/takeover/r1', '', { page: 'unknown', path: '/takeover/r1' }],
  ['/takeover/r1/soon', '', { page: 'unknown', path: '/takeover/r1/soon' }],
  ['/today', '', { page: 'today' }],
  ['/nights', '', { page: 'nights' }],
  ['/tv/ABCD', '', { page: 'tv', code: 'ABCD' }],
  ['/tv', '', { page: 'unknown', path: '/tv' }],
  ['/rules', '#6.3', { page: 'rules', paragraph: '6.3' }],
  ['/rules', '', { page: 'rules', paragraph: null }],
  ['/t/ABCD/more', '', { page: 'unknown', path: '/t/ABCD/more' }],
  ['/t/%', '', { page: 'table', code: '%' }],
  ['/elsewhere', '', { page: 'unknown', path: '/elsewhere' }],
])('the address %s%s', (path, hash, route) => {
  expect(routeOf(path, hash)).toEqual(route);
});
