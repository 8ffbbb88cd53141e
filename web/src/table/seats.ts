/** Chairs by the names people know them by. */
import { capital, figureName, t } from '../i18n';
import type { Chair, TableState } from '../protocol/types';

/** Whether it is a bot's own chair, not one in which it stands in for somebody. */
const isBots = (chair: Chair): boolean => chair.kind === 'bot' && !chair.stand_in;

/** `Anna`, or what the figure is called where a bot sits. */
export function chairName(chair: Chair): string {
  if (isBots(chair) || !chair.name) return capital(figureName(chair.seat ?? chair.chair));
  return chair.name;
}

/** The same with what a reader needs beside it: the novice's number, or that it is a bot. */
export function chairTitle(chair: Chair): string {
  const figure = capital(figureName(chair.seat ?? chair.chair));
  if (isBots(chair))
    return `${figure}, ${chair.level ? t('game.bot.named', { level: t(`game.level.${chair.level}`) }) : t('game.bot')}`;
  return chair.name ? `${chair.name}, ${figure}` : figure;
}

export function isWaitedFor(table: TableState, chair: Chair): boolean {
  return table.waiting?.includes(chair.chair) ?? false;
}

/** Milliseconds on her clock, which runs on since the table was told. */
export function clockOf(chair: Chair, since: number): number | null {
  if (chair.left_ms == null) return null;
  return chair.ticking ? chair.left_ms - since : chair.left_ms;
}
