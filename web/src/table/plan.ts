/**
 * Drafting a plan: what a novice has drawn so far, the gaits that fit it, what each would cost, and what to warn her of.
 * Everything here comes from `foresight`, which the referee made; whether the plan is accepted is his to say.
 */
import type { Aim, AimedMove, Fit, Foresight, GaitName, Plan } from '../protocol/types';

export type Route = readonly number[];

export interface Draft {
  readonly route: Route; // begins where she stands
  readonly gait: GaitName | null; // what she asked for, as long as it fits
  readonly blessed: boolean; // one more step is played though it need not be
  readonly crossing?: Route; // back onto a dot of her own way, which the tap that shortened it may have meant
}

export type Taking = 'key' | 'wish' | 'home';

/** A gait with a route that it fits, and what is known of it. */
export interface Offer {
  readonly gait: GaitName;
  readonly route: Route;
  readonly drawn: boolean; // by the way she drew; otherwise by another
  readonly blessed: boolean; // only with one more step
  readonly obeys: boolean; // 8.4
  readonly caught: number | null; // 5.5 the guard's dot on which it would end
  readonly takes: Taking | null; // what ending there gives her
  readonly seen: Route;
  readonly heard: Readonly<Record<string, number>> | null; // null where it is not foreseen
}

export type Warning =
  | { kind: `past-${Taking}` | 'key-first' | 'takes-nothing'; dot: number }
  | { kind: 'onto-guard'; dot: number; by: readonly string[] }
  | { kind: 'seen'; dots: Route; by: readonly string[] }
  | { kind: 'disobeys' };

export const stepsOf = (route: Route): number => route.length - 1;

export function endOf(route: Route): number {
  const end = route.at(-1);
  if (end === undefined) throw new Error('expected a route that begins where she stands, got an empty one');
  return end;
}

export function emptyDraft(foresight: Foresight): Draft {
  return { route: [foresight.dot], gait: null, blessed: false };
}

/** The longest route that any gait allows, her blessing included. */
export function longest(foresight: Foresight): number {
  return Math.max(0, ...foresight.gaits.map((range) => range.most_blessed ?? range.most));
}

export function nextDots(foresight: Foresight, draft: Draft): Route {
  if (stepsOf(draft.route) >= longest(foresight)) return [];
  return foresight.ways[String(endOf(draft.route))] ?? [];
}

export function destinations(foresight: Foresight): Route {
  return (foresight.reaches ?? []).map((reach) => reach.dot);
}

function fitsTo(foresight: Foresight, dot: number): readonly Fit[] {
  return (foresight.reaches ?? []).find((reach) => reach.dot === dot)?.fits ?? [];
}

/**
 * A tap: the last dot of the route takes a step back, an earlier one shortens it to there; else a neighbour goes on, and any other dot in
 * reach is a new destination.
 */
export function tap(foresight: Foresight, draft: Draft, dot: number): Draft {
  if (stepsOf(draft.route) > 0 && dot === endOf(draft.route)) return stepBack(draft);
  if (shownRoute(foresight, draft).includes(dot)) return shortened(foresight, draft, dot);
  if (nextDots(foresight, draft).includes(dot)) return redrawn(draft, [...draft.route, dot]);
  return destined(foresight, draft, dot);
}

/** What is on the board, empty before anything is drawn: the route that would be sent, which may be another than the one drawn. */
export function shownRoute(foresight: Foresight, draft: Draft): Route {
  if (stepsOf(draft.route) === 0) return [];
  return chosen(offers(foresight, draft), draft)?.route ?? draft.route;
}

/**
 * The shown route up to where it last comes past that dot, by the gait she asked for if that still fits. Where the dot could have been her next
 * step as well, that route is kept beside it.
 */
function shortened(foresight: Foresight, draft: Draft, dot: number): Draft {
  const shown = redrawn(draft, shownRoute(foresight, draft));
  const shorter = redrawn(draft, shown.route.slice(0, shown.route.lastIndexOf(dot) + 1));
  const keepsGait = offers(foresight, shorter).some((offer) => offer.drawn && offer.gait === draft.gait);
  const fitting = keepsGait ? shorter : { ...shorter, gait: null };
  const goesOn = nextDots(foresight, shown).includes(dot);
  return goesOn ? { ...fitting, crossing: [...shown.route, dot] } : fitting;
}

