/** Fingers, mouse and wheel on the pane: panning, pinching, tapping. */
import { STEP, type Camera } from './camera.svelte';
import type { Point } from './convent';

/** A finger that has moved no farther than this many pixels has tapped. */
const STILL = 9;
const DOUBLE_TAP = 320;
const LONG_WHEEL = 100;

export interface Hands {
  camera: Camera;
  /** A tap, at a point of the pane; whether it hit something. A second tap beside everything comes closer. */
  tap: (at: Point) => boolean;
  /** The pointer, without a button, is over a point of the pane; null when it has left. */
  hover: (at: Point | null) => void;
  /** Whether the picture is being moved. */
  moving: (now: boolean) => void;
}

/** An attachment for the pane. */
export function gestures(hands: Hands): (pane: HTMLElement) => () => void {
  return (pane) => {
    const { camera } = hands;
    const fingers = new Map<number, Point>();
    let start: Point | null = null;
    let lastMiss = -Infinity;

    const place = (event: MouseEvent): Point => {
      const { left, top } = pane.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };

    function down(event: PointerEvent): void {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('[data-control]'))) return;
      fingers.set(event.pointerId, place(event));
      start = fingers.size === 1 ? place(event) : null;
    }

    function move(event: PointerEvent): void {
      const before = fingers.get(event.pointerId);
      const now = place(event);
      if (!before) return hands.hover(event.pointerType === 'mouse' ? now : null);
      if (start && far(start, now) <= STILL) return;
      if (start) {
        start = null;
        pane.setPointerCapture(event.pointerId);
      }
      hands.moving(true);
      const others = [...fingers].filter(([finger]) => finger !== event.pointerId).map(([, point]) => point);
      fingers.set(event.pointerId, now);
      const other = others[0];
      if (other) pinch(before, now, other);
      else camera.pan(now.x - before.x, now.y - before.y);
    }

    function pinch(before: Point, now: Point, other: Point): void {
      camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      camera.zoom(far(now, other) / Math.max(1, far(before, other)), middle(now, other));
    }

    function up(event: PointerEvent): void {
      if (!fingers.delete(event.pointerId)) return;
      if (start && event.type === 'pointerup') tapped(start, event.timeStamp);
      start = null;
      if (fingers.size === 0) hands.moving(false);
    }

    function tapped(at: Point, when: number): void {
      if (hands.tap(at)) return;
      if (when - lastMiss < DOUBLE_TAP) {
        lastMiss = -Infinity;
        if (camera.scale > camera.fitting * 2.2) camera.whole();
        else camera.zoom(STEP * STEP, at);
      } else lastMiss = when;
    }

    function wheel(event: WheelEvent): void {
      event.preventDefault();
      const turns = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / LONG_WHEEL : event.deltaY / 3;
      // A trackpad's pinch arrives as a wheel with Ctrl, in small steps.
      camera.zoom(Math.pow(STEP, -turns * (event.ctrlKey ? 3 : 0.6)), place(event));
    }

    const leave = (): void => hands.hover(null);
    pane.addEventListener('pointerdown', down);
    pane.addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
    pane.addEventListener('pointerleave', leave);
    pane.addEventListener('wheel', wheel, { passive: false });
    return () => {
      pane.removeEventListener('pointerdown', down);
      pane.removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      pane.removeEventListener('pointerleave', leave);
      pane.removeEventListener('wheel', wheel);
    };
  };
}

function far(one: Point, two: Point): number {
  return Math.hypot(one.x - two.x, one.y - two.y);
}

function middle(one: Point, two: Point): Point {
  return { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 };
}
