// An analysis in words: chances, choices, turning points, and the lines of the story.

import { capital, dieOf, figureName, isGuard, isKey, language, listed, t, type Names } from '../../i18n';
import type {
  Account,
  Certainty,
  DecisionReview,
  LedgerEntry,
  Point,
  StoryLine,
  TurningPoint,
} from '../../protocol/types';
import { choiceText, percent } from '../../shared/choice';
import { noviceOf } from '../names';
import { chanceOf, errorOf, leadOf, ownChanceOf } from './curve';

export type Mark = DecisionReview['mark'];

/** What is worth a second look; the rest was good, or too close to call. */
export const SLIPS: readonly Mark[] = ['inaccuracy', 'mistake', 'blunder'];

/** The parts of an analysis, as they are read beside a replay. */
export const PARTS = ['story', 'decisions', 'ledger'] as const;
export type Part = (typeof PARTS)[number];

/** A line that leads to its moment, in the language of the page, whichever that is when it is read. */
export interface Told {
  readonly text: () => string;
  readonly see: () => void;
}

/** A change in percentage points, with its sign. */
export function points(change: number): string {
  return whole(change * 100, 'exceptZero');
}

/** Returns whole points; only a negative number has its sign. */
export function plain(points: number): string {
  return whole(points, 'auto');
}

function whole(number: number, signDisplay: 'auto' | 'exceptZero'): string {
  const format = new Intl.NumberFormat(language(), { maximumFractionDigits: 0, signDisplay });
  return format.format(number).replace('-', '−'); // no language's format has the true minus sign
}

/** `Turn 5: what happened then`. */
export function inTurn(turn: number, what: string): string {
  return t('game.labelled', { name: t('game.turn', { turn }), value: what });
}

/** `The guards are ahead`, or that it is anyone's night. */
export function leadText(point: Point, seat: string | null): string {
  const lead = leadOf(chanceOf(point, seat), point.part === 'end', errorOf(point, seat));
  return lead ? t(`analysis.lead.${lead.side}.${lead.lead}`) : t('analysis.lead.even');
}

/** `Guards 76% ± 8`: a chance with its error, unless the result is known. */
export function chanceText(point: Point, seat: string | null): string {
  const said = { percent: percent(chanceOf(point, seat), point.part === 'end') };
  const error = errorOf(point, seat);
  return error > 0
    ? t('analysis.curve.guards.error', { ...said, error: Math.max(1, Math.round(100 * error)) })
    : t('analysis.curve.guards', said);
}

/** `Anna herself, judged by the truth: 34%`: a novice's own chance; null for the guards. */
export function ownChanceText(point: Point, seat: string | null, names: Names): string | null {
  const chance = ownChanceOf(point, seat);
  if (seat === null || chance === null) return null;
  const name = capital(figureName(seat, names));
  return t('analysis.curve.own', { name, percent: percent(chance, point.part === 'end') });
}

/** `Turn 5: Anna is seen. The guards’ chance rises from 35 % to 62 %.` Only at the end of the curve is a chance certain. */
export function turningText(
  { turn, reason, seat, before, after }: TurningPoint,
  names: Names,
  curve: readonly Point[],
): string {
  const keys = [`analysis.turning.${reason}.${seat}`, `analysis.turning.${reason}`].filter(isKey);
  const what = t((keys[0] ?? 'analysis.turning.decision') as 'analysis.turning.seen', { who: figureName(seat, names) });
  const isEnd = curve.some(
    ({ part, guards }, at) => part === 'end' && guards === after && curve[at - 1]?.guards === before,
  );
  const values = { before: percent(before), after: percent(after, isEnd) };
  const swing = t(after >= before ? 'analysis.swing.up' : 'analysis.swing.down', values);
  return inTurn(turn, `${capital(what)} ${swing}`);
}

