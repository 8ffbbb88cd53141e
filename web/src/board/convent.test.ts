import { expect, test } from 'vitest';
import { Convent } from './convent';
import { beams, roomsOf } from './light';
import { fitted, width } from './plates';
import { ribbonLines } from './ribbons';
import { SAMPLE } from './sample';
import { litBy, lookouts } from './sight';

const convent = new Convent(SAMPLE);

test.each([
  [{ x: 104, y: 97 }, 24, 1],
  [{ x: 149, y: 100 }, 60, 1],
  [{ x: 150, y: 150 }, 24, null],
])('the nearest dot to %o within %i is %s', (point, within, dot) => {
  expect(convent.nearest(point, within)).toBe(dot);
});

test.each([
  [2, 1, 0, 3],
  [2, -1, 0, 1],
  [2, 0, 1, 12],
  [2, 0, -1, null],
  [12, 0, -1, 2],
])('from %i, the neighbour towards (%i, %i) is %s', (dot, across, down, next) => {
  expect(convent.towards(dot, across, down)).toBe(next);
});

test('a dot knows its room, its neighbours and what stands on its ways', () => {
  expect(convent.room(3)?.name).toBe('Kitchen');
  expect(convent.beside(2)).toEqual([1, 3, 12]);
  expect(convent.edge(3, 2)?.kind).toBe('door');
  expect(() => convent.at(99)).toThrow('expected a dot of the convent, got 99');
});

test('all walls have to be in view', () => {
  expect(convent.walls).toEqual({ left: 50, top: 50, width: 300, height: 200 });
});

test('paths that share a way lie side by side on it, whichever way they are walked', () => {
  const lines = ribbonLines(convent);
  expect(lines.get('blue-1-3')).toBe('M100.0 100.0L200.0 100.0L200.0 98.1L300.0 98.1');
  expect(lines.get('red-3-12')).toBe('M300.0 101.9L200.0 101.9L200.0 100.0L200.0 200.0');
});

test('light goes to every dot that is seen and fills what lies between those side by side', () => {
  expect(beams(convent, 1, [1, 2])).toBe('M100 100h.01M100 100L200 100');
  expect(beams(convent, 1, [2, 3])).toContain('M100 100L200 100L300 100Z');
  expect(beams(convent, 1, [2, 12])).not.toContain('Z');
  expect(roomsOf(convent, [1, 2, 3])).toHaveLength(2);
});

test('what a guard sees is looked up by where she stands and faces', () => {
  const sees = lookouts({
    options: 'mayfair',
    outlooks: [
      { dot: 1, facing: null, seen: [1] },
      { dot: 2, facing: [1, 2], seen: [2, 12] },
    ],
  });
  const guards = [
    { guard: 'abbess', dot: 2, facing: [1, 2] as [number, number] },
    { guard: 'prioress', dot: 1 },
    { guard: 'monk', dot: 1, blind: true },
  ];
  expect(litBy(guards, sees)).toEqual({ abbess: [2, 12], prioress: [1], monk: [] });
});

const plate = { lines: ['Night', 'stair'], size: 12, x: 0, y: 0, angle: 0, width: 30, height: 26 };

test('a name that is longer in another language is set smaller, within its plate', () => {
  const { lines, size } = fitted('escalier de nuit', plate);
  expect(size).toBeLessThan(12);
  expect(Math.max(...lines.map(width)) * size).toBeLessThanOrEqual(30 * 1.12 + 0.01);
  expect(lines.join(' ')).toBe('escalier de nuit');
});

test('a name that fits is set as large as the printed one', () => {
  expect(fitted('Night stair', plate)).toEqual({ lines: ['Night', 'stair'], size: 12 });
});
