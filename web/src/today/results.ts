// The result of a day in words: for the page, and in one line to send that tells nothing of the night.

import { t } from '../i18n';
import type { DayAttempt, DayInfo } from '../protocol/types';

/** `Won in turn 9`, or that it was lost or given up. */
export function outcome(own: DayAttempt): string {
  if (own.standing === 'abandoned') return t('today.result.abandoned');
  return t(own.won ? 'today.won' : 'today.lost', { turn: own.turns });
}

/** Turns are moons, captures are bells: nothing of where anybody was or went. */
export function resultLine(day: DayInfo, own: DayAttempt, address: string): string {
  const signs = `${own.won ? '🏆' : '🌅'} ${'🌙'.repeat(Math.min(own.turns, 15))}${'🔔'.repeat(Math.min(own.captures, 9))}`;
  const beats =
    own.beats === null || own.beats === undefined ? '' : ` · ${t('today.line.beats', { percent: own.beats })}`;
  return `${t('common.title')} ${day.day} · ${outcome(own)} ${signs}${beats} · ${address}/today`;
}
