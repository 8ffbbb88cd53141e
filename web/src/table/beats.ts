/** What happened, beat by beat: the view before, changed by one event after the other, until it is the view of the moment. */
import type { Die, Event, GuardView, NoviceView, Sheet, View } from '../protocol/types';

/** How much a beat matters: it passes by, it is long enough to be read, or it stops until the reader goes on. */
export type Weight = 'ambient' | 'notable' | 'decisive';

export interface Beat {
  readonly view: View; // what the board shows during this beat
  readonly event: Event;
  readonly number: number; // of the event, as the seat counts them
  readonly weight: Weight;
  readonly ms: number; // how long an ambient beat takes at the ordinary pace
}

/** Milliseconds from dot to dot, at the ordinary pace. */
export const A_DOT = 135;
/** What passes by, in milliseconds; what is listed nowhere, as the end of a turn, is told in the log alone and waits for nobody. */
const PASSING: Partial<Record<Event['event'], number>> = {
  path_taken: 260,
  novice_moved: 160,
  novice_shown: A_DOT,
  token_removed: A_DOT,
  rolled: 220,
  guard_turned: 180,
  guard_stepped: A_DOT,
  guard_stopped: A_DOT,
  novice_freed: 300,
  dots_told: 400,
};
const NOTABLE: readonly Event['event'][] = [
  'novice_seen',
  'novice_vanished',
  'noise',
  'key_taken',
  'blessing_played',
  'blessing_told',
];
const DECISIVE: readonly Event['event'][] = ['novice_caught', 'wish_taken', 'novice_home', 'game_over'];

/** The beats of some events, of which `now` is the view in the end; one's own movement takes a beat a dot. */
export function beatsOf(start: View, events: readonly Event[], first: number, now: View): readonly Beat[] {
  const beats: Beat[] = [];
  let view = start;
  events.forEach((event, at) => {
    const number = first + at;
    for (const dot of ownDots(view, event)) {
      view = withOwnSheet(view, { dot });
      beats.push({ view, event, number, weight: 'ambient', ms: A_DOT });
    }
    const before = view;
    view = after(view, event, now);
    const next = events[at + 1];
    if (event.event === 'novice_seen' && next && isOneTelling(event, next)) {
      beats.push({ view, event, number, weight: 'ambient', ms: A_DOT }); // she is followed to the last dot on which she is seen
      return;
    }
    const isNews =
      !(event.event === 'noise' && hasPlaced(start, event.guard)) &&
      !(event.event === 'novice_seen' && wasInSight(before, event));
    const weight = isNews ? weightOf(event, now.seat) : 'notable';
    const ms = PASSING[event.event] ?? 0;
    if (weight !== 'ambient' || ms > 0) beats.push({ view, event, number, weight, ms });
  });
  return beats;
}

/** Whether a novice chose where her token lies beside that guard, and so knows that she was heard; where there is one place, the page does it. */
function hasPlaced({ actions = [] }: View, guard: string): boolean {
  return actions.filter((each) => each.action === 'mark' && each.guard === guard).length > 1;
}

/** Whether everybody has seen her there already, or she is caught and being led home: she knows it, and it costs her nothing. */
function wasInSight({ novices = [] }: View, { novice, dot }: { novice: number; dot: number }): boolean {
  const herself = novices.find((each) => each.novice === novice);
  return herself?.status === 'caught' || herself?.dot === dot;
}

/** What an event weighs for a seat. */
export function weightOf(event: Event, seat: string): Weight {
  if (event.event === 'game_over' && event.reason === 'abandoned') return 'ambient'; // a banner says so, and the end
  if (DECISIVE.includes(event.event)) return 'decisive';
  if (!NOTABLE.includes(event.event)) return 'ambient';
  const befalls = event.event === 'novice_seen' || (event.event === 'noise' && event.real !== false);
  return befalls && isAbout(event, seat) ? 'decisive' : 'notable';
}

/** Whether it happened to the novice of that seat. */
export function isAbout(event: Event, seat: string): boolean {
  return 'novice' in event && event.novice != null && `novice-${event.novice}` === seat;
}

/** Whether two events that follow each other are told in one sentence, or in one breath. */
export function isOneTelling(one: Event, two: Event): boolean {
  switch (one.event) {
    case 'guard_stepped':
      return (two.event === 'guard_stepped' || two.event === 'guard_stopped') && two.guard === one.guard;
    case 'novice_moved':
      return two.event === 'novice_moved' && !one.route && !two.route;
    case 'novice_seen':
      return two.event === 'novice_seen' && two.novice === one.novice;
    case 'rolled':
      return two.event === 'rolled';
    case 'novice_caught':
    case 'novice_home':
      return two.event === one.event || two.event === 'game_over';
    default:
      return false;
  }
}

/** Where a beat is to be looked for on the board. */
export function spotOf({ event, view }: Beat): number | null {
  switch (event.event) {
    case 'novice_seen':
    case 'novice_caught':
    case 'key_taken':
    case 'wish_taken':
      return event.dot;
    case 'novice_vanished':
      return event.between[0];
    case 'noise':
      return view.guards?.find(({ guard }) => guard === event.guard)?.dot ?? null;
    case 'novice_home':
      return event.novice; // her cell has her number
    default:
      return null;
  }
}

function ownDots(view: View, event: Event): readonly number[] {
  const own = view.sheets?.length === 1 ? view.sheets[0] : undefined;
  if (event.event !== 'novice_moved' || !event.route || own?.novice !== event.novice) return [];
  return event.route.slice(1);
}

function withOwnSheet(view: View, change: Partial<Sheet>): View {
  return { ...view, sheets: (view.sheets ?? []).map((sheet) => ({ ...sheet, ...change })) };
}

