/** What part of the plan is in view, and how close. Units are the plan's; the pane's are pixels. */
import type { Box, Point } from './convent';

/** As close as one may come, in pixels a unit. */
const CLOSEST = 3.2;
/** As close as it comes by itself. */
const COMFORTABLE = 1.1;
/** A step of the buttons, the keys and a double tap. */
export const STEP = 1.5;
/** Pixels of the pane left free around the walls. */
const RIM = 10;
/** Pixels at each edge that the dots of a question keep free of, for the arrows there. */
const EDGE = 38;

export class Camera {
  /** The pane, in pixels. */
  width = $state(0);
  height = $state(0);
  /** Pixels a unit. */
  scale = $state(1);
  /** Where the plan's origin lies in the pane. */
  x = $state(0);
  y = $state(0);
  /** Pixels at the top of the pane that are left free for what lies over it. */
  top = $state(0);
  /** Whether somebody has moved it: until then it shows the whole, whatever size the pane takes. */
  moved = $state(false);
  readonly #whole: Box;
  #gliding = 0;
  #leaning = false;

  constructor(whole: Box) {
    this.#whole = whole;
  }

  /** The scale at which the whole convent is just in view. */
  get fitting(): number {
    const across = (this.width - 2 * RIM) / this.#whole.width;
    const down = (this.height - this.top - 2 * RIM) / this.#whole.height;
    return Math.max(0.05, Math.min(across, down));
  }

  resize(width: number, height: number): void {
    const middle = this.under({ x: this.width / 2, y: this.height / 2 });
    this.width = width;
    this.height = height;
    if (this.moved) this.#put(this.scale, middle, { x: width / 2, y: height / 2 });
    else this.whole();
  }

  /** The whole convent. */
  whole(): void {
    this.#gliding++;
    const { left, top, width, height } = this.#whole;
    const middle = { x: left + width / 2, y: top + height / 2 };
    this.#put(this.fitting, middle, this.#middle);
    this.moved = this.#leaning = false;
  }

