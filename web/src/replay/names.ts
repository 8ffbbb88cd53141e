// Moments and seats by name, in the reader's language.

import { t, type Names } from '../i18n';
import { figureTitle } from '../i18n/words';
import type { HalfTurn } from './halfTurns';

export function momentName(halfTurns: readonly HalfTurn[], place: number): string {
  const half = halfTurns[place];
  if (!half || half.kind === 'setup') return t('replay.moment.setup');
  if (half.view.over) return t('replay.moment.end', { turn: half.turn });
  if (half.kind === 'guards') return t('replay.moment.guards', { turn: half.turn });
  const movements = halfTurns.filter((each) => each.kind === 'novices' && each.turn === half.turn).length;
  return movements > 1
    ? t('replay.moment.novices.phase', { turn: half.turn, phase: half.phase })
    : t('replay.moment.novices', { turn: half.turn });
}

/** Returns the names of the people who played, by seat. A record calls a bot `bot (easy)`; a reader knows it by its figure, as at the table. */
export function peopleOf(seats: Names): Names {
  return Object.fromEntries(Object.entries(seats).filter(([, name]) => !/^bot \(.*\)$/.test(name)));
}

export function seatName(seat: string, names: Names): string {
  switch (seat) {
    case 'omniscient':
    case 'spectator':
      return t(`replay.seat.${seat}`);
    case 'guards':
    case 'abbess':
    case 'prioress':
      return names[seat] ? `${t(`replay.seat.${seat}`)} (${names[seat]})` : t(`replay.seat.${seat}`);
    default:
      return figureTitle(seat, names);
  }
}

/** The number of a novice's seat; null for any other. */
export function noviceOf(seat: string): number | null {
  return seat.startsWith('novice-') ? Number(seat.slice('novice-'.length)) : null;
}
