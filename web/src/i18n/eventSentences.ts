/** What happened, told in one sentence of the reader's language, from the fields that her seat was sent. */

import type {
  DotsTold,
  Event,
  GameOver,
  Noise,
  NoviceMoved,
  NoviceSeen,
  NoviceVanished,
  SetUp,
} from '../protocol/types';
import { editionName } from './names';
import { capital, listed, t } from './speech.svelte';
import { beside, blessingName, dieOf, figureBy, figureName, isGuard, pathName, type Figure, type Names } from './words';

type Gait = 'stand' | 'sneak' | 'walk' | 'run';

export function tellEvent(event: Event, names: Names = {}): string {
  return capital(told(event, names));
}

/** Events that belong together, such as the steps of one movement, told in one sentence; others sentence by sentence. */
export function tellTogether(events: readonly Event[], names: Names = {}): string {
  const [first] = events;
  if (events.length > 1 && first?.event === 'guard_stepped') return capital(movement(events, names));
  if (events.length > 1 && events.every((event) => event.event === 'novice_seen')) return capital(seen(events, names));
  return events.map((event) => tellEvent(event, names)).join(' ');
}

/** A guard's steps, and how she moved if she has stopped. */
function movement(events: readonly Event[], names: Names): string {
  const steps = events.filter((event) => event.event === 'guard_stepped');
  const stop = events.find((event) => event.event === 'guard_stopped');
  const [first] = steps;
  if (!first) return '';
  const values = { figure: figureName(first.guard, names), dots: way([first.from, ...steps.map(({ to }) => to)]) };
  const [onPath, off] = MOVED[stop ? (stop.gait === 'run' ? 'run' : 'walk') : 'so far'];
  return t(steps.some(({ free }) => free) ? off : onPath, values);
}

const MOVED = {
  'so far': ['events.guard_moved', 'events.guard_moved.free'],
  walk: ['events.guard_moved.walk', 'events.guard_moved.walk.free'],
  run: ['events.guard_moved.run', 'events.guard_moved.run.free'],
} as const;

function seen(events: readonly NoviceSeen[], names: Names): string {
  const by = [...new Set(events.flatMap((event) => event.by))];
  return t('events.novice_seen', {
    figure: figureName(events[0]?.novice ?? 0, names),
    dot: way(events.map(({ dot }) => dot)),
    by: listed(by.map((each) => figureBy(each, names))),
  });
}

function told(event: Event, names: Names): string {
  const who = (figure: Figure): string => figureName(figure, names);
  switch (event.event) {
    case 'setup':
      return setUp(event, names);
    case 'path_taken':
      return event.path === 'about-turn'
        ? t('events.path_taken.about-turn', { figure: who(event.guard), dots: way(event.dots) })
        : t('events.path_taken', { figure: who(event.guard), path: pathName(event.path), dots: way(event.dots) });
    case 'novice_moved':
      return moved(event, who(event.novice));
    case 'novice_seen':
      return t('events.novice_seen', {
        figure: who(event.novice),
        dot: event.dot,
        by: listed(event.by.map((by) => figureBy(by, names))),
      });
    case 'novice_shown':
      return t('events.novice_shown', { figure: who(event.novice), dot: event.dot });
    case 'novice_vanished':
      return vanished(event, names);
    case 'token_removed':
      return t('events.token_removed', { of: dieOf(event.novice, names) });
    case 'key_taken':
      return t('events.key_taken', { figure: who(event.novice), dot: event.dot });
    case 'wish_taken':
      return t('events.wish_taken', { figure: who(event.novice), dot: event.dot });
    case 'novice_home':
      return t('events.novice_home', { figure: who(event.novice) });
    case 'rolled':
      return t(event.why === 'listen' ? 'events.rolled.listen' : 'events.rolled.noise', {
        figure: who(event.by),
        face: event.face,
      });
    case 'blessing_played':
      return event.die === undefined
        ? t('events.blessing_played', { figure: who(event.by), blessing: blessingName(event.blessing) })
        : t('events.blessing_played.die', {
            figure: who(event.by),
            blessing: blessingName(event.blessing),
            of: dieOf(event.die, names),
          });
    case 'blessing_told':
      return t('events.blessing_told', { figure: who(event.by) });
    case 'noise':
      return noise(event, names);
    case 'guard_turned':
      return t('events.guard_turned', { figure: who(event.guard), dot: event.dot, towards: event.towards });
    case 'guard_stepped':
      return t(event.free ? 'events.guard_stepped.free' : 'events.guard_stepped', {
        figure: who(event.guard),
        from: event.from,
        to: event.to,
      });
    case 'guard_stopped':
      return t(event.gait === 'run' ? 'events.guard_stopped.run' : 'events.guard_stopped.walk', {
        figure: who(event.guard),
        count: event.steps,
      });
    case 'novice_caught':
      return t('events.novice_caught', { figure: who(event.novice), by: figureBy(event.guard, names), dot: event.dot });
    case 'novice_freed':
      return t('events.novice_freed', { figure: who(event.novice) });
    case 'tokens_cleared':
      return t('events.tokens_cleared');
    case 'dots_told':
      return dotsTold(event, names);
    case 'turn_ended':
      return t('events.turn_ended', { turn: event.turn });
    case 'ruler_laid':
      return t(event.line ? 'events.ruler_laid.line' : 'events.ruler_laid.noLine', {
        figure: who(event.novice),
        one: event.dots[0],
        two: event.dots[1],
        count: event.steps,
      });
    case 'game_over':
      return over(event, names);
    default:
      return unknown(event);
  }
}