/** The same wishes with another route. */
export function redrawn({ gait, blessed }: Draft, route: Route): Draft {
  return { route, gait, blessed };
}

/**
 * A route to a destination: by the gait she asked for if that leads there, else without the blessing if that will do; and never into a guard
 * while another gait gets there safely.
 */
export function destined(foresight: Foresight, draft: Draft, dot: number): Draft {
  const fits = fitsTo(foresight, dot);
  const plain = fits.filter((fit) => !fit.one_more_step);
  const safe = plain.filter((fit) => fit.caught == null);
  const best = preferred(safe, draft.gait) ?? preferred(plain, draft.gait) ?? fits[0];
  return best ? redrawn(draft, best.route) : draft;
}

/** The one with the gait that was asked for, else the first. */
function preferred<T extends { readonly gait: GaitName }>(among: readonly T[], gait: GaitName | null): T | undefined {
  return among.find((each) => each.gait === gait) ?? among[0];
}

/** The movement towards a dot beyond her reach that she draws now, if she does. */
export function aimedMove(aim: Aim | null, draft: Draft | null): AimedMove | null {
  return (draft && aim?.moves?.find((move) => sameRoute(move.fit.route, draft.route))) ?? null;
}

/** The draft that goes towards an aim: by the gait she asked for if that gets her nearer, else by the one that is proposed. */
export function drawnTowards(aim: Aim, draft: Draft): Draft {
  const move = aim.moves?.find(({ fit }) => fit.gait === draft.gait) ?? aim.moves?.[0];
  return move ? { route: move.fit.route, gait: draft.gait, blessed: false } : draft;
}

/** 8.4 The walk that obeys: the farthest on her way home, without the blessing. */
export function obedient(foresight: Foresight): Draft | null {
  const fits = (foresight.reaches ?? []).flatMap((reach) =>
    reach.fits.filter((fit) => fit.obeys && !fit.one_more_step),
  );
  const [farthest] = [...fits].sort((one, two) => two.route.length - one.route.length);
  return farthest ? { route: farthest.route, gait: farthest.gait, blessed: false } : null;
}

export function stepBack(draft: Draft): Draft {
  return draft.route.length > 1 ? redrawn(draft, draft.route.slice(0, -1)) : draft;
}

export function sameRoute(one: Route, two: Route): boolean {
  return one.length === two.length && one.every((dot, at) => dot === two[at]);
}

/** Every gait that ends where the draft ends: by the drawn way where its length fits, else by a way of its own. */
export function offers(foresight: Foresight, draft: Draft): readonly Offer[] {
  const fits = fitsTo(foresight, endOf(draft.route));
  const steps = stepsOf(draft.route);
  return foresight.gaits.flatMap((range) => {
    const fit = fits.find((each) => each.gait === range.gait);
    const plain = range.least <= steps && steps <= range.most;
    const longer = steps > range.most && steps <= (range.most_blessed ?? 0);
    if (plain || longer) return [drawnOffer(foresight, range.gait, draft.route, fit, longer)];
    return fit ? [fittingOffer(fit, draft.route)] : [];
  });
}

function fittingOffer(fit: Fit, drawn: Route): Offer {
  return {
    gait: fit.gait,
    route: fit.route,
    drawn: sameRoute(fit.route, drawn),
    blessed: fit.one_more_step ?? false,
    obeys: fit.obeys ?? false,
    caught: fit.caught ?? null,
    takes: fit.takes ?? null,
    seen: fit.seen ?? [],
    heard: fit.heard ?? {},
  };
}

/**
 * Her own way costs what it shows. It obeys if it is as long as the foreseen one that does, ends on the first trap that she comes to
 * otherwise, and gives her what its last dot gives. How loud she is the foreseen way tells, if that obeys or not as hers does.
 */
