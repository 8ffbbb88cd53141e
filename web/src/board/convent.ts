/** The printed plan made easy to ask: where a dot lies, which room it is in, what is beside it. */
import type { ConventPlan, PlanDot, PlanEdge, PlanPath, PlanRoom, Plate } from '../protocol/types';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export class Convent {
  readonly plan: ConventPlan;
  /** What the picture shows. */
  readonly page: Box;
  /** The convent within its walls, and its names: what has to be in view. */
  readonly walls: Box;
  readonly #dots: ReadonlyMap<number, PlanDot>;
  readonly #beside = new Map<number, number[]>();
  readonly #edges = new Map<string, PlanEdge>();
  readonly #paths: ReadonlyMap<string, PlanPath>;

  constructor(plan: ConventPlan) {
    this.plan = plan;
    const [left, top, width, height] = plan.view_box;
    this.page = { left, top, width, height };
    this.walls = around(
      plan.rooms.flatMap((room) => [...room.shape.map(([x, y]) => ({ x, y })), ...corners(room.plate)]),
    );
    this.#dots = new Map(plan.dots.map((dot) => [dot.dot, dot]));
    this.#paths = new Map(plan.paths.map((path) => [path.name, path]));
    for (const edge of plan.edges) {
      this.#edges.set(way(edge.one, edge.two), edge);
      this.#join(edge.one, edge.two);
      this.#join(edge.two, edge.one);
    }
  }

  /** Whether a dot lies in the upper half. */
  isHigh(dot: number): boolean {
    return this.has(dot) && this.at(dot).y < this.walls.top + this.walls.height / 2;
  }

  /** Where a dot lies. */
  at(dot: number): Point {
    const found = this.#dots.get(dot);
    if (!found) throw new Error(`expected a dot of the convent, got ${dot}`);
    return found;
  }

  has(dot: number): boolean {
    return this.#dots.has(dot);
  }

  room(dot: number): PlanRoom | undefined {
    return this.plan.rooms[this.#dots.get(dot)?.room ?? -1];
  }

  beside(dot: number): readonly number[] {
    return this.#beside.get(dot) ?? [];
  }

  edge(one: number, two: number): PlanEdge | undefined {
    return this.#edges.get(way(one, two));
  }

  path(name: string): PlanPath | undefined {
    return this.#paths.get(name);
  }

  /** The dot nearest to a point, if one is within reach. */
  nearest(point: Point, within: number): number | null {
    let best: number | null = null;
    let closest = within;
    for (const { dot, x, y } of this.plan.dots) {
      const gap = Math.hypot(x - point.x, y - point.y);
      if (gap <= closest) [best, closest] = [dot, gap];
    }
    return best;
  }

  /** The neighbour that lies most nearly in a direction; none if none does. */
  towards(dot: number, across: number, down: number): number | null {
    const from = this.at(dot);
    let best: number | null = null;
    let straightest = Math.cos((70 * Math.PI) / 180);
    for (const next of this.beside(dot)) {
      const to = this.at(next);
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      const along = ((to.x - from.x) * across + (to.y - from.y) * down) / length;
      if (along > straightest) [best, straightest] = [next, along];
    }
    return best;
  }

  /** A line through dots, as path data. */
  line(dots: readonly number[]): string {
    return dots.length === 0 ? '' : `M${dots.map((dot) => `${this.at(dot).x} ${this.at(dot).y}`).join('L')}`;
  }

  #join(one: number, two: number): void {
    this.#beside.set(one, [...(this.#beside.get(one) ?? []), two]);
  }
}

/** An edge by its dots, whichever comes first. */
export function way(one: number, two: number): string {
  return one < two ? `${one}-${two}` : `${two}-${one}`;
}

/** A plate that is turned lies within its room or beside a wall that reaches farther. */
function corners(plate: Plate | null): Point[] {
  if (!plate || plate.angle !== 0) return [];
  const [wide, high] = [plate.width / 2, plate.height / 2];
  return [
    { x: plate.x - wide, y: plate.y - high },
    { x: plate.x + wide, y: plate.y + high },
  ];
}

function around(points: readonly Point[]): Box {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}
