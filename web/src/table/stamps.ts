/** What is stamped over the board when the night is decided, or one's own part in it. */
import { capital, figureBy, figureName, listed, t, tellTogether, thingName, type Names } from '../i18n';
import type { IconName } from '../look/icons/drawings';
import type { Event, View } from '../protocol/types';
import { isAbout } from './beats';

type GameOver = Extract<Event, { event: 'game_over' }>;

export interface Stamp {
  readonly kind: 'seen' | 'heard' | 'caught' | 'wish' | 'over';
  readonly icon: IconName;
  readonly title: string;
  readonly lines: readonly string[];
  /** The novices it is about. */
  readonly novices: readonly number[];
}

const ICONS: Record<Stamp['kind'], IconName> = {
  seen: 'eye',
  heard: 'noise',
  caught: 'caught',
  wish: 'wish',
  over: 'bell',
};

/** The weightiest of what is told together names the stamp; everything of it is said. */
export function stampOf(telling: readonly Event[], view: View, names: Names): Stamp {
  const last = telling.at(-1);
  const novices = [...new Set(telling.flatMap((event) => ('novice' in event && event.novice ? [event.novice] : [])))];
  const stamped = (kind: Stamp['kind'], title: string, ...lines: string[]): Stamp => ({
    kind,
    icon: ICONS[kind],
    title,
    lines,
    novices,
  });
  const sentence = tellTogether(telling, names);
  const isYours = telling.some((event) => isAbout(event, view.seat));
  switch (last?.event) {
    case 'novice_seen':
      return stamped('seen', t('play.stamp.seen'), seenWhere(telling));
    case 'noise':
      return stamped('heard', t('play.stamp.heard'), heardWhere(telling));
    case 'wish_taken': {
      const sheet = view.sheets?.find(({ novice }) => novice === last.novice);
      return sheet && isYours
        ? stamped(
            'wish',
            t('play.stamp.wish'),
            t('play.stamp.wish.text', { thing: thingName(sheet.thing), cell: sheet.cell }),
          )
        : stamped('wish', t('play.stamp.wish.other'), sentence);
    }
    case 'novice_caught':
      return stamped(
        'caught',
        t(isYours ? 'play.stamp.caught.you' : 'play.stamp.caught'),
        sentence,
        t('game.capturePoints.of', { captures: view.captures, goal: view.goal }),
      );
    case 'game_over':
      return stamped('over', victory(last.winners.map(String), names), ...howItEnded(telling, last, view, names));
    default: // others may come home in the same turn, and win instead (1.4)
      return stamped(
        'over',
        capital(
          t('play.stamp.home', {
            names: listed(novices.map((each) => figureName(each, names))),
            count: novices.length,
          }),
        ),
        sentence,
      );
  }
}

/** The winners, as the title of a night. */
function victory(winners: readonly string[], names: Names): string {
  const novices = winners.filter((winner) => /\d$/.test(winner));
  if (novices.length === 0) return t('replay.end.guards');
  return capital(
    t('replay.end.novices', {
      names: listed(novices.map((winner) => figureName(winner, names))),
      count: novices.length,
    }),
  );
}

/** What led to the end, and why it is one; the winners are in the title, and a way home needs no reason. */
function howItEnded(telling: readonly Event[], over: GameOver, view: View, names: Names): readonly string[] {
  const before = telling.filter(({ event }) => event !== 'game_over');
  const told = before.length > 0 ? [tellTogether(before, names)] : [];
  if (over.reason !== 'home') return [...told, t(`game.ending.${over.reason as 'dawn'}`)];
  const home = (view.novices ?? []).filter(({ status }) => status === 'home').length;
  if (home > over.winners.length) return [...told, t('play.stamp.fewest')]; // 1.4
  return told.length > 0 ? told : [tellTogether([over], names)];
}

function heardWhere(telling: readonly Event[]): string {
  const noises = telling.filter((event) => event.event === 'noise');
  const by = [...new Set(noises.map(({ guard }) => guard))];
  return t('play.stamp.heard.text', {
    by: capital(listed(by.map((guard) => figureBy(guard)))),
    dots: listed([...new Set(noises.map(({ dot }) => String(dot)))]),
    count: noises.length,
  });
}

function seenWhere(telling: readonly Event[]): string {
  const seen = telling.filter((event) => event.event === 'novice_seen');
  const by = [...new Set(seen.flatMap((event) => event.by))];
  return t('play.stamp.seen.text', {
    dots: listed(seen.map(({ dot }) => String(dot))),
    by: listed(by.map((guard) => figureBy(guard))),
  });
}
