/** Positions that use everything a board can show. */
import type { ComponentProps } from 'svelte';
import type Board from '../Board.svelte';
import type { Scene } from '../boardScene';

type State = Partial<ComponentProps<typeof Board>>;

const scene: Scene = {
  guards: [
    {
      guard: 'abbess',
      dot: 48,
      facing: [39, 48],
      path: 'yellow-26-101',
      dots: [26, 40, 39, 38, 37, 49, 62, 76, 90, 91, 92, 101],
    },
    { guard: 'prioress', dot: 105, facing: [88, 105] },
  ],
  novices: [
    { novice: 1, status: 'run', gait: 'walk' },
    { novice: 3, status: 'run', dot: 63 },
    { novice: 4, status: 'caught', dot: 129 },
  ],
  noises: [
    { by: 'novice-2', guard: 'abbess', between: [48, 39] },
    { by: 'novice-6', guard: 'abbess', between: [48, 39] },
    { by: 'novice-5', guard: 'prioress', between: [105, 104] },
    { by: 'prioress', guard: 'prioress', between: [105, 106] },
  ],
  vanishings: [{ novice: 2, between: [66, 47] }],
  paths: {
    remaining: ['blue-26-84', 'green-26-84', 'red-26-122', 'pink-101-147', 'yellow-26-122', 'blue-84-122'],
    face_up: ['yellow-26-101'],
    discarded: [
      'blue-26-147',
      'green-26-101',
      'green-101-122',
      'pink-84-101',
      'red-26-147',
      'red-122-147',
      'yellow-84-147',
    ],
    about_turns: 2,
  },
};

export const states: Record<string, State> = {
  plan: {
    scene: { ...scene, noises: [] },
    ghost: { novice: 6, dot: 23, cell: 6, key: { dot: 36, done: false }, wish: { dot: 121, done: false } },
    selectable: [22, 21, 20, 43, 42, 45, 44, 69, 70, 71, 24],
    routes: [{ dots: [23, 43, 42, 45, 46], kind: 'plan', novice: 6 }],
    signs: { 46: ['watched', 'end'], 45: ['watched'], 41: ['watched'], 48: ['danger'], 73: ['unknown'] },
  },
  guard: {
    scene,
    selectable: [49, 63, 39],
    offered: [],
    routes: [{ dots: [48, 49, 37], kind: 'guard' }],
  },
  paths: { scene, layers: { paths: true, sight: false } },
  offered: { scene, offered: ['red-26-122', 'yellow-26-122', 'green-26-84'], layers: { paths: true } },
  hearing: {
    scene,
    layers: { hearing: true },
    hearing: [
      {
        guard: 'abbess',
        steps: {
          48: 0,
          49: 1,
          39: 1,
          63: 1,
          37: 2,
          38: 2,
          40: 2,
          62: 2,
          50: 2,
          64: 2,
          66: 2,
          51: 3,
          76: 3,
          41: 3,
          26: 3,
          28: 3,
          27: 2,
        },
      },
    ],
  },
  court: {
    scene,
    highlight: { lines: [[105, 129]], ways: [[48, 49, 50, 51, 35, 30]], dots: [129, 30] },
  },
  ruler: { scene, laid: { one: 23, two: 48, line: false, steps: 7, way: [23, 43, 42, 45, 46, 47, 66, 63, 48] } },
  suspicion: {
    scene: { ...scene, novices: [] },
    suspicion: [{ novice: 2, dots: { 51: 120, 50: 240, 35: 60, 30: 20, 15: 10, 16: 30, 17: 90, 18: 430 } }],
  },
  suspicions: {
    scene: { ...scene, novices: [] },
    suspicion: [
      { novice: 2, dots: { 51: 120, 50: 240, 35: 60, 30: 20, 15: 10, 16: 30, 17: 90, 18: 430 } },
      { novice: 5, dots: { 16: 500, 17: 300, 18: 200 } },
      { novice: 6, dots: { 139: 1000 } },
    ],
  },
  crowd: {
    scene: {
      ...scene,
      guards: [
        { guard: 'abbess', dot: 26 },
        { guard: 'prioress', dot: 26 },
        { guard: 'monk', dot: 84, facing: [83, 84] },
      ],
      novices: [1, 2, 3, 4, 5, 6].map((novice) => ({ novice, status: 'run', dot: novice })),
    },
  },
};
