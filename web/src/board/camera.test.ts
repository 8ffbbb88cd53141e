import { expect, test } from 'vitest';
import { Camera } from './camera.svelte';

const WALLS = { left: 50, top: 50, width: 300, height: 200 };

function looking(width = 620, height = 420): Camera {
  const camera = new Camera(WALLS);
  camera.resize(width, height);
  return camera;
}

test('it begins with the whole convent in the middle of the pane', () => {
  const camera = looking();
  expect(camera.scale).toBe(2);
  expect(camera.over({ x: 200, y: 150 })).toEqual({ x: 310, y: 210 });
});

test('coming closer keeps what is under the finger there', () => {
  const camera = looking();
  const finger = { x: 300, y: 200 };
  const under = camera.under(finger);
  camera.zoom(1.3, finger);
  expect(camera.under(finger).x).toBeCloseTo(under.x);
  expect(camera.under(finger).y).toBeCloseTo(under.y);
});

test('it comes no closer than makes sense, and goes no farther than the whole', () => {
  const camera = looking();
  camera.zoom(100);
  expect(camera.scale).toBe(3.2);
  camera.zoom(0.001);
  expect(camera.scale).toBe(2);
});

test('the plan cannot be lost out of the pane', () => {
  const camera = looking(310, 420);
  camera.zoom(2);
  camera.pan(10_000, -10_000);
  const corner = camera.over({ x: 50, y: 250 });
  expect(corner.x).toBeLessThan(100);
  expect(corner.y).toBeGreaterThan(300);
});

test('a pane of another size shows the whole until somebody has moved it, then what was in the middle', () => {
  const camera = looking();
  camera.resize(320, 420);
  expect(camera.scale).toBe(1);
  camera.zoom(2, { x: 160, y: 210 });
  const middle = camera.under({ x: 160, y: 210 });
  camera.resize(300, 300);
  expect(camera.under({ x: 150, y: 150 }).x).toBeCloseTo(middle.x);
});

test('it moves only as far as it must to show a dot', () => {
  const camera = looking(310, 420);
  camera.zoom(3);
  camera.show([camera.under({ x: 155, y: 210 })]);
  const before = camera.x;
  camera.show([{ x: 60, y: 150 }]);
  expect(camera.x).not.toBe(before);
  expect(camera.over({ x: 60, y: 150 }).x).toBeGreaterThanOrEqual(0);
});

test('it comes close to a corner and shows no more beyond the walls than the arrows need', () => {
  const camera = looking(220, 220);
  camera.closeIn([{ x: 60, y: 60 }]);
  expect(camera.over({ x: 50, y: 50 }).x).toBeCloseTo(38);
  expect(camera.over({ x: 50, y: 50 }).y).toBeCloseTo(38);
});

test('it leans for a moment and comes back, unless somebody has taken hold of it', () => {
  const camera = looking(320, 220);
  camera.lean({ x: 60, y: 60 }, 1.4, 0);
  expect(camera.scale).toBeGreaterThan(1);
  camera.leanBack(0);
  expect(camera.scale).toBe(1);
  expect(camera.over({ x: 200, y: 150 })).toEqual({ x: 160, y: 110 });
  camera.lean({ x: 60, y: 60 }, 1.4, 0);
  camera.zoom(1.1);
  const held = camera.scale;
  camera.leanBack(0);
  expect(camera.scale).toBe(held);
});
