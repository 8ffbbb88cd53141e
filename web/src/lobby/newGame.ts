/** Makes a table, sits down and, where everyone else is a bot, begins: what a tap on the home page does. */

import { t } from '../i18n';
import type { Editions, Level, Settings, Side } from '../protocol/types';
import { createTable, getEditions, sit, startTable } from '../store/api';
import { rememberedName, rememberGentle, rememberLevel, rememberSide, rememberTable } from './preferences';
import { botsElsewhere, chairFor, settingsWith, type Placing, type WholeSettings } from './settings';

/** Three novices make a lively first night that a beginner can still follow. */
const QUICK_NOVICES = 3;
const MOST_SISTERS = 99;

/** A name for somebody who gave none. */
export function nameOr(given: string): string {
  return given.trim() || t('lobby.name.default', { number: 1 + Math.floor(Math.random() * MOST_SISTERS) });
}

/** The code of a table at which the night has begun, with bots on every other chair; a gentle one has no blessings, and guards see what they may suspect. */
export async function playNow(side: Side, level: Level, gentle: boolean): Promise<string> {
  rememberLevel(level);
  rememberSide(side);
  rememberGentle(gentle);
  const editions = await getEditions();
  const options: Settings = gentle ? { options: { blessings: 'off' }, suspicion: true } : {};
  const code = await makeTable(editions, settingsWith(editions, { novices: QUICK_NOVICES, ...options }), side, level);
  await startTable(code);
  return code;
}

/** The code of a new table with oneself on a chair, if wanted; bots on the others if a level is given. */
export async function makeTable(
  editions: Editions,
  settings: WholeSettings,
  placing: Placing,
  level: Level | null,
): Promise<string> {
  const chair = chairFor(editions, settings, placing);
  const { table } = await createTable({ settings, bots: level ? botsElsewhere(editions, settings, chair, level) : {} });
  rememberTable(table.code);
  if (chair) await sit(table.code, chair, nameOr(rememberedName()));
  return table.code;
}
