/** Settings of a table with every field said, and what follows from them before the server is asked. */

import type { ChairName, Clock, EditionInfo, Level, Settings, Side } from '../protocol/types';

export type WholeSettings = Required<Settings>;
export type Placing = Side | 'none';

export const LEVELS: readonly Level[] = ['easy', 'normal', 'hard', 'expert'];
export const NOVICE_CHAIRS: readonly ChairName[] = ['a', 'b', 'c', 'd', 'e', 'f'];
export const MOST_NOVICES = NOVICE_CHAIRS.length;

/** Presets of the clock, in seconds. */
export const CLOCKS: Readonly<Record<'quick' | 'calm' | 'long', Required<Clock>>> = {
  quick: { bank: 300, increment: 10, joint: 120 },
  calm: { bank: 900, increment: 30, joint: 300 },
  long: { bank: 3600, increment: 300, joint: 3600 },
};
export type ClockChoice = keyof typeof CLOCKS | 'none' | 'own';

export function whole(settings: Settings): WholeSettings {
  return {
    edition: settings.edition ?? 'mayfair',
    options: settings.options ?? {},
    novices: settings.novices ?? 1,
    guard_players: settings.guard_players ?? 1,
    clock: settings.clock ?? null,
    open: settings.open ?? false,
    spectators: settings.spectators ?? true,
    suspicion: settings.suspicion ?? false,
  };
}

export function clockChoice(clock: Clock | null): ClockChoice {
  if (!clock) return 'none';
  const preset = Object.entries(CLOCKS).find(
    ([, { bank, increment, joint }]) => clock.bank === bank && clock.increment === increment && clock.joint === joint,
  );
  return preset ? (preset[0] as keyof typeof CLOCKS) : 'own';
}

/** The chairs of a table in their order: the guards', then the novices'. */
export function chairsOf(settings: WholeSettings): ChairName[] {
  const guards: ChairName[] = settings.guard_players === 2 ? ['abbess', 'prioress'] : ['guards'];
  return [...guards, ...NOVICE_CHAIRS.slice(0, settings.novices)];
}

export function sideOf(chair: ChairName): Side {
  return NOVICE_CHAIRS.includes(chair) ? 'novices' : 'guards';
}

/** The first chair of a side, or none for somebody who only watches. */
export function chairFor(settings: WholeSettings, placing: Placing): ChairName | undefined {
  return chairsOf(settings).find((chair) => sideOf(chair) === placing);
}

/** A bot of that level on every chair but one's own. */
export function botsElsewhere(
  settings: WholeSettings,
  own: ChairName | undefined,
  level: Level,
): Record<string, Level> {
  return Object.fromEntries(
    chairsOf(settings)
      .filter((chair) => chair !== own)
      .map((chair) => [chair, level]),
  );
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

/** Another number of novices; two guard players only with six (rule 1.1). */
export function withNovices(settings: WholeSettings, novices: number): WholeSettings {
  return { ...settings, novices, guard_players: novices === MOST_NOVICES ? settings.guard_players : 1 };
}

/** 1.3 How many captures win for the guards. */
export function captureGoal(settings: WholeSettings, edition: EditionInfo): number {
  const players = valueAt(settings, edition, 'capture-goal') === 'players';
  return settings.novices + (players ? settings.guard_players : 0);
}
