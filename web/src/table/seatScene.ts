/** What the board is asked to show for a seat at this moment: whom, which ways, which signs, which dots may be chosen. */
import {
  sceneOf,
  type Ghost,
  type Highlight,
  type Route,
  type Scene,
  type Sign,
  type Signs,
} from '../board/boardScene';
import type { AimedMove, Event, Foresight, Sheet, View } from '../protocol/types';
import { cards, holdings, marks, movingGuard, steps, type Question } from './decision';
import { chosen, destinations, emptyDraft, endOf, nextDots, offers, shownRoute, watchers, type Draft } from './plan';
import type { Advice, Court } from './play.svelte';

/** A novice's own piece, and what she is after. */
export function ghostOf(view: View): Ghost | null {
  const sheet = view.over ? undefined : view.sheets?.[0];
  if (sheet?.dot == null) return null;
  return {
    novice: sheet.novice,
    dot: sheet.dot,
    cell: sheet.cell,
    key: { dot: sheet.key_dot, done: sheet.has_key ?? false },
    wish: { dot: sheet.wish_dot, done: sheet.has_wish ?? false },
  };
}

/** What lies on the board; 3.4 when the night is over, everybody where she really was. */
export function sceneFor(view: View): Scene {
  const scene = sceneOf(view);
  if (!view.over) return scene;
  const dotOf = (novice: number): number | null => view.sheets?.find((sheet) => sheet.novice === novice)?.dot ?? null;
  return { ...scene, novices: scene.novices.map((novice) => ({ ...novice, dot: novice.dot ?? dotOf(novice.novice) })) };
}

/** The dots that answer the question. */
export function choices(
  question: Question,
  view: View,
  foresight: Foresight | null,
  draft: Draft | null,
): readonly number[] {
  switch (question) {
    case 'plan':
    case 'written':
      return foresight ? planChoices(foresight, draft ?? emptyDraft(foresight)) : [];
    case 'step':
      return steps(view).map((step) => step.to);
    case 'mark':
      return marks(view).flatMap((mark) => mark.dots);
    case 'blessing':
      return holdings(view).flatMap((holding) => holding.fakes.map((fake) => fake.dot));
    default:
      return [];
  }
}

function planChoices(foresight: Foresight, draft: Draft): readonly number[] {
  return [...new Set([...nextDots(foresight, draft), ...destinations(foresight), ...shownRoute(foresight, draft)])];
}

/** Where the question is: the dots in reach, the guard and what lies before her, the guards beside whom tokens go. */
export function nearDots(question: Question, view: View, foresight: Foresight | null): readonly number[] {
  switch (question) {
    case 'plan':
    case 'written':
      return foresight ? [foresight.dot, ...destinations(foresight)] : [];
    case 'step':
      return aroundGuard(view);
    case 'mark':
      return marks(view).flatMap((mark) => [...mark.dots, ...dotOf(view, mark.guard)]);
    default:
      return [];
  }
}

/** The same all along a movement, so that the board keeps still: the guard's path around where she is, and her neighbours. */
function aroundGuard(view: View): readonly number[] {
  const name = movingGuard(view);
  const guard = view.guards?.find((each) => each.guard === name);
  const here = guard?.dots?.indexOf(guard.dot ?? 0) ?? -1;
  const begun = here - (guard?.steps ?? 0);
  const path = here < 0 ? [] : (guard?.dots ?? []).slice(Math.max(0, begun), begun + (guard?.most_steps ?? 0) + 1);
  return [
    ...new Set([...(name ? dotOf(view, name) : []), ...path, ...(here < 0 ? steps(view).map((step) => step.to) : [])]),
  ].sort();
}

function dotOf(view: View, guard: string): readonly number[] {
  return view.guards?.flatMap((each) => (each.guard === guard && each.dot ? [each.dot] : [])) ?? [];
}

/** Ways over the dots: the plan as drawn or as written, and the way home. */
export function routesOf(
  sheet: Sheet | undefined,
  foresight: Foresight | null,
  draft: Draft | null,
  aimed: AimedMove | null = null,
): readonly Route[] {
  if (!sheet || !foresight) return [];
  const found: Route[] = [];
  if (aimed) found.push({ kind: 'onward', dots: aimed.onward, novice: sheet.novice });
  if (foresight.way_home?.length) found.push({ kind: 'home', dots: foresight.way_home, novice: sheet.novice });
  // Nothing is drawn before she has drawn something: a gait that is kept would propose a loop back to where she stands.
  const offer = draft && draft.route.length > 1 ? chosen(offers(foresight, draft), draft) : null;
  const dots = offer?.route ?? draft?.route ?? [];
  if (dots.length > 1) found.push({ kind: 'plan', dots, novice: sheet.novice, seen: offer?.seen ?? [] });
  return found;
}

