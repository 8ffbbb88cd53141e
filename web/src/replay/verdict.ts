// The sealed night, checked in the reader's own browser from the record and from what the browser noted: nothing here asks the server.

import { hexDigest } from '../store/digest';
import { commitmentOf, planDigest, type Followed, type Witness } from '../store/witness';
import { dealFrom, lotsOf, sourceOf, type Source } from './chance';
import type { RecordFile, SealedPart } from './record';
import { signingKey } from './signature';

/** `open`: nothing is wrong, and yet what the seal should prove is not proven. */
export type Finding = 'good' | 'bad' | 'open' | 'unknown';

export type CheckName =
  | 'whole'
  | 'seal'
  | 'remembered'
  | 'day'
  | 'beginning'
  | 'terms'
  | 'commitments'
  | 'salts'
  | 'lots'
  | 'deal'
  | 'dice'
  | 'signature'
  | 'followed'
  | 'plans'
  | 'shown';

/** One thing that was checked. `name` is a key of the texts, `because` the one of the reason if it is not the finding's own, `with` what
 * they name. */
export interface Check {
  name: CheckName;
  finding: Finding;
  because?: string;
  with: Record<string, string | number>;
}

export function checks(
  record: RecordFile,
  shown: string[] | null,
  witness: Witness | null,
  published: Published = () => null,
): Check[] {
  return [
    wholeCheck(record),
    sealCheck(record),
    ...(record.sealed
      ? sealedChecks(record, record.sealed, witness, published)
      : [rememberedCheck(record, witness), saltsCheck(record, witness)]),
    ...chanceChecks(record),
    ...(record.sealed ? boundChecks(record, record.sealed, witness) : []),
    ...(shown ? [shownCheck(record, shown)] : []),
  ];
}

/** The seal of a day that this browser was shown before the day began; null if it was shown none. */
export type Published = (day: string) => string | null;

export function verdictOf(found: Check[]): Exclude<Finding, 'unknown'> {
  if (found.some(({ finding }) => finding === 'bad')) return 'bad';
  return found.some(({ finding }) => finding === 'open') ? 'open' : 'good';
}

/** Whether this browser can say more than that the file holds together: its own salt is in the dice, and it saw the night. */
export function isWitnessed(found: Check[]): boolean {
  const good = (name: CheckName) => found.some((check) => check.name === name && check.finding === 'good');
  return good('terms') && good('salts') && good('followed');
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
function rememberedCheck({ seal, dice }: RecordFile, witness: Witness | null): Check {
  const seen = witness?.seal;
  if (dice === 'counter' || !seen) return { name: 'remembered', finding: 'unknown', with: { seal } };
  return { name: 'remembered', finding: seen === seal ? 'good' : 'bad', with: { seal: seen } };
}

/** The salts this browser gave must be among those that were mixed in. */
function saltsCheck({ salts, seats, dice }: RecordFile, witness: Witness | null): Check {
  const mine = Object.values(witness?.salts ?? {});
  const given = new Set(salts.map(({ salt }) => salt));
  const lost = mine.filter((salt) => !given.has(salt)).length;
  const finding = dice === 'counter' || mine.length === 0 ? 'unknown' : lost ? 'bad' : 'good';
  return { name: 'salts', finding, with: { count: salts.length, seats: seats.length } };
}

/** What is published before the deal: terms, commitments, salts and lots. */
function sealedChecks(record: RecordFile, sealed: SealedPart, witness: Witness | null, published: Published): Check[] {
  const drawn = lotsOf(record, sealed);
  const lots = {
    expected: drawn.map((chair) => nameOn(sealed, chair)).join(', '),
    got: record.seats
      .filter(({ seat }) => seat.startsWith('novice-'))
      .map(({ name }) => name)
      .join(', '),
  };
  const rightLots = drawn.join(' ') === sealed.lots.join(' ') && lots.expected === lots.got;
  return [
    termsCheck(sealed, witness),
    ...(sealed.day === null
      ? [commitmentsCheck(sealed, witness), sealedSaltsCheck(sealed, witness)]
      : [dayCheck(record, sealed.day, published)]),
    { name: 'lots', finding: rightLots ? 'good' : 'bad', with: lots },
  ];
}

/** Nobody added anything to the seed of a day: what counts is that its seal was shown before the day began. */
function dayCheck({ seal }: RecordFile, day: string, published: Published): Check {
  const seen = published(day);
  return { name: 'day', finding: seen === null ? 'unknown' : seen === seal ? 'good' : 'bad', with: { day, seal } };
}

function termsCheck(sealed: SealedPart, witness: Witness | null): Check {
  const seen = witness?.terms;
  return { name: 'terms', finding: !seen ? 'unknown' : seen === sealed.terms ? 'good' : 'bad', with: {} };
}

function commitmentsCheck(sealed: SealedPart, witness: Witness | null): Check {
  const { salts, commitments, terms } = sealed;
  const wrong = Object.keys(salts).filter(
    (chair) => commitmentOf(terms, chair, salts[chair] as string) !== commitments[chair],
  );
  const seen = witness?.commitments;
  const changed = seen ? differing(seen as Record<string, string>, commitments) : [];
  const faulty = [...new Set([...wrong, ...changed])].map((chair) => nameOn(sealed, chair));
  const finding = faulty.length > 0 ? 'bad' : seen ? 'good' : 'unknown';
  return { name: 'commitments', finding, with: { count: Object.keys(commitments).length, names: faulty.join(', ') } };
}

function differing(one: Record<string, string>, two: Record<string, string>): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(two)])].filter((chair) => one[chair] !== two[chair]);
}

