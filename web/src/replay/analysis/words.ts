// An analysis in words: chances, choices, turning points, and the lines of the story.

import { capital, dieOf, figureName, isKey, language, t, type Names } from '../../i18n';
import type { Account, DecisionReview, LedgerEntry, Point, StoryLine, TurningPoint } from '../../protocol/types';
import { percent } from '../../shared/choice';
import { noviceOf } from '../names';
import { chanceOf, leadOf } from './curve';

export type Mark = DecisionReview['mark'];

/** What is worth a second look; the rest was good, or too close to call. */
export const SLIPS: readonly Mark[] = ['inaccuracy', 'mistake', 'blunder'];

/** A change in percentage points, with its sign. */
export function points(change: number, digits = 0): string {
  return new Intl.NumberFormat(language(), {
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
    signDisplay: 'exceptZero',
  }).format(change * 100);
}

/** `The guards are ahead`, or that it is anyone's night. */
export function leadText(point: Point, seat: string | null): string {
  const lead = leadOf(chanceOf(point, seat), point.part === 'end');
  return lead ? t(`analysis.lead.${lead.side}.${lead.lead}`) : t('analysis.lead.even');
}

/** `Turn 5: Anna is seen. The guards’ chance rises from 35 % to 62 %.` */
export function turningText({ turn, reason, seat, before, after }: TurningPoint, names: Names): string {
  const key = `analysis.turning.${reason}`;
  const who = figureName(seat, names);
  const isGuards = seat === 'guards' && (reason === 'decision' || reason === 'die');
  const what = isGuards
    ? t(`analysis.turning.${reason}.guards`)
    : t(isKey(key) ? (key as 'analysis.turning.seen') : 'analysis.turning.decision', { who });
  const values = { before: percent(before), after: percent(after) };
  const swing = t(after >= before ? 'analysis.swing.up' : 'analysis.swing.down', values);
  return `${t('game.turn', { turn })}: ${what} ${swing}`;
}

/** A line of the story; null for a code that is newer than this page. Values that name a seat or a guard become names. */
export function storyText({ code, values }: StoryLine, names: Names): string | null {
  const key = `analysis.story.${code}`;
  if (!isKey(key)) return null;
  const told = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? nameOf(value, names) : value]),
  );
  return capital((t as (key: string, values: Record<string, string | number>) => string)(key, told));
}

function nameOf(value: string, names: Names): string {
  const isFigure = noviceOf(value) !== null || ['abbess', 'prioress', 'monk', 'guards'].includes(value);
  return isFigure ? figureName(value, names) : value;
}

/** What moved the night: the deal, a die, a decision, or something that nobody could know. */
export function entryText({ turn, kind, seat, face = 0 }: LedgerEntry, names: Names): string {
  const who = figureName(seat || 'chance', names);
  switch (kind) {
    case 'deal':
      return t('analysis.entry.deal');
    case 'die':
      return `${t('game.turn', { turn })}: ${dieText(seat, face, names)}`;
    case 'decision':
    case 'unknowable':
      return `${t('game.turn', { turn })}: ${t(`analysis.entry.${kind}`, { who })}`;
  }
}

function dieText(seat: string, face: number, names: Names): string {
  if (seat === '' || seat === 'guards') return t('analysis.entry.die.guards', { face });
  return t('analysis.entry.die', { face, of: dieOf(seat, names) });
}

/** A player's night in one sentence: what luck did, kindly. */
export function luckText({ luck, result, adjusted }: Account): string {
  const values = {
    points: points(Math.abs(luck)).replace('+', ''),
    without: percent(Math.min(1, Math.max(0, adjusted))),
  };
  if (Math.abs(luck) < 0.02) return t('analysis.luck.even');
  if (luck < 0) return t(result > 0 ? 'analysis.luck.despite' : 'analysis.luck.against', values);
  return t(result > 0 ? 'analysis.luck.with' : 'analysis.luck.wasted', values);
}