/** What a good player would consider: the choice that is looked at stands out, the others are faint. */
export function adviceRoutes(advice: Advice | null): readonly Route[] {
  const kindOf = (at: number): Route['kind'] => (at === advice?.shown ? 'better' : 'onward');
  const routes = (advice?.choices ?? []).map(({ route }, at): Route => ({ dots: route, kind: kindOf(at) }));
  return routes.filter(({ dots }) => dots.length > 1).sort((one, two) => one.kind.length - two.kind.length);
}

/** At the end: the whole way of whoever is home; else each capture, as the guard came and where the novice had gone; else how all hid. */
export function finaleRoutes(view: View, events: readonly Event[]): readonly Route[] {
  const wayOf = (novice: number): readonly number[] =>
    view.sheets?.find((sheet) => sheet.novice === novice)?.log?.flatMap(({ route }) => route) ?? [];
  const home = (view.winners ?? []).flatMap((winner) => /^novice-(\d)$/.exec(winner)?.[1] ?? []).map(Number);
  const whole = (novices: readonly number[]): readonly Route[] =>
    novices.map((novice) => ({ kind: 'story', dots: wayOf(novice), novice }));
  if (home.length > 0) return whole(home);
  if (view.captures === 0) return whole((view.sheets ?? []).map(({ novice }) => novice));
  return events.flatMap((event, at): Route[] => {
    if (event.event !== 'novice_caught') return [];
    const { novice, turn, guard } = event;
    const steps = events
      .slice(0, at)
      .filter((each) => each.event === 'guard_stepped' && each.turn === turn && each.guard === guard);
    const walked = steps.flatMap((step) => ('to' in step ? [step.to] : []));
    const begun = steps[0] && 'from' in steps[0] ? [steps[0].from] : [];
    const fled = view.sheets?.find((sheet) => sheet.novice === novice)?.log?.filter((line) => line.turn === turn) ?? [];
    return [
      { kind: 'story', dots: fled.flatMap(({ route }) => route), novice },
      { kind: 'guard', dots: [...begun, ...walked] },
    ];
  });
}

/** Signs beside dots: where she would be seen, where she would be caught, where her way ends. */
export function planSigns(foresight: Foresight, draft: Draft | null, aimed: AimedMove | null = null): Signs {
  const signs: Record<number, Sign[]> = {};
  const put = (dot: number, sign: Sign): void => void (signs[dot] ??= []).push(sign);
  for (const dot of Object.keys(foresight.watched ?? {}).map(Number))
    if (watchers(foresight, dot).length > 0) put(dot, 'watched');
  for (const reach of foresight.reaches ?? [])
    if (reach.fits.some((fit) => fit.caught === reach.dot)) put(reach.dot, 'danger');
  if (draft && draft.route.length > 1) put(endOf(draft.route), 'end');
  for (const stop of aimed?.stops ?? []) put(stop, 'stop');
  return signs;
}

/** The dots picked among a choice of several. */
export function pickedSigns(picked: readonly number[]): Signs {
  return Object.fromEntries(picked.map((dot) => [dot, ['choice'] as const]));
}

/** The dots that an explanation points at. */
export function pointedDots(court: Court): readonly number[] {
  const { lines = [], ways = [], dots = [] } = highlightOf(court) ?? {};
  return [...new Set([...lines.flat(), ...ways.flat(), ...dots])];
}

export function highlightOf(court: Court | null): Highlight | null {
  if (!court?.explanation) return null;
  const { lines = [], ways = [] } = court.explanation;
  const dots = 'dot' in court.event && typeof court.event.dot === 'number' ? [court.event.dot] : [];
  return { lines, ways, dots };
}

/** The ribbons to draw forth: the cards that may be taken, or the one that is looked at. */
export function ribbonsOf(view: View, looked: string | null): readonly string[] {
  const lastOf = (guard: string): string[] =>
    view.guards?.flatMap((each) => (each.guard === guard && each.last_path ? [each.last_path] : [])) ?? [];
  const named = (path: string, guard: string): string[] => (path === 'about-turn' ? lastOf(guard) : [path]);
  const offered = cards(view);
  const one = offered.find((card) => card.path === looked);
  return (one ? [one] : offered).flatMap((card) => named(card.path, card.guard));
}