  /** Comes closer by a factor, keeping what is under a point of the pane where it is. */
  zoom(factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }): void {
    this.#gliding++;
    this.#put(this.scale * factor, this.under(at), at);
    this.#hold();
  }

  /** Goes to where these points fill the pane, with room at its edges, for small panes on which the whole is hard to read; `ms` 0 jumps. */
  closeIn(points: readonly Point[], ms = 0): void {
    if (points.length === 0 || this.width === 0) return;
    const xs = points.map(({ x }) => x);
    const ys = points.map(({ y }) => y);
    const across = Math.max(...xs) - Math.min(...xs);
    const down = Math.max(...ys) - Math.min(...ys);
    const middle = { x: (Math.max(...xs) + Math.min(...xs)) / 2, y: (Math.max(...ys) + Math.min(...ys)) / 2 };
    const [wide, high] = [this.width - 2 * EDGE, this.height - this.top - 2 * EDGE];
    const scale = Math.min(wide / Math.max(1, across), high / Math.max(1, down), COMFORTABLE);
    this.#glide(scale, this.#within(middle, scale), ms);
    this.#hold();
  }

  /** Comes so many times nearer than the whole, towards a point: for a moment, so that it does not count as moved. */
  lean(point: Point, factor: number, ms: number): void {
    if (this.width === 0 || this.moved) return;
    const scale = Math.min(this.fitting * factor, Math.max(COMFORTABLE, this.fitting));
    this.#leaning = true;
    this.#glide(scale, this.#within(point, scale), ms);
  }

  /** Back to the whole, if it leans. */
  leanBack(ms: number): void {
    if (!this.#leaning) return;
    this.#leaning = false;
    const { left, top, width, height } = this.#whole;
    this.#glide(this.fitting, { x: left + width / 2, y: top + height / 2 }, ms);
  }

  /** Goes to a point and keeps the scale. */
  centre(point: Point): void {
    this.#glide(this.scale, this.#within(point, this.scale), 0);
    this.#hold();
  }

  /** Goes to a point, close enough to read what is around it. */
  find(point: Point): void {
    const scale = Math.max(this.scale, COMFORTABLE);
    this.#glide(scale, this.#within(point, scale), 0);
    this.#hold();
  }

  /** Stays where it is put: what leans for a moment would come back by itself. */
  #hold(): void {
    this.moved = true;
    this.#leaning = false;
  }

  /** The middle of the part of the pane that nothing lies over. */
  get #middle(): Point {
    return { x: this.width / 2, y: (this.height + this.top) / 2 };
  }

  /** As near to a point as one can look without seeing beyond the walls. */
  #within({ x, y }: Point, scale: number): Point {
    const { left, top, width, height } = this.#whole;
    return {
      x: clear(x, left, width, this.width / 2 / scale, EDGE / scale),
      y: clear(y, top, height, (this.height - this.top) / 2 / scale, EDGE / scale),
    };
  }

  /** From here to there in so many milliseconds, unless somebody takes hold of it meanwhile. */
  #glide(scale: number, middle: Point, ms: number): void {
    const centre = this.#middle;
    const from = { scale: this.scale, ...this.under(centre) };
    const began = performance.now();
    const gliding = ++this.#gliding;
    const frame = (now: number): void => {
      if (gliding !== this.#gliding) return;
      const part = ms > 0 ? Math.min(1, (now - began) / ms) : 1;
      const eased = part * part * (3 - 2 * part);
      const at = { x: from.x + (middle.x - from.x) * eased, y: from.y + (middle.y - from.y) * eased };
      this.#put(from.scale * Math.pow(scale / from.scale, eased), at, centre);
      if (part < 1) requestAnimationFrame(frame);
    };
    frame(began);
  }

  pan(across: number, down: number): void {
    this.#gliding++;
    this.x += across;
    this.y += down;
    this.#keepInView();
    this.#hold();
  }

  /** Moves as little as is needed to have these points in view, with some room around them. */
  show(points: readonly Point[], room = 60): void {
    if (points.length === 0 || this.width === 0) return;
    const places = points.map((point) => this.over(point));
    const across = shift(
      places.map(({ x }) => x),
      this.width,
      room,
    );
    const down = shift(
      places.map(({ y }) => y),
      this.height,
      room,
    );
    if (across !== 0 || down !== 0) this.pan(across, down);
  }

  /** The point of the plan under a point of the pane. */
  under(point: Point): Point {
    return { x: (point.x - this.x) / this.scale, y: (point.y - this.y) / this.scale };
  }

  /** The point of the pane over a point of the plan. */
  over(point: Point): Point {
    return { x: point.x * this.scale + this.x, y: point.y * this.scale + this.y };
  }

  #put(scale: number, point: Point, at: Point): void {
    this.scale = Math.min(CLOSEST, Math.max(Math.min(this.fitting, CLOSEST), scale));
    this.x = at.x - point.x * this.scale;
    this.y = at.y - point.y * this.scale;
    this.#keepInView();
  }

  /** The plan cannot be lost out of the pane; one that is smaller than the pane stays in the middle. */
  #keepInView(): void {
    const { left, top, width, height } = this.#whole;
    this.x = kept(this.x, this.width, left * this.scale, width * this.scale);
    this.y = kept(this.y - this.top, this.height - this.top, top * this.scale, height * this.scale) + this.top;
  }
}

function kept(origin: number, pane: number, start: number, length: number): number {
  const slack = EDGE + Math.min(pane, length) * 0.1;
  if (length + 2 * RIM <= pane) return (pane - length) / 2 - start;
  return Math.min(slack - start, Math.max(pane - slack - length - start, origin));
}

function clear(at: number, start: number, length: number, half: number, rim: number): number {
  const [least, most] = [start - rim + half, start + length + rim - half];
  return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, at));
}

function shift(places: readonly number[], pane: number, room: number): number {
  const margin = Math.min(room, pane / 4);
  const [least, most] = [Math.min(...places), Math.max(...places)];
  if (most - least > pane - 2 * margin) return pane / 2 - (least + most) / 2;
  if (least < margin) return margin - least;
  if (most > pane - margin) return pane - margin - most;
  return 0;
}
