// Who met whom: for every two people who played on opposite sides, how many nights, and who won them.

import type { RecordInfo } from '../protocol/types';
import { peopleOf } from '../replay/names';

export interface Rivalry {
  readonly guard: string;
  readonly novice: string;
  readonly nights: number;
  readonly guardWins: number;
  readonly noviceWins: number;
}

const GUARDS = ['guards', 'abbess', 'prioress'];

/** The rivalries of these nights, the most frequent first; games that were given up count for nobody. */
export function rivalriesOf(records: readonly RecordInfo[]): Rivalry[] {
  const found = new Map<string, Rivalry>();
  for (const { names, winners, ending } of records) {
    if (ending === 'abandoned') continue;
    const people = Object.entries(peopleOf(names) as Record<string, string>);
    for (const [guardSeat, guard] of people.filter(([seat]) => GUARDS.includes(seat)))
      for (const [noviceSeat, novice] of people.filter(([seat]) => !GUARDS.includes(seat))) {
        const key = JSON.stringify([guard, novice]);
        const before = found.get(key) ?? { guard, novice, nights: 0, guardWins: 0, noviceWins: 0 };
        found.set(key, {
          ...before,
          nights: before.nights + 1,
          guardWins: before.guardWins + Number(winners.includes(guardSeat)),
          noviceWins: before.noviceWins + Number(winners.includes(noviceSeat)),
        });
      }
  }
  return [...found.values()].sort((one, two) => two.nights - one.nights || one.guard.localeCompare(two.guard));
}

/** The nights in which somebody of that name played; all for an empty one. */
export function nightsOf(records: readonly RecordInfo[], name: string): readonly RecordInfo[] {
  const wanted = name.trim().toLocaleLowerCase();
  return wanted === ''
    ? records
    : records.filter(({ names }) => Object.values(names).some((each) => each.toLocaleLowerCase().includes(wanted)));
}

/** The game files in a text: one, or those of a book, one after the other. */
export function filesIn(text: string): string[] {
  return text.split(/^(?=nuns record \d)/m).filter((file) => file.startsWith('nuns record '));
}
