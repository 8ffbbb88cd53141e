import { expect, test } from 'vitest';
import { routeOf } from './router.svelte';

test.each([
  ['/', '', { page: 'home' }],
  ['/t/ABCD', '', { page: 'table', code: 'ABCD' }],
  ['/t/ABCD/', '', { page: 'table', code: 'ABCD' }],
  ['/t/', '', { page: 'unknown', path: '/t/' }],
  ['/replay', '', { page: 'replay', record: null }],
  ['/replay/r%2D1', '', { page: 'replay', record: 'r-1' }],
  ['/rules', '#6.3', { page: 'rules', paragraph: '6.3' }],
  ['/rules', '', { page: 'rules', paragraph: null }],
  ['/t/ABCD/more', '', { page: 'unknown', path: '/t/ABCD/more' }],
  ['/t/%', '', { page: 'table', code: '%' }],
  ['/elsewhere', '', { page: 'unknown', path: '/elsewhere' }],
])('the address %s%s', (path, hash, route) => {
  expect(routeOf(path, hash)).toEqual(route);
});
