/**
 * What has happened to a novice since she last moved, and what the guards know of each novice: short sentences, each with the event that
 * explains it. Everything is read off the events that the seat was told.
 */
import { capital, figureBy, figureName, listed, t } from '../i18n';
import type { Action, Event, NoviceView, View } from '../protocol/types';

export interface StoryPart {
  readonly kind: 'seen' | 'unseen' | 'heard' | 'unheard' | 'caught' | 'ran' | 'vanished';
  readonly text: string;
  /** The number of the event that explains it; null where nothing happened that could be explained. */
  readonly event: number | null;
}

/** What the guards know of one novice. */
export interface NoviceNews {
  readonly novice: number;
  /** From the newest to the oldest. */
  readonly parts: readonly string[];
  readonly event: number | null;
  readonly isInSight: boolean;
}

/** What is asked while noise is being made and heard. */
const NOISE_ACTIONS: readonly Action['action'][] = ['again', 'change', 'fake', 'mark', 'pass'];

type Kind = Event['event'];
type Numbered<K extends Kind> = Extract<Event, { event: K }> & { readonly number: number };

/** The events of one kind from a place on, each with its number. */
function told<K extends Kind>(events: readonly Event[], from: number, kind: K): readonly Numbered<K>[] {
  return events.flatMap((event, number) =>
    number >= from && event.event === kind ? [{ ...(event as Extract<Event, { event: K }>), number }] : [],
  );
}

/** A novice's own turn, as far as it has gone; nothing before her first movement. */
export function ownStory(events: readonly Event[], view: View): readonly StoryPart[] {
  const own = view.over ? undefined : view.sheets?.[0]?.novice;
  const from = events.findLastIndex((event) => event.event === 'novice_moved' && event.novice === own);
  if (own === undefined || from < 0) return [];
  const caught = caughtPart(events, from, own);
  return [
    ...caught,
    ...[...seenPart(events, from, own), ...heardPart(events, from, own, view)].filter(
      ({ kind }) => caught.length === 0 || (kind !== 'unseen' && kind !== 'unheard'), // that is no comfort any more
    ),
    ...ranParts(events, from, view),
  ];
}

function caughtPart(events: readonly Event[], from: number, own: number): readonly StoryPart[] {
  const caught = told(events, from, 'novice_caught').findLast(({ novice }) => novice === own);
  if (!caught) return [];
  const text = t('play.story.caught', { dot: caught.dot, by: figureBy(caught.guard) });
  return [{ kind: 'caught', text, event: caught.number }];
}

function seenPart(events: readonly Event[], from: number, own: number): readonly StoryPart[] {
  const seen = told(events, from, 'novice_seen').filter(({ novice }) => novice === own);
  const last = seen.at(-1);
  if (!last) return [{ kind: 'unseen', text: t('play.story.unseen'), event: null }];
  const dots = listed([...new Set(seen.map(({ dot }) => String(dot)))]);
  const by = listed([...new Set(seen.flatMap((each) => each.by))].map((guard) => figureBy(guard)));
  return [{ kind: 'seen', text: t('play.story.seen', { dots, by }), event: last.number }];
}

function heardPart(events: readonly Event[], from: number, own: number, view: View): readonly StoryPart[] {
  const noises = told(events, from, 'noise').filter(({ novice, real }) => novice === own && real !== false);
  const last = noises.at(-1);
  if (last) {
    const by = listed([...new Set(noises.map(({ guard }) => guard))].map((guard) => figureBy(guard)));
    return [{ kind: 'heard', text: t('play.story.heard', { by }), event: last.number }];
  }
  const roll = told(events, from, 'rolled').findLast(({ by }) => by === own);
  // While a die can still be changed or a token is to be placed, nobody knows yet.
  const isOpen = view.actions?.some(({ action }) => NOISE_ACTIONS.includes(action)) ?? false;
  return roll && !isOpen ? [{ kind: 'unheard', text: t('play.story.unheard'), event: roll.number }] : [];
}

/** Guards who ran, and whether that has made them deaf. */
function ranParts(events: readonly Event[], from: number, view: View): readonly StoryPart[] {
  return told(events, from, 'guard_stopped')
    .filter(({ gait }) => gait === 'run')
    .map(({ guard, number }) => {
      const deaf = view.guards?.some((each) => each.guard === guard && each.deaf) ?? false;
      const text = capital(t(deaf ? 'play.story.ran.deaf' : 'play.story.ran', { guard: figureName(guard) }));
      return { kind: 'ran', text, event: number };
    });
}

/** One entry for each novice on the board, for those who look for them. */
export function noviceNews(events: readonly Event[], view: View): readonly NoviceNews[] {
  return (view.novices ?? []).filter(({ status }) => status !== 'home').map((novice) => newsOf(events, view, novice));
}

function newsOf(events: readonly Event[], view: View, herself: NoviceView): NoviceNews {
  const { novice } = herself;
  const isHers = (each: { novice?: number }): boolean => each.novice === novice;
  const seen = told(events, 0, 'novice_seen').findLast(isHers);
  const vanished = told(events, 0, 'novice_vanished').findLast(isHers);
  const noise = told(events, 0, 'noise').findLast(isHers);
  const found: { text: string; number: number }[] = [];
  if (herself.dot != null && seen)
    found.push({ text: t('play.news.sight', { dot: herself.dot }), number: seen.number });
  else if (vanished && vanished.number > (seen?.number ?? -1)) {
    const [from, to] = vanished.between;
    const text = t('play.news.vanished', { from, to, turn: turnOf(vanished.turn, view) });
    found.push({ text, number: vanished.number });
  } else if (seen) {
    const text = t('play.news.seen', { dot: seen.dot, turn: turnOf(seen.turn, view) });
    found.push({ text, number: seen.number });
  }
  if (noise && noise.turn >= view.turn - 1) {
    const text = t('play.news.heard', {
      guard: figureName(noise.guard),
      dot: noise.dot,
      turn: turnOf(noise.turn, view),
    });
    found.push({ text, number: noise.number });
  }
  found.sort((one, two) => two.number - one.number);
  const rest = [
    ...(found.length === 0 ? [t('play.news.never')] : []),
    ...(herself.gait ? [t(`game.gait.${herself.gait as 'walk'}`)] : []),
    ...(herself.times_caught ? [t('play.players.caught', { count: herself.times_caught })] : []),
  ];
  return {
    novice,
    parts: [...found.map(({ text }) => text), ...rest],
    event: found[0]?.number ?? null,
    isInSight: herself.dot != null,
  };
}

/** This turn needs no word. */
function turnOf(turn: number, view: View): string {
  return turn === view.turn ? '' : ` (${t('game.turn', { turn })})`;
}