/** Nobody could choose the dice if one salt of an honest person is in them; one that is missing may have been held back on purpose. */
function sealedSaltsCheck(sealed: SealedPart, witness: Witness | null): Check {
  const { salts, commitments, chairs } = sealed;
  const missing = Object.keys(commitments).filter((chair) => !salts[chair]);
  const mine = Object.entries(witness?.salts ?? {}).filter(([, salt]) => salt);
  const lost = mine.filter(([chair, salt]) => salts[chair] !== salt);
  const counted = {
    count: Object.keys(salts).length,
    people: chairs.filter(({ kind }) => kind === 'person').length,
    names: missing.map((chair) => nameOn(sealed, chair)).join(', '),
  };
  if (missing.length > 0) return { name: 'salts', finding: 'open', because: 'missing', with: counted };
  if (lost.length > 0) return { name: 'salts', finding: 'open', because: 'lost', with: counted };
  if (counted.count === 0) return { name: 'salts', finding: 'open', because: 'none', with: counted };
  return {
    name: 'salts',
    finding: mine.length > 0 ? 'good' : 'unknown',
    because: mine.length > 0 ? 'mine' : 'others',
    with: counted,
  };
}

/** What binds the moves: the table's signature, what this browser was told, and the plans it sent. */
function boundChecks(record: RecordFile, sealed: SealedPart, witness: Witness | null): Check[] {
  const signed = signingKey(sealed.signature, hexDigest(sealed.signed)) === sealed.publicKey;
  return [
    { name: 'signature', finding: signed ? 'good' : 'bad', with: { lines: sealed.signed.split('\n').length - 1 } },
    followedCheck(sealed, witness),
    ...plansCheck(record, witness),
  ];
}

function followedCheck(sealed: SealedPart, witness: Witness | null): Check {
  const all = Object.entries(witness?.followed ?? {});
  const wrong = all.filter(([seat, each]) => each.rewritten || (each.ended && each.hash !== sealed.transcripts[seat]));
  const whole = all.map(([, each]) => each).filter((each): each is Followed => each.ended);
  const detail = {
    count: Math.max(0, ...whole.map(({ events }) => events)),
    turn: Math.max(1, ...whole.map(({ since }) => since)),
  };
  return { name: 'followed', finding: wrong.length > 0 ? 'bad' : whole.length > 0 ? 'good' : 'unknown', with: detail };
}

/** Every plan that this browser sent is in the file, in this order; others may stand between, by a bot that stood in or another device. */
function plansCheck({ actions, seal }: RecordFile, witness: Witness | null): Check[] {
  const sent = Object.entries(witness?.plans ?? {});
  const count = sent.reduce((sum, [, plans]) => sum + plans.length, 0);
  if (count === 0) return [];
  const kept = sent.every(([seat, plans]) => {
    const own = actions.filter((line) => line.startsWith(`${seat} `)).map((line) => planDigest(seal, line));
    let next = 0;
    for (const digest of own) if (digest === plans[next]) next++;
    return next === plans.length;
  });
  return [{ name: 'plans', finding: kept ? 'good' : 'bad', with: { count } }];
}

function nameOn({ chairs }: SealedPart, chair: string): string {
  const found = chairs.find((each) => each.chair === chair);
  return !found ? chair : found.kind === 'person' ? found.name : `bot (${found.name})`;
}

/** Every card of the deal and every die, drawn again from seed and salts. */
function chanceChecks(record: RecordFile): Check[] {
  const source = sourceOf(record);
  const before = record.sealed?.before ?? 0;
  if (before > 0) {
    const beginning: Check = { name: 'beginning', finding: 'unknown', with: { count: before } };
    return [beginning, diceCheck(source, 0, record.actions.slice(before))];
  }
  const [deal = '', ...others] = record.actions;
  const dealt = dealFrom(source, record.novices, deal.includes(', abbess '));
  const cards: Check = {
    name: 'deal',
    finding: dealt.line === deal ? 'good' : 'bad',
    with: { count: dealt.draws, expected: dealt.line, got: deal },
  };
  return [cards, diceCheck(source, dealt.draws, others)];
}

function diceCheck(source: Source, first: number, actions: string[]): Check {
  const faces = actions.filter((line) => line.startsWith('roll ')).map((line) => Number(line.slice(5)));
  const drawn = faces.map((_, place) => source(first + place, 6) + 1);
  const wrong = faces.findIndex((face, place) => face !== drawn[place]);
  const detail: Check['with'] =
    wrong < 0 ? {} : { number: wrong + 1, expected: Number(drawn[wrong]), got: Number(faces[wrong]) };
  return { name: 'dice', finding: wrong < 0 ? 'good' : 'bad', with: { count: faces.length, ...detail } };
}

/** What the replay shows is what the record holds, line by line. */
function shownCheck(record: RecordFile, shown: string[]): Check {
  const wrong = record.actions.findIndex((line, place) => line !== shown[place]);
  const same = wrong < 0 && shown.length === record.actions.length;
  return { name: 'shown', finding: same ? 'good' : 'bad', with: { count: record.actions.length } };
}
