/** The shape of a lantern's light: from the guard to each dot she sees, filled between dots that lie side by side. */
import type { Convent, Point } from './convent';

/** Dots farther apart than this, seen from the guard, have darkness between them. */
const WIDEST = (38 * Math.PI) / 180;

/** As path data: a ray to each dot, and a leaf between neighbours. */
export function beams(convent: Convent, guard: number, seen: readonly number[]): string {
  const at = convent.at(guard);
  const rays = seen
    .filter((dot) => dot !== guard)
    .map((dot) => ({ to: convent.at(dot), angle: bearing(at, convent.at(dot)) }));
  const lines = rays.map(({ to }) => `M${spelt(at)}L${spelt(to)}`);
  const leaves = rays.flatMap((ray, place) =>
    rays
      .slice(place + 1)
      .filter((other) => apart(ray.angle, other.angle) < WIDEST)
      .map((other) => `M${spelt(at)}L${spelt(ray.to)}L${spelt(other.to)}Z`),
  );
  return [`M${spelt(at)}h.01`, ...lines, ...leaves].join('');
}

/** The shapes of the rooms of some dots, each once. */
export function roomsOf(convent: Convent, dots: readonly number[]): string[] {
  const rooms = new Set(dots.flatMap((dot) => convent.room(dot) ?? []));
  return [...rooms].map((room) => `M${room.shape.map(([x, y]) => `${x} ${y}`).join('L')}Z`);
}

function apart(one: number, two: number): number {
  const gap = Math.abs(one - two);
  return Math.min(gap, 2 * Math.PI - gap);
}

export function bearing(from: Point, to: Point): number {
  return Math.atan2(to.y - from.y, to.x - from.x);
}

function spelt({ x, y }: Point): string {
  return `${x} ${y}`;
}