function way(dots: readonly number[]): string {
  return dots.join('–');
}

function moved(event: NoviceMoved, figure: string): string {
  const gait = event.gait as Gait;
  const sentence = event.route
    ? t(`events.novice_moved.${gait}.route`, { figure, route: way(event.route) })
    : t(`events.novice_moved.${gait}`, { figure });
  return event.blessing ? `${sentence} ${t('events.novice_moved.blessing')}` : sentence;
}

/** Out of everyone's sight, or (6.7, guard by guard) out of one guard's. */
function vanished({ novice, between: [one, two], guard }: NoviceVanished, names: Names): string {
  const values = { figure: figureName(novice, names), one, two };
  return guard
    ? t('events.novice_vanished.guard', { ...values, of: dieOf(guard) })
    : t('events.novice_vanished', values);
}

/** Tells a noise; the player who placed it knows whether it was real, and a guard's own is always false. */
function noise(event: Noise, names: Names): string {
  const source = event.by ?? event.novice;
  const figure = source === undefined ? '' : figureName(source, names);
  const values = { figure, beside: beside(event.guard), dot: event.dot };
  return event.real === false ? t('events.noise.false', values) : t('events.noise', values);
}

function dotsTold(event: DotsTold, names: Names): string {
  const each = Object.entries(event.dots).map(([novice, dot]) =>
    t('events.dots_told.one', { figure: figureName(Number(novice), names), dot }),
  );
  return t('events.dots_told', { dots: listed(each) });
}

function setUp(event: SetUp, names: Names): string {
  const unknown: string[] = [];
  const known = event.novices.flatMap((each) => {
    const figure = figureName(each.novice, names);
    if (each.key_dot === undefined || each.wish_dot === undefined) {
      unknown.push(figure);
      return [];
    }
    const card = { figure, key: each.key_dot, wish: each.wish_dot };
    return each.blessing
      ? t('events.setup.novice.blessed', { ...card, blessing: blessingName(each.blessing) })
      : t('events.setup.novice.known', card);
  });
  const guards = event.guards.map((each) => {
    const known = { figure: figureName(each.guard, names), dot: each.dot };
    return each.blessing
      ? t('events.setup.guard.blessed', { ...known, blessing: blessingName(each.blessing) })
      : t('events.setup.guard', known);
  });
  return t('events.setup', {
    players: t('game.count.players', { count: event.players }),
    edition: editionName(event.edition),
    novices: (unknown.length > 0 ? [...known, listed(unknown)] : known).map(capital).join('. '),
    guards: guards.map(capital).join('. '),
  });
}

function over(event: GameOver, names: Names): string {
  if (event.reason === 'captures') return t('events.game_over.captures');
  if (event.reason === 'dawn') return t('events.game_over.dawn');
  if (event.reason === 'abandoned') return t('events.game_over.abandoned');
  const winners = event.winners.filter((winner) => !isGuard(winner) && winner !== 'guards');
  return t('events.game_over.home', {
    figures: listed(winners.map((winner) => figureName(winner, names))),
    count: winners.length,
  });
}

/** A newer server may tell more than this page knows: its name is better than silence. */
function unknown(event: never): string {
  return (event as { event: string }).event.replaceAll('_', ' ');
}