/** The view as it was after the seat's first events, as far as the board showed it: told again from the beginning. */
export function rebuilt(view: View, events: readonly Event[], count: number): View {
  const setup = events.find((event) => event.event === 'setup');
  const beginning: View = {
    ...view,
    turn: 1,
    captures: 0,
    novices: (view.novices ?? []).map(({ novice }) => ({ novice, status: 'on-the-run', times_caught: 0 })),
    guards: (view.guards ?? []).map(({ guard, dot, least_steps, walk_steps, most_steps }) => ({
      guard,
      dot: setup?.guards.find((each) => each.guard === guard)?.dot ?? dot ?? null,
      least_steps,
      walk_steps,
      most_steps,
    })),
    noises: [],
    vanishings: [],
    dice: [],
    sheets: (view.sheets ?? [])
      .filter(({ novice }) => !view.over || view.seat === `novice-${novice}`) // 3.4 the others' were closed until the end
      .map((sheet) => ({ ...sheet, dot: sheet.cell, has_key: false, has_wish: false })),
  };
  return events.slice(0, count).reduce((seen, event) => after(seen, event, view), beginning);
}

/** The view as one event leaves it, as far as the board shows it. What an event does not say is taken from the view in the end. */
export function after(before: View, event: Event, now: View): View {
  const view = { ...before, turn: event.turn };
  switch (event.event) {
    case 'path_taken':
      return withGuard(view, event.guard, (guard) => ({
        ...guard,
        dots: event.dots,
        path: event.path === 'about-turn' ? guard.last_path : event.path,
      }));
    case 'novice_moved': {
      const end = ownDots(view, event).at(-1);
      const moved = withNovice(view, event.novice, (novice) => ({ ...novice, gait: event.gait }));
      return end === undefined ? moved : withOwnSheet(moved, { dot: end });
    }
    case 'key_taken':
      return withOwnSheet(view, { has_key: true });
    case 'wish_taken':
      return withOwnSheet(view, { has_wish: true });
    case 'novice_seen':
    case 'novice_shown':
      return withNovice(view, event.novice, (novice) => ({ ...novice, dot: event.dot }));
    case 'novice_vanished':
      return {
        // Out of one guard's sight she may have come into another's.
        ...withNovice(view, event.novice, (novice) => ({
          ...novice,
          dot: novice.dot === event.between[0] ? null : (novice.dot ?? null),
        })),
        vanishings: [
          ...(view.vanishings ?? []),
          { novice: event.novice, between: event.between, guard: event.guard ?? null },
        ],
      };
    case 'token_removed':
      return withNovice(view, event.novice, (novice) => ({ ...novice, dot: null }));
    case 'rolled': {
      const by = figure(event.by);
      return {
        ...view,
        dice: [...(view.dice ?? []).filter((die) => die.by !== by), { by, face: event.face, shift: 0 }],
      };
    }
    case 'blessing_played':
      return { ...view, dice: (view.dice ?? []).map((die) => sameThrow(die, now) ?? die) };
    case 'noise':
      return withNoise(view, event);
    case 'guard_turned':
      return withGuard(view, event.guard, (guard) => ({ ...guard, facing: [event.dot, event.towards] }));
    case 'guard_stepped':
      return withGuard(view, event.guard, (guard) => ({
        ...guard,
        dot: event.to,
        facing: [event.from, event.to],
        steps: guard.moved ? 1 : (guard.steps ?? 0) + 1,
        moved: false,
        free: event.free,
      }));
    case 'guard_stopped':
      return withGuard(view, event.guard, (guard) => ({ ...guard, moved: true, ran: event.gait === 'run' }));
    case 'novice_caught':
      return {
        ...withNovice(view, event.novice, (novice) => ({
          ...novice,
          status: 'caught',
          dot: event.dot,
          times_caught: (novice.times_caught ?? 0) + 1,
        })),
        captures: view.captures + 1,
      };
    case 'novice_freed':
      return withNovice(view, event.novice, (novice) => ({ ...novice, status: 'on-the-run' }));
    case 'novice_home':
      return withNovice(view, event.novice, (novice) => ({ ...novice, status: 'home', dot: null }));
    case 'dots_told':
      return {
        ...view,
        novices: (view.novices ?? []).map((novice) => ({
          ...novice,
          told_dot: event.dots[String(novice.novice)] ?? null,
        })),
      };
    case 'tokens_cleared':
      return { ...view, noises: [], vanishings: [], dice: [] };
    case 'turn_ended':
      return { ...view, dice: [] };
    default:
      return view;
  }
}

/** A novice's number or a guard's name, as views name figures. */
export const figure = (by: number | string): string => (typeof by === 'number' ? `novice-${by}` : by);

function withGuard(view: View, name: string, change: (guard: GuardView) => GuardView): View {
  return { ...view, guards: (view.guards ?? []).map((guard) => (guard.guard === name ? change(guard) : guard)) };
}

function withNovice(view: View, number: number, change: (novice: NoviceView) => NoviceView): View {
  return {
    ...view,
    novices: (view.novices ?? []).map((novice) => (novice.novice === number ? change(novice) : novice)),
  };
}

/** The same throw of a die as it is in the end, with what shifted it. */
function sameThrow(die: Die, now: View): Die | undefined {
  return now.dice?.find(({ by, face }) => by === die.by && face === die.face);
}

function withNoise(view: View, event: Extract<Event, { event: 'noise' }>): View {
  const beside = view.guards?.find((guard) => guard.guard === event.guard)?.dot;
  if (!beside) return view;
  const by = event.by ?? figure(event.novice ?? 0);
  return { ...view, noises: [...(view.noises ?? []), { by, guard: event.guard, between: [beside, event.dot] }] };
}