/** `Turn 5: seen`: a turning point in the fewest words, for its mark on the curve. */
export function markText({ turn, reason }: TurningPoint): string {
  const key = `analysis.mark.word.${reason}`;
  return inTurn(turn, t(isKey(key) ? (key as 'analysis.mark.word.seen') : 'analysis.mark.word.decision'));
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

/** The entries that moved the night most. */
export function largestEntries(entries: readonly LedgerEntry[], count: number): readonly LedgerEntry[] {
  return [...entries].sort((one, two) => Math.abs(two.change) - Math.abs(one.change)).slice(0, count);
}

/** The deal and the dice, in the order of the night. */
export function drawn(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  return entries.filter(({ kind }) => kind === 'deal' || kind === 'die');
}

/** `+12 for the guards`: what an entry changed, for the side that it helped; nothing where that rounds to nothing. */
export function changeText({ change }: LedgerEntry): string {
  const size = points(Math.abs(change));
  if (size === '0') return size;
  return t(change >= 0 ? 'analysis.ledger.change.guards' : 'analysis.ledger.change.novices', { points: size });
}

/** What moved the night: the deal, a die, or a decision. */
export function entryText({ turn, kind, seat, face = 0 }: LedgerEntry, names: Names): string {
  const who = figureName(seat || 'chance', names);
  switch (kind) {
    case 'deal':
      return t('analysis.entry.deal');
    case 'die':
      return inTurn(turn, dieText(seat, face, names));
    case 'decision':
      return inTurn(turn, t('analysis.entry.decision', { who }));
  }
}

function dieText(seat: string, face: number, names: Names): string {
  if (seat === '' || seat === 'guards') return t('analysis.entry.die.guards', { face });
  return t('analysis.entry.die', { face, of: dieOf(seat, names) });
}

/** A player's night in one sentence: what luck did, kindly. */
export function luckText({ luck, result }: Account): string {
  const values = { points: points(Math.abs(luck)).replace('+', '') };
  if (Math.abs(luck) < 0.02) return t(result > 0 ? 'analysis.luck.even.won' : 'analysis.luck.even');
  if (luck < 0) return t(result > 0 ? 'analysis.luck.despite' : 'analysis.luck.against', values);
  return t(result > 0 ? 'analysis.luck.with' : 'analysis.luck.wasted', values);
}

/** `12 points more (between 5 and 19)`. */
export function costText({ cost, low, high }: DecisionReview): string {
  const [size = 0, least = 0, most = 0] = [cost, low, high].map((share) => Math.round(100 * share));
  return t('analysis.decisions.cost', { points: plain(size), low: plain(least), high: plain(most), count: size });
}

/** Whether a choice was clearly worse than another, clearly good, or too close to call. */
function kindOf(mark: Mark): 'worse' | 'good' | 'close' {
  if (SLIPS.includes(mark)) return 'worse';
  return mark === 'unclear' ? 'close' : 'good';
}

/** How many choices were clearly good, how many clearly worse than another, and how many too close to call; in `own` the reader is addressed. */
export function countsText(decisions: readonly DecisionReview[], whose: 'decisions' | 'own'): string {
  const kinds = decisions.map(({ mark }) => kindOf(mark));
  const [good = 0, worse = 0, close = 0] = (['good', 'worse', 'close'] as const).map(
    (kind) => kinds.filter((each) => each === kind).length,
  );
  const values = { count: decisions.length, good, close };
  return worse > 0
    ? t(`analysis.${whose}.counts`, { ...values, worse })
    : t(`analysis.${whose}.counts.flawless`, values);
}

/** Another way than the one that was played, if it may have been worth a point more. Only what is clearly better is called so. */
export function alternativeText({ mark, best, cost }: DecisionReview): string | null {
  if (!best || Math.round(100 * cost) < 1) return null;
  const values = { choice: choiceText(best), percent: percent(best.chance) };
  return t(SLIPS.includes(mark) ? 'analysis.decisions.better' : 'analysis.decisions.perhaps', values);
}

/** The choice that clearly cost most, if any did. */
export function costliest(decisions: readonly DecisionReview[]): DecisionReview | null {
  const slips = decisions.filter(({ mark, best }) => SLIPS.includes(mark) && best);
  return slips.reduce<DecisionReview | null>((worst, each) => (worst && worst.cost >= each.cost ? worst : each), null);
}

/** What there was to gain by a choice, and with which guard where a seat may have several. */
export function slipText({ turn, figure, played, best, cost }: DecisionReview): string {
  const values = {
    turn,
    better: best ? choiceText(best) : '',
    played: choiceText(played),
    points: plain(Math.round(100 * cost)),
  };
  return isGuard(figure)
    ? t('analysis.own.slip.guard', { ...values, who: figureName(figure) })
    : t('analysis.own.slip', values);
}

const IN_SIGHT = 0.999; // more than this is seen, and no guess

/** How sure the guards were of a novice at most, and when they had her in sight. */
export function surestOf({ turns, sure }: Certainty): string {
  const row = turns.map((turn, at) => ({ turn, share: sure[at] ?? 0 }));
  const seen = row.filter(({ share }) => share >= IN_SIGHT).map(({ turn }) => String(turn));
  const guesses = row.filter(({ share }) => share < IN_SIGHT).sort((one, two) => two.share - one.share);
  const most = guesses[0]
    ? [t('analysis.certainty.most', { percent: percent(guesses[0].share, true), turn: guesses[0].turn })]
    : [];
  const sight = seen.length > 0 ? [t('analysis.certainty.seen', { turns: listed(seen), count: seen.length })] : [];
  return [...sight, ...most].join('; ');
}
