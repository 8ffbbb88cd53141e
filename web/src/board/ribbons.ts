/** Where the paths lie on the ways they share: each in a lane of its own, as on the printed plan. */
import { way, type Convent, type Point } from './convent';

const LANE = 3.8;

/** The line of each path, by its name, as path data. */
export function ribbonLines(convent: Convent): Map<string, string> {
  const lanes = sharedWays(convent);
  return new Map(
    convent.plan.paths.map((path) => [path.name, `M${points(convent, path.name, path.dots, lanes).join('L')}`]),
  );
}

function sharedWays(convent: Convent): Map<string, string[]> {
  const lanes = new Map<string, string[]>();
  const paths = [...convent.plan.paths].sort((one, two) => (one.name < two.name ? -1 : 1));
  for (const { name, dots } of paths) {
    for (const [one, two] of steps(dots)) {
      const key = way(one, two);
      lanes.set(key, [...(lanes.get(key) ?? []), name]);
    }
  }
  return lanes;
}

function points(convent: Convent, name: string, dots: readonly number[], lanes: Map<string, string[]>): string[] {
  return steps(dots).flatMap(([one, two]) => {
    const names = lanes.get(way(one, two)) ?? [];
    const offset = (names.indexOf(name) - (names.length - 1) / 2) * LANE;
    return aside(convent.at(one), convent.at(two), offset);
  });
}

/** The way moved sideways; the side depends on the way alone, not on who walks it which way. */
function aside(one: Point, two: Point, offset: number): string[] {
  const [across, down] = [two.x - one.x, two.y - one.y];
  const length = Math.hypot(across, down) || 1;
  const side = across < 0 || (across === 0 && down < 0) ? -offset : offset;
  const [dx, dy] = [(-down / length) * side, (across / length) * side];
  return [one, two].map(({ x, y }) => `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`);
}

export function steps(dots: readonly number[]): [number, number][] {
  return dots.slice(1).map((dot, place) => [dots[place] as number, dot]);
}
