import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const AA_TEXT = 4.5;
const AA_SHAPE = 3;

type Pair = [front: string, back: string];

const TEXTS: Pair[] = [
  ...['page', 'page-near', 'page-far'].flatMap((back): Pair[] => [
    ['page-text', back],
    ['page-soft', back],
    ['gold-text', back],
  ]),
  ...['stone', 'stone-high', 'stone-low'].flatMap((back): Pair[] =>
    ['text', 'soft', 'gold-text', 'danger', 'good'].map((front) => [front, back]),
  ),
  ...['gold-wash', 'danger-wash', 'good-wash'].map((back): Pair => ['text', back]),
  ['danger', 'danger-wash'],
  ['on-gold', 'gold'],
  ['on-gold', 'gold-high'],
  ...['paper', 'paper-low'].flatMap((back): Pair[] => [
    ['paper-ink', back],
    ['paper-soft', back],
    ['paper-red', back],
  ]),
];
const SHAPES: Pair[] = [
  ...['page', 'stone', 'stone-high', 'stone-low'].map((back): Pair => ['focus', back]),
  ['edge-strong', 'stone'],
  ['edge-strong', 'stone-low'],
  ...[1, 2, 3, 4, 5, 6].flatMap((novice): Pair[] => [
    [`novice-${novice}`, 'medal'],
    [`novice-${novice}-ink`, 'page'],
    [`novice-${novice}-ink`, 'stone'],
  ]),
];

function shade(name: string, night: boolean): string {
  const both = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css);
  const one = new RegExp(`--${name}: (#\\w+);`).exec(css);
  const found = both ? both[night ? 2 : 1] : one?.[1];
  if (!found) throw new Error(`expected a colour --${name} in tokens.css, got none`);
  return found;
}

/** Relative luminance, as the guidelines for accessible pages define it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast([front, back]: Pair, night: boolean): number {
  const [light, dark] = [luminance(shade(front, night)), luminance(shade(back, night))].sort(
    (one, two) => two - one,
  ) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test.each([
  ['night', true],
  ['vellum', false],
] as const)('%s can be read', (_, night) => {
  const faint = [
    ...TEXTS.filter((pair) => contrast(pair, night) < AA_TEXT),
    ...SHAPES.filter((pair) => contrast(pair, night) < AA_SHAPE),
  ].map((pair) => `${pair.join(' on ')}: ${contrast(pair, night).toFixed(2)}`);
  expect(faint).toEqual([]);
});
