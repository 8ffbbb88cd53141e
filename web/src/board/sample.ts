/** A convent of four dots in two rooms, for tests. */
import type { ConventPlan } from '../protocol/types';

export const SAMPLE: ConventPlan = {
  name: 'A small convent',
  view_box: [0, 0, 400, 300],
  dots: [
    { dot: 1, x: 100, y: 100, room: 0 },
    { dot: 2, x: 200, y: 100, room: 0 },
    { dot: 3, x: 300, y: 100, room: 1 },
    { dot: 12, x: 200, y: 200, room: 0 },
  ],
  edges: [
    { one: 1, two: 2, kind: 'open' },
    { one: 2, two: 3, kind: 'door' },
    { one: 2, two: 12, kind: 'open' },
  ],
  rooms: [
    {
      name: 'Chapel',
      floor: 'chapel',
      dots: [1, 2, 12],
      shape: [
        [50, 50],
        [250, 50],
        [250, 250],
        [50, 250],
      ],
      plate: { lines: ['Chapel'], size: 12, x: 120, y: 70, angle: 0, width: 40, height: 13 },
    },
    {
      name: 'Kitchen',
      floor: 'stone',
      dots: [3],
      shape: [
        [250, 50],
        [350, 50],
        [350, 250],
        [250, 250],
      ],
      plate: null,
    },
  ],
  marks: [{ kind: 'cell', dot: 1, label: '1', x: 120, y: 80 }],
  paths: [
    { name: 'blue-1-3', colour: 'blue', dash: 0, dots: [1, 2, 3] },
    { name: 'red-3-12', colour: 'red', dash: 0, dots: [3, 2, 12] },
  ],
  path_ends: {},
  novices: [],
  keys: {},
  wish_cards: {},
  tower: [],
  guard_start: 1,
  monk_start: 3,
};
