// The chances of a night along the beads of its replay: one bead a half-turn, and the points of an analysis on and between them.

import type { Analysis, Point } from '../../protocol/types';

/** A point of the curve, and where it lies: 3 is the fourth bead, 2.5 half-way to it. */
export interface Place {
  readonly x: number;
  readonly point: Point;
}

/** The half-turn in which the last of so many actions was done; `ends` are the steps that end the half-turns. */
export function placeOfMoment(ends: readonly number[], moment: number): number {
  const place = ends.findIndex((end) => end >= moment - 1);
  return place < 0 ? Math.max(0, ends.length - 1) : place;
}

/** The last half-turn that had ended when a decision was taken, which is what the player saw. */
export function placeBefore(ends: readonly number[], moment: number): number {
  return Math.max(
    0,
    ends.findLastIndex((end) => end < moment),
  );
}

export function placesOf(curve: Analysis['curve'], ends: readonly number[]): readonly Place[] {
  return curve.map((point) => {
    const place = placeOfMoment(ends, point.moment);
    if (place === 0) return { x: 0, point };
    const began = (ends[place - 1] ?? 0) + 1;
    const share = (point.moment - began) / Math.max(1, (ends[place] ?? 0) + 1 - began);
    return { x: place - 1 + Math.min(1, Math.max(0, share)), point };
  });
}

/** The last point at or before a bead. */
export function pointAt(places: readonly Place[], place: number): Point | null {
  return places.findLast(({ x }) => x <= place)?.point ?? places[0]?.point ?? null;
}

/** The guards' chance at a point: the truth, or what a seat had to expect. */
export function chanceOf(point: Point, seat: string | null): number {
  return seat === null ? point.guards : (point.known[seat] ?? point.guards);
}

/** The standard error of that chance; 0 where the result is known. */
export function errorOf(point: Point, seat: string | null): number {
  return seat === null ? point.error : (point.known_errors?.[seat] ?? point.error);
}

export function lineOf(
  places: readonly Place[],
  seat: string | null,
  last: number,
  width: number,
  height: number,
): string {
  return outline(places, last, width, height, (point) => chanceOf(point, seat));
}

/** A novice's own chance to win, from the truth; null for the guards. */
export function ownChanceOf(point: Point, seat: string | null): number | null {
  return seat === null ? null : (point.novices[seat] ?? null);
}

/** That chance as a line, which falls as it rises: the novices' end is the lower one. Nothing for the guards. */
export function ownLineOf(
  places: readonly Place[],
  seat: string | null,
  last: number,
  width: number,
  height: number,
): string {
  if (places.some(({ point }) => ownChanceOf(point, seat) === null)) return '';
  return outline(places, last, width, height, (point) => 1 - (ownChanceOf(point, seat) ?? 0));
}

/** The outline of what lies within an error of the curve: along its upper edge, and back along the lower one. */
export function bandOf(
  places: readonly Place[],
  seat: string | null,
  last: number,
  width: number,
  height: number,
): string {
  const edge = (side: number) => (point: Point) =>
    Math.min(1, Math.max(0, chanceOf(point, seat) + side * errorOf(point, seat)));
  const upper = outline(places, last, width, height, edge(1));
  return `${upper} ${outline([...places].reverse(), last, width, height, edge(-1))}`;
}

function outline(
  places: readonly Place[],
  last: number,
  width: number,
  height: number,
  chance: (point: Point) => number,
): string {
  return places
    .map(({ x, point }) => {
      const across = (width * x) / Math.max(1, last);
      return `${across.toFixed(1)},${(height * (1 - chance(point))).toFixed(1)}`;
    })
    .join(' ');
}

export type Lead = 'over' | 'sure' | 'far' | 'ahead' | 'perhaps';

/**
 * The side that is ahead, and how far; null where it is anyone's night. What is said holds for the chance less its error: `perhaps` where the
 * estimate alone says that a side is ahead.
 */
export function leadOf(guards: number, isOver: boolean, error = 0): { side: 'guards' | 'novices'; lead: Lead } | null {
  const side = guards >= 0.5 ? 'guards' : 'novices';
  const chance = Math.max(guards, 1 - guards);
  if (isOver) return { side, lead: 'over' };
  if (chance < 0.6) return null;
  const least = chance - error;
  return { side, lead: least >= 0.97 ? 'sure' : least >= 0.8 ? 'far' : least >= 0.6 ? 'ahead' : 'perhaps' };
}
