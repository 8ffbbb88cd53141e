/** Settings of a table while they are chosen, read against what the server offers (`Editions`). */

import type {
  ChairName,
  Clock,
  EditionInfo,
  Editions,
  FairTable,
  Level,
  PlayerCount,
  Settings,
  Side,
} from '../protocol/types';

/** Settings as the server sends them: with every field. */
export type WholeSettings = Required<Settings>;
export type Placing = Side | 'none';

/** Presets of the clock, in seconds. */
export const CLOCKS: Readonly<Record<'quick' | 'calm' | 'long', Required<Clock>>> = {
  quick: { bank: 300, increment: 10, joint: 120 },
  calm: { bank: 900, increment: 30, joint: 300 },
  long: { bank: 3600, increment: 300, joint: 3600 },
};
export type ClockChoice = keyof typeof CLOCKS | 'none' | 'own';

/** The settings of a table for which only `chosen` was chosen. */
export function settingsWith(editions: Editions, chosen: Settings = {}): WholeSettings {
  return { ...(editions.settings as WholeSettings), ...chosen };
}

export function clockChoice(clock: Clock | null): ClockChoice {
  if (!clock) return 'none';
  const preset = Object.entries(CLOCKS).find(
    ([, { bank, increment, joint }]) => clock.bank === bank && clock.increment === increment && clock.joint === joint,
  );
  return preset ? (preset[0] as keyof typeof CLOCKS) : 'own';
}

/** The entry for a number of novices and of guard players; undefined where they may not play together. */
function playerCount(editions: Editions, novices: number, guardPlayers: number): PlayerCount | undefined {
  return editions.player_counts.find((each) => each.novices === novices && each.guard_players === guardPlayers);
}

export function noviceNumbers(editions: Editions): readonly number[] {
  return [...new Set(editions.player_counts.map(({ novices }) => novices))];
}

/** Every number of guard players that goes with some number of novices, and whether it goes with this one. */
export function guardPlayerNumbers(editions: Editions, novices: number): readonly { number: number; fits: boolean }[] {
  const numbers = new Set(editions.player_counts.map(({ guard_players }) => guard_players));
  return [...numbers].map((number) => ({ number, fits: playerCount(editions, novices, number) !== undefined }));
}

/** Settings for another number of novices; where its guard players do not go with that, the first number that does. */
export function withNovices(editions: Editions, settings: WholeSettings, novices: number): WholeSettings {
  const allowed = editions.player_counts.filter((each) => each.novices === novices);
  const count = allowed.find((each) => each.guard_players === settings.guard_players) ?? allowed[0];
  return { ...settings, novices, guard_players: count?.guard_players ?? settings.guard_players };
}

/** The first chair of a side, or none for somebody who only watches. */
export function chairFor(editions: Editions, settings: WholeSettings, placing: Placing): ChairName | undefined {
  const count = playerCount(editions, settings.novices, settings.guard_players);
  return count?.chairs.find(({ side }) => side === placing)?.chair;
}

/** A bot of that level on every chair but one's own. */
export function botsElsewhere(
  editions: Editions,
  settings: WholeSettings,
  own: ChairName | undefined,
  level: Level,
): Record<string, Level> {
  const count = playerCount(editions, settings.novices, settings.guard_players);
  const others = (count?.chairs ?? []).filter(({ chair }) => chair !== own);
  return Object.fromEntries(others.map(({ chair }) => [chair, level]));
}

/** The value of an option at this table. */
export function valueAt(settings: WholeSettings, edition: EditionInfo, name: string): string | number {
  return settings.options[name] ?? edition.options[name] ?? '';
}

/** Settings with one option set; what the edition has anyway is not a difference. */
export function withOption(
  settings: WholeSettings,
  edition: EditionInfo,
  name: string,
  value: string | number,
): WholeSettings {
  const others = Object.fromEntries(Object.entries(settings.options).filter(([each]) => each !== name));
  return { ...settings, options: edition.options[name] === value ? others : { ...others, [name]: value } };
}

/** How many captures win for the guards (1.3). */
export function captureGoal(editions: Editions, settings: WholeSettings, edition: EditionInfo): number | undefined {
  const goals = playerCount(editions, settings.novices, settings.guard_players)?.capture_goals;
  return goals?.[valueAt(settings, edition, 'capture-goal')];
}

/** The fairest options that were measured for such a table, if any were. */
export function fairFor(editions: Editions, settings: WholeSettings): FairTable | undefined {
  return editions.fair.find(
    (each) =>
      each.edition === settings.edition &&
      each.novices === settings.novices &&
      each.guard_players === settings.guard_players,
  );
}

/** Whether exactly these options differ from the edition. */
export function isAsFair(settings: WholeSettings, fair: FairTable): boolean {
  const names = Object.keys(fair.options);
  return (
    names.length === Object.keys(settings.options).length &&
    names.every((name) => fair.options[name] === settings.options[name])
  );
}