function drawnOffer(foresight: Foresight, gait: GaitName, route: Route, fit: Fit | undefined, blessed: boolean): Offer {
  if (fit && sameRoute(fit.route, route)) return { ...fittingOffer(fit, route), blessed };
  const obeys = (fit?.obeys ?? false) && fit?.route.length === route.length;
  const caught = obeys ? null : firstTrap(foresight, route);
  const takes = caught === null ? (gifts(foresight, obeys)[endOf(route)] ?? null) : null;
  const seen = route.filter((dot) => watchers(foresight, dot).length > 0);
  const heard = fit && (fit.obeys ?? false) === obeys ? (fit.heard ?? {}) : null;
  return { gait, route, drawn: true, blessed, obeys, caught, takes, seen, heard };
}

/** The first dot she comes to on which a guard catches her; none while she must still hide. */
function firstTrap(foresight: Foresight, route: Route): number | null {
  const hidden = foresight.must_hide_first ? route.findIndex((dot) => watchers(foresight, dot).length === 0) : 0;
  return route.slice(hidden + 1).find((dot) => catchers(foresight, dot).length > 0) ?? null;
}

function catchers(foresight: Foresight, dot: number): readonly string[] {
  return foresight.traps?.[dot] ?? [];
}

/** What she gets by the dot on which she ends. */
function gifts(foresight: Foresight, obeys: boolean): Readonly<Record<number, Taking>> {
  return (obeys ? foresight.takes_obeying : foresight.takes) ?? {};
}

export function watchers(foresight: Foresight, dot: number): readonly string[] {
  return foresight.watched?.[String(dot)] ?? [];
}

/**
 * The offer she would send now: the gait she asked for if it fits; else the slowest that costs no blessing and keeps her way, if it does not
 * lead into a guard while another does not. Standing still is sent only if she asked for it.
 */
export function chosen(open: readonly Offer[], draft: Draft): Offer | null {
  const asked = open.find((offer) => offer.gait === draft.gait);
  if (stepsOf(draft.route) === 0) return asked?.drawn ? asked : null;
  const plain = open.filter((offer) => !offer.blessed);
  const safe = plain.filter((offer) => offer.caught === null);
  return asked ?? [...safe, ...plain].find((offer) => offer.drawn) ?? safe[0] ?? plain[0] ?? null;
}

/** Whether one more step may be played with it though it would do without. */
export function mayBless(foresight: Foresight, offer: Offer): boolean {
  return foresight.gaits.find((each) => each.gait === offer.gait)?.most_blessed != null;
}

export function asPlan(foresight: Foresight, novice: number, draft: Draft, offer: Offer): Plan {
  const blessed = offer.blessed || (draft.blessed && mayBless(foresight, offer));
  return { action: 'plan', novice, gait: offer.gait, route: [...offer.route], one_more_step: blessed };
}

/** What she should be told before she commits. */
export function warnings(foresight: Foresight, offer: Offer, caught: boolean): readonly Warning[] {
  const found: Warning[] = [...passing(foresight, offer), ...ending(foresight, offer)];
  if (offer.caught !== null)
    found.unshift({ kind: 'onto-guard', dot: offer.caught, by: catchers(foresight, offer.caught) });
  if (offer.seen.length > 0) found.push({ kind: 'seen', dots: offer.seen, by: eyesOn(foresight, offer.seen) });
  if (caught && !offer.obeys) found.push({ kind: 'disobeys' });
  return found;
}

const eyesOn = (foresight: Foresight, dots: Route): string[] => [
  ...new Set(dots.flatMap((dot) => watchers(foresight, dot))),
];

/** What ending on a dot that she only passes would have given her. */
function passing(foresight: Foresight, offer: Offer): Warning[] {
  const end = endOf(offer.route);
  const given = gifts(foresight, offer.obeys);
  const passed = [...new Set(offer.route.slice(1, -1))].filter((dot) => dot !== end);
  return passed.flatMap((dot) => (given[dot] ? [{ kind: `past-${given[dot]}` as const, dot }] : []));
}

/** Where she ends and yet takes nothing. */
function ending(foresight: Foresight, offer: Offer): Warning[] {
  const dot = endOf(offer.route);
  if (dot === foresight.needs_key) return [{ kind: 'key-first', dot }];
  const isMissed = offer.caught === null && offer.takes === null && gifts(foresight, offer.obeys)[dot] !== undefined;
  return isMissed ? [{ kind: 'takes-nothing', dot }] : [];
}
