// "Walk on until something shows": which step to repeat, and when to leave it to the player.
import type { Event, Step, View } from '../protocol/types';
import { steps } from './decision';

/** A walk that was asked for: whose, and how many dots she shall have moved at its end. */
export interface Walk {
  readonly guard: string;
  readonly until: number;
}

/** The one step that is her duty and costs nothing; null where there is a choice, or none. */
export function dutifulStep(view: View): Step | null {
  const [only, ...others] = steps(view);
  return only && others.length === 0 && !only.free && !only.one_more_step ? only : null;
}

const SHOWS: readonly Event['event'][] = [
  'novice_seen',
  'novice_caught',
  'guard_turned',
  'noise',
  'novice_vanished',
  'novice_shown',
  'game_over',
];

export const showsSomething = (events: readonly Event[]): boolean =>
  events.some((event) => SHOWS.includes(event.event));

/** The next step of a walk after what has just happened, or null: it is over, or something showed. */
export function walkOn(walk: Walk, view: View, happened: readonly Event[]): Step | null {
  const guard = view.guards?.find((each) => each.guard === walk.guard);
  if (!guard || guard.leave || guard.free || showsSomething(happened)) return null;
  const step = dutifulStep(view);
  return step && step.guard === walk.guard && (guard.steps ?? 0) < walk.until ? step : null;
}
