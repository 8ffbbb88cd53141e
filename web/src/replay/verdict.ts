// The sealed night, checked in the reader's own browser from the record alone: nothing here asks the server.

import { dealFrom, sourceOf } from './chance';
import { hexDigest } from './digest';
import type { RecordFile } from './record';

export type Finding = 'good' | 'bad' | 'unknown';

/** One thing that was checked. `name` is a key of the texts, `with` what they name. */
export interface Check {
  name: 'whole' | 'seal' | 'remembered' | 'salts' | 'deal' | 'dice' | 'shown';
  finding: Finding;
  with: Record<string, string | number>;
}

/** What this browser noted when the table started, if it was there. */
export interface Remembered {
  seal?: string;
  salts?: string[];
}

export function checks(record: RecordFile, shown: string[] | null, remembered: Remembered | null): Check[] {
  return [
    wholeCheck(record),
    sealCheck(record),
    rememberedCheck(record, remembered),
    saltsCheck(record, remembered),
    ...chanceChecks(record),
    ...(shown ? [shownCheck(record, shown)] : []),
  ];
}

export function verdictOf(found: Check[]): Finding {
  if (found.some(({ finding }) => finding === 'bad')) return 'bad';
  return 'good';
}

function wholeCheck(record: RecordFile): Check {
  return {
    name: 'whole',
    finding: hexDigest(record.body) === record.check ? 'good' : 'bad',
    with: { lines: record.body.split('\n').length - 1 },
  };
}

function sealCheck({ seed, seal }: RecordFile): Check {
  const expected = hexDigest(seed);
  return { name: 'seal', finding: expected === seal ? 'good' : 'bad', with: { seal, expected } };
}

/** A server that chose its seed afterwards would show another seal than it did at the start. */
function rememberedCheck({ seal, dice }: RecordFile, remembered: Remembered | null): Check {
  const seen = remembered?.seal;
  if (dice === 'counter' || !seen) return { name: 'remembered', finding: 'unknown', with: { seal } };
  return { name: 'remembered', finding: seen === seal ? 'good' : 'bad', with: { seal: seen } };
}

/** The salts this browser gave must be among those that were mixed in. */
function saltsCheck({ salts, seats, dice }: RecordFile, remembered: Remembered | null): Check {
  const mine = remembered?.salts ?? [];
  const given = new Set(salts.map(({ salt }) => salt));
  const lost = mine.filter((salt) => !given.has(salt)).length;
  const finding = dice === 'counter' || mine.length === 0 ? 'unknown' : lost ? 'bad' : 'good';
  return { name: 'salts', finding, with: { count: salts.length, seats: seats.length, mine: mine.length, lost } };
}

/** Every card of the deal and every die, drawn again from seed and salts. */
function chanceChecks(record: RecordFile): Check[] {
  const source = sourceOf(record);
  const [deal = '', ...others] = record.actions;
  const dealt = dealFrom(source, record.novices, deal.includes(', abbess '));
  const cards: Check = {
    name: 'deal',
    finding: dealt.line === deal ? 'good' : 'bad',
    with: { count: dealt.draws, expected: dealt.line, got: deal },
  };
  const faces = others.filter((line) => line.startsWith('roll ')).map((line) => Number(line.slice(5)));
  const drawn = faces.map((_, place) => source(dealt.draws + place, 6) + 1);
  const wrong = faces.findIndex((face, place) => face !== drawn[place]);
  const detail: Check['with'] =
    wrong < 0 ? {} : { number: wrong + 1, expected: Number(drawn[wrong]), got: Number(faces[wrong]) };
  return [cards, { name: 'dice', finding: wrong < 0 ? 'good' : 'bad', with: { count: faces.length, ...detail } }];
}

/** What the replay shows is what the record holds, line by line. */
function shownCheck(record: RecordFile, shown: string[]): Check {
  const wrong = record.actions.findIndex((line, place) => line !== shown[place]);
  const same = wrong < 0 && shown.length === record.actions.length;
  return { name: 'shown', finding: same ? 'good' : 'bad', with: { count: record.actions.length } };
}
