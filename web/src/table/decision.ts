// What a seat is asked, read off the actions it is offered.
import type {
  Action,
  Change,
  Fake,
  First,
  GuardView,
  Heard,
  Mark,
  Pass,
  Step,
  Stop,
  Take,
  View,
} from '../protocol/types';

export type Question = 'plan' | 'written' | 'blessing' | 'mark' | 'first' | 'path' | 'step' | 'none';

const QUESTIONS: Partial<Record<Action['action'], Question>> = {
  gait: 'plan',
  dot: 'plan',
  done: 'plan',
  longer: 'plan',
  again: 'written',
  pass: 'blessing',
  mark: 'mark',
  first: 'first',
  take: 'path',
  step: 'step',
  stop: 'step',
};

export function question(view: View): Question {
  const first = view.actions?.[0];
  return (first && QUESTIONS[first.action]) ?? 'none';
}

type Named<Kind extends Action['action']> = Extract<Action, { action: Kind }>;

export function offered<Kind extends Action['action']>(view: View, kind: Kind): readonly Named<Kind>[] {
  return (view.actions ?? []).filter((action): action is Named<Kind> => action.action === kind);
}

export const steps = (view: View): readonly Step[] => offered(view, 'step');
export const stops = (view: View): readonly Stop[] => offered(view, 'stop');
export const cards = (view: View): readonly Take[] => offered(view, 'take');
export const orders = (view: View): readonly First[] => offered(view, 'first');
export const marks = (view: View): readonly Mark[] => offered(view, 'mark');

/** What one holder may answer in the window. */
export interface Holding {
  readonly by: string;
  readonly card: string | null;
  readonly pass: Pass;
  readonly changes: readonly Change[];
  readonly fakes: readonly Fake[];
}

export function holdings(view: View): readonly Holding[] {
  return offered(view, 'pass').map((pass) => ({
    by: pass.by,
    card: view.blessings?.[pass.by] ?? null,
    pass,
    changes: offered(view, 'change').filter((change) => change.by === pass.by),
    fakes: offered(view, 'fake').filter((fake) => fake.by === pass.by),
  }));
}

/** 7.4, 10.4 The tokens she has yet to lay, in the order in which they are asked for. */
export const unlaid = (view: View): readonly Heard[] =>
  (view.sheets?.[0]?.heard ?? []).filter((heard) => (heard.marked ?? []).length === 0);

/** The guard who is asked for a step or a card. */
export function movingGuard(view: View): string | null {
  return steps(view)[0]?.guard ?? stops(view)[0]?.guard ?? cards(view)[0]?.guard ?? null;
}

/** Whether a movement of so many dots is still a walk (9.1). */
export const isWalk = ({ walk_steps }: Pick<GuardView, 'walk_steps'>, made: number): boolean => made <= walk_steps;

/** Whether the seat owes an answer; a plan that may still be replaced is one given. */
export const isAsked = (view: View): boolean => !['none', 'written'].includes(question(view));
