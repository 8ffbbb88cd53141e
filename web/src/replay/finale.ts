// The end of a night as a story: one's own night in three sentences, and the moments worth seeing again.

import { capital, figureName, listed, t, tellEvent, thingName, type Names } from '../i18n';
import type { Distances, Event, GaitName, Replay, Sheet, View } from '../protocol/types';
import { endsOf, halfTurnsOf, placeOf } from './halfTurns';
import { noviceOf } from './names';
import { figuresOf, type NightFigures, type NoviceFigures, type Numbers } from './statistics';

export interface StoryMoment {
  /** In the language of the page, whichever that is when it is read. */
  readonly text: () => string;
  readonly kind: 'caught' | 'wish' | 'home' | 'shave';
  readonly novice: number;
  /** The half-turn in which it happened, as replays count them. */
  readonly place: number;
}

export interface Story {
  readonly figures: NightFigures;
  readonly moments: readonly StoryMoment[];
  /** The steps that end the half-turns. */
  readonly ends: readonly number[];
}

const MOMENTS: Partial<Record<Event['event'], StoryMoment['kind']>> = {
  novice_caught: 'caught',
  wish_taken: 'wish',
  novice_home: 'home',
};

export function storyOf(replay: Replay, distances: Distances, names: Names): Story {
  const figures = figuresOf(replay.steps, distances);
  const halfTurns = halfTurnsOf(replay);
  const events = replay.steps.flatMap((step) => step.events ?? []);
  const moments = events.flatMap((event, number) => {
    const kind = MOMENTS[event.event];
    const novice = 'novice' in event ? event.novice : undefined;
    if (!kind || !novice) return [];
    const text = (): string =>
      t('game.labelled', { name: t('game.turn', { turn: event.turn }), value: tellEvent(event, names) });
    return [{ kind, novice, number, text }];
  });
  const { shave } = figures;
  if (shave)
    moments.push({ kind: 'shave', novice: shave.novice, number: shave.event, text: () => shaveText(shave, names) });
  return {
    figures,
    ends: endsOf(replay.steps),
    moments: moments
      .sort((one, two) => one.number - two.number)
      .map(({ number, ...moment }) => ({ ...moment, place: placeOf(halfTurns, number) })),
  };
}

export function shaveText(shave: NonNullable<NightFigures['shave']>, names: Names): string {
  return t('replay.statistics.shave.text', {
    turn: shave.turn,
    novice: figureName(shave.novice, names),
    guard: figureName(shave.guard, names),
    dot: shave.dot,
    count: shave.steps,
  });
}

/** The night of a seat in three sentences; none for somebody who only watched. */
export function ownNight(seat: string, view: View, { figures }: Story): readonly string[] {
  const novice = noviceOf(seat);
  const hers = figures.novices.find((each) => each.novice === novice);
  const sheet = view.sheets?.find((each) => each.novice === novice);
  if (hers && sheet)
    return [
      t(`replay.end.way.${favourite(hers)}`, { count: hers.dots }),
      marks(hers.seen, hers.heard, hers.caught, 'replay.end.marks', 'replay.end.marks.none'),
      fate(sheet, view.winners?.includes(seat) ?? false),
    ];
  return ['guards', 'abbess', 'prioress'].includes(seat) ? guardsNight(view, figures) : [];
}

function guardsNight(view: View, { guards, novices }: NightFigures): readonly string[] {
  const sum = (count: (each: (typeof guards)[number]) => number): number =>
    guards.reduce((all, each) => all + count(each), 0);
  const all = (what: 'seen' | 'heard' | 'caught'): Numbers => novices.flatMap((each) => each[what]);
  const values = { count: sum(({ dots }) => dots), free: sum(({ free }) => free) };
  return [
    t('replay.end.guards.way', values),
    marks(all('seen'), all('heard'), all('caught'), 'replay.end.guards.marks', 'replay.end.guards.none'),
    `${t('game.capturePoints.of', { captures: view.captures, goal: view.goal })}.`,
  ];
}

function favourite({ gaits }: NoviceFigures): GaitName {
  const used = (['sneak', 'walk', 'run', 'stand'] as const).map((gait) => ({ gait, count: gaits[gait] ?? 0 }));
  return used.reduce((one, two) => (two.count > one.count ? two : one)).gait;
}

function marks(
  seen: Numbers,
  heard: Numbers,
  caught: Numbers,
  key: 'replay.end.marks' | 'replay.end.guards.marks',
  none: 'replay.end.marks.none' | 'replay.end.guards.none',
): string {
  const found = [
    ...(seen.length > 0 ? [t('replay.end.seen', { count: seen.length })] : []),
    ...(heard.length > 0 ? [t('replay.end.heard', { count: heard.length })] : []),
    ...(caught.length > 0 ? [t('replay.end.caught', { count: caught.length })] : []),
  ];
  return found.length > 0 ? capital(t(key, { marks: listed(found) })) : t(none);
}

function fate(sheet: Sheet, isHome: boolean): string {
  const thing = thingName(sheet.thing);
  if (isHome) return t('replay.end.fate.home', { thing });
  const { key, wish, home } = sheet.distances;
  if (sheet.has_wish) return t('replay.end.fate.wish', { thing, count: home ?? 0 });
  if (sheet.has_key && wish === 0) return t('replay.end.fate.lost');
  return sheet.has_key
    ? t('replay.end.fate.key', { count: wish ?? 0 })
    : t('replay.end.fate.none', { count: key ?? 0 });
}
