/**
 * Drafting a plan: what a novice has drawn so far, the gaits that fit it, what each would cost, and what to warn her of.
 * Everything here comes from `foresight`, which the referee made; whether the plan is accepted is his to say.
 */
import type { Fit, Foresight, GaitName, Plan, Sheet } from '../protocol/types';

export type Route = readonly number[];

export interface Draft {
  readonly route: Route; // begins where she stands
  readonly gait: GaitName | null; // what she asked for, as long as it fits
  readonly blessed: boolean; // one more step is played though it need not be
}

/** A gait with a route that it fits, and what is known of it. */
export interface Offer {
  readonly gait: GaitName;
  readonly route: Route;
  readonly drawn: boolean; // by the way she drew; otherwise by another
  readonly blessed: boolean; // only with one more step
  readonly obeys: boolean; // 8.4
  readonly caught: number | null; // 5.5 the guard's dot on which it would end
  readonly seen: Route;
  readonly heard: Readonly<Record<string, number>> | null; // null where it is not foreseen
}

export type Warning =
  | {
      kind:
        'past-key' | 'past-wish' | 'past-home' | 'wish-first-key' | 'stands-on-key' | 'stands-on-wish' | 'onto-guard';
      dot: number;
    }
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

/** A tap: the last dot of a way takes a step back, a neighbour goes on, any other dot in reach is a new destination. */
export function tap(foresight: Foresight, draft: Draft, dot: number): Draft {
  if (dot === endOf(draft.route) && stepsOf(draft.route) > 0) return stepBack(draft);
  if (nextDots(foresight, draft).includes(dot)) return { ...draft, route: [...draft.route, dot] };
  return destined(foresight, draft, dot);
}

/** A route to a destination: by the gait she asked for if that leads there, else without the blessing if that will do. */
export function destined(foresight: Foresight, draft: Draft, dot: number): Draft {
  const fits = fitsTo(foresight, dot);
  const plain = fits.filter((fit) => !fit.one_more_step);
  const best = plain.find((fit) => fit.gait === draft.gait) ?? plain[0] ?? fits[0];
  return best ? { ...draft, route: best.route } : draft;
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
  return draft.route.length > 1 ? { ...draft, route: draft.route.slice(0, -1) } : draft;
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
    seen: fit.seen ?? [],
    heard: fit.heard ?? {},
  };
}

/**
 * Her own way costs what it shows. How loud she is depends on gait and end alone, so the foreseen way there tells it; unless just
 * one of the two obeys, since who obeys makes no noise. Of the ways to a dot those as long as one that obeys do so too: each of
 * their steps must lead nearer to her cell as well.
 */
function drawnOffer(foresight: Foresight, gait: GaitName, route: Route, fit: Fit | undefined, blessed: boolean): Offer {
  if (fit && sameRoute(fit.route, route)) return { ...fittingOffer(fit, route), blessed };
  const obeys = (fit?.obeys ?? false) && fit?.route.length === route.length;
  const caught = obeys ? null : (trodden(route).find((dot) => isTrap(foresight, dot)) ?? null);
  const seen = route.filter((dot) => watchers(foresight, dot).length > 0);
  const heard = fit && (fit.obeys ?? false) === obeys ? (fit.heard ?? {}) : null;
  return { gait, route, drawn: true, blessed, obeys, caught, seen, heard };
}

/** 5.5 The dots that count as stepped on: leaving a shared dot is no capture, standing still there is. */
const trodden = (route: Route): Route => (route.length === 1 ? route : route.slice(1));

function isTrap(foresight: Foresight, dot: number): boolean {
  return fitsTo(foresight, dot).some((fit) => fit.caught === dot);
}

export function watchers(foresight: Foresight, dot: number): readonly string[] {
  return foresight.watched?.[String(dot)] ?? [];
}

/** The offer she would send now: the gait she asked for if it fits; else the slowest that costs no blessing and keeps her way. */
export function chosen(open: readonly Offer[], draft: Draft): Offer | null {
  const asked = open.find((offer) => offer.gait === draft.gait);
  const plain = open.filter((offer) => !offer.blessed);
  return asked ?? plain.find((offer) => offer.drawn) ?? plain[0] ?? null;
}

/** Whether one more step may be played with it though it would do without. */
export function mayBless(foresight: Foresight, offer: Offer): boolean {
  const range = foresight.gaits.find((each) => each.gait === offer.gait);
  return offer.gait !== 'stand' && range?.most_blessed != null;
}

export function asPlan(novice: number, draft: Draft, offer: Offer): Plan {
  const blessed = offer.blessed || (draft.blessed && offer.gait !== 'stand');
  return { action: 'plan', novice, gait: offer.gait, route: [...offer.route], one_more_step: blessed };
}

/** What she should be told before she commits. */
export function warnings(foresight: Foresight, offer: Offer, sheet: Sheet, caught: boolean): readonly Warning[] {
  const found: Warning[] = [...passing(offer, sheet), ...ending(offer, sheet)];
  if (offer.caught !== null) found.unshift({ kind: 'onto-guard', dot: offer.caught });
  if (offer.seen.length > 0) found.push({ kind: 'seen', dots: offer.seen, by: eyesOn(foresight, offer.seen) });
  if (caught && !offer.obeys) found.push({ kind: 'disobeys' });
  return found;
}

const eyesOn = (foresight: Foresight, dots: Route): string[] => [
  ...new Set(dots.flatMap((dot) => watchers(foresight, dot))),
];

/** 5.4, 5.7 What she wants is taken only where a movement ends. */
function passing(offer: Offer, sheet: Sheet): Warning[] {
  const passes = (dot: number): boolean => offer.route.slice(1, -1).includes(dot) && endOf(offer.route) !== dot;
  if (!sheet.has_key) return passes(sheet.key_dot) ? [{ kind: 'past-key', dot: sheet.key_dot }] : [];
  if (!sheet.has_wish) return passes(sheet.wish_dot) ? [{ kind: 'past-wish', dot: sheet.wish_dot }] : [];
  return passes(sheet.cell) ? [{ kind: 'past-home', dot: sheet.cell }] : [];
}

/** 5.4 Where she ends and yet takes nothing. */
function ending(offer: Offer, sheet: Sheet): Warning[] {
  const end = endOf(offer.route);
  const stands = stepsOf(offer.route) === 0;
  if (!sheet.has_key && end === sheet.wish_dot) return [{ kind: 'wish-first-key', dot: end }];
  if (stands && !sheet.has_key && end === sheet.key_dot) return [{ kind: 'stands-on-key', dot: end }];
  if (stands && sheet.has_key && !sheet.has_wish && end === sheet.wish_dot)
    return [{ kind: 'stands-on-wish', dot: end }];
  return [];
}
