import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { dealFrom, sourceOf } from './chance';
import type { Event } from '../protocol/types';
import { hexDigest } from '../store/digest';
import { Transcript } from '../store/transcript';
import { planDigest, type Witness } from '../store/witness';
import { readRecord } from './record';
import noted from './samples/mixed.json';
import { checks, isWitnessed, verdictOf, type Check } from './verdict';

const records = join(__dirname, '../../../tests/data/records');
const sealed = readFileSync(join(__dirname, 'samples/sealed.nuns'), 'utf8');
const seal = /^seal (\w+)$/m.exec(sealed)?.[1] ?? '';

const mixed = readFileSync(join(__dirname, 'samples/mixed.nuns'), 'utf8');
const nothing: Witness = { seal: null, terms: null, commitments: null, salts: {}, followed: {}, plans: {} };

const named = (found: Check[], name: Check['name']) => found.find((each) => each.name === name) as Check;
const checked = (text: string) => checks(readRecord(text), readRecord(text).actions, null);

test('SHA-256 is that of the standard, over the bytes of UTF-8', () => {
  expect(hexDigest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(hexDigest('ç')).toBe(createHash('sha256').update('ç', 'utf8').digest('hex'));
});

describe('a record drawn again', () => {
  it.each(readdirSync(records))('%s has the deal and the dice of its seed', (name) => {
    const found = checked(readFileSync(join(records, name), 'utf8'));
    expect(verdictOf(found)).toBe('good');
    expect(named(found, 'dice').with['count']).toBeGreaterThan(0);
  });

  it('has the deal and the dice of its sealed seed and salts', () => {
    const found = checked(sealed);
    expect(found.map(({ name, finding }) => [name, finding])).toEqual([
      ['whole', 'good'],
      ['seal', 'good'],
      ['remembered', 'unknown'],
      ['salts', 'unknown'],
      ['deal', 'good'],
      ['dice', 'good'],
      ['shown', 'good'],
    ]);
  });

  it('draws number and wish for each novice, then blessings', () => {
    const record = readRecord(sealed);
    expect(dealFrom(sourceOf(record), record.novices, true).draws).toBe(2 * 3 + 5);
  });
});

describe('a forged record', () => {
  it.each<[Check['name'], (text: string) => string]>([
    ['whole', (text) => text.replace('Hildegard', 'Somebody')],
    ['seal', (text) => text.replace(seal, seal.replace(/^./, seal.startsWith('0') ? '1' : '0'))],
    ['deal', (text) => text.replace(/^deal novice-(\d)/m, (_, number) => `deal novice-${(Number(number) % 6) + 1}`)],
    ['dice', (text) => text.replace(/^roll (\d)$/m, (_, face) => `roll ${(Number(face) % 6) + 1}`)],
    ['dice', (text) => text.replace(/^salt (\S+) 00ff17$/m, 'salt $1 00ff18')],
  ])('is found out by %s', (name, forge) => {
    const found = checked(forge(sealed));
    expect(named(found, name).finding).toBe('bad');
    expect(verdictOf(found)).toBe('bad');
  });

  it('is found out when its seal or its salts are not those this browser remembers', () => {
    const record = readRecord(sealed);
    const found = checks(record, null, { ...nothing, seal: '0'.repeat(64), salts: { a: 'abcd' } });
    expect([named(found, 'remembered').finding, named(found, 'salts').finding]).toEqual(['bad', 'bad']);
    const kept = checks(record, null, { ...nothing, seal, salts: { a: '00ff17' } });
    expect([named(kept, 'remembered').finding, named(kept, 'salts').finding]).toEqual(['good', 'good']);
  });

  it('is found out when what is shown is not what it holds', () => {
    const record = readRecord(sealed);
    const found = checks(record, record.actions.slice(0, -1), null);
    expect(named(found, 'shown').finding).toBe('bad');
  });
});

describe('a night that was promised, followed and signed', () => {
  const record = readRecord(mixed);

  /** What a browser on chair a noted. */
  function witness(): Witness {
    const transcript = new Transcript(record.seal);
    transcript.learn(0, noted.events as Event[]);
    const { count } = transcript;
    const own = record.actions.filter((line) => new RegExp(`^${noted.seat} (stand|sneak|walk|run) `).test(line));
    return {
      seal: record.seal,
      terms: noted.terms,
      commitments: noted.commitments,
      salts: { a: noted.salt },
      followed: {
        [noted.seat]: {
          since: 1,
          events: count,
          hash: transcript.after(count) as string,
          ended: true,
          rewritten: false,
        },
      },
      plans: { [noted.seat]: own.map((line) => planDigest(record.seal, line)) },
    };
  }
  const findings = (text: string, seen: Witness | null) =>
    Object.fromEntries(checks(readRecord(text), null, seen).map(({ name, finding }) => [name, finding]));

  it('is good for a browser that was there', () => {
    const found = checks(record, record.actions, witness());
    expect(new Set(found.map(({ finding }) => finding))).toEqual(new Set(['good']));
    expect(found).toHaveLength(12);
    expect([verdictOf(found), isWitnessed(found)]).toEqual(['good', true]);
  });

  it('holds together for anybody else, who is told that it is no more than that', () => {
    const found = checks(record, null, null);
    expect([verdictOf(found), isWitnessed(found)]).toEqual(['good', false]);
    expect(findings(mixed, null)).toMatchObject({ terms: 'unknown', commitments: 'unknown', followed: 'unknown' });
  });

  it.each<[string, string, (text: string) => string]>([
    ['a name', 'terms', (text) => text.replaceAll('Mechtild', 'Mathilde')],
    ['a name', 'signature', (text) => text.replaceAll('Mechtild', 'Mathilde')],
    ['the edition', 'terms', (text) => text.replace('edition dutch', 'edition mayfair')],
    ['the edition', 'commitments', (text) => text.replace('edition dutch', 'edition mayfair')],
    ['a commitment', 'commitments', (text) => text.replace(/^commit a .{8}/m, 'commit a 00000000')],
    ['a salt', 'commitments', (text) => text.replace(/^salt a .{8}/m, 'salt a 00000000')],
    ['a salt', 'deal', (text) => text.replace(/^salt a .{8}/m, 'salt a 00000000')],
    ['the lots', 'lots', (text) => text.replace(/^lots (\w) (\w)/m, 'lots $2 $1')],
    ['two names', 'lots', (text) => text.replace(/^(seat novice-\d) Mechtild$/m, '$1 Gertrud')],
    ['a plan', 'signature', (text) => text.replace(/^(novice-\d \w+ .*)$/m, '$1\n$1')],
    ['a plan', 'plans', (text) => text.replace(new RegExp(`^${noted.seat} (stand|sneak|walk|run) .*\n`, 'm'), '')],
    ['a transcript', 'followed', (text) => text.replace(/^(transcript novice-\d) .{8}/gm, '$1 00000000')],
    ['the signature', 'signature', (text) => text.replace(/^signature ./m, 'signature x')],
    ['the key', 'terms', (text) => text.replace(/^public-key .{8}/m, 'public-key 00000000')],
    ['a die', 'dice', (text) => text.replace(/^roll (\d)$/m, (_, face) => `roll ${(Number(face) % 6) + 1}`)],
  ])('%s that was altered is found out by %s', (_, name, forge) => {
    const forged = forge(mixed);
    expect(forged).not.toBe(mixed);
    expect(findings(forged, witness())[name]).toBe('bad');
    expect(verdictOf(checks(readRecord(forged), null, witness()))).toBe('bad');
  });

  it('is not verified when a salt was promised and is missing, and says whose', () => {
    const found = checks(readRecord(mixed.replace(/^salt c .*\n/m, '')), null, witness());
    expect(named(found, 'salts')).toMatchObject({ finding: 'open', because: 'missing', with: { names: 'Gertrud' } });
  });

  it('is not verified when the salt of this browser was called late', () => {
    const late = mixed.replace(/^(salt|commit) a .*\n/gm, '');
    const found = checks(readRecord(late), null, { ...nothing, salts: { a: noted.salt } });
    expect(named(found, 'salts')).toMatchObject({ finding: 'open', because: 'lost' });
  });

  it('is not verified when nobody added a salt', () => {
    const found = checks(
      readRecord(mixed.replace(/^(salt|commit) . .*\n/gm, '').replace(/^(salt|commit) guards .*\n/gm, '')),
      null,
      null,
    );
    expect(named(found, 'salts')).toMatchObject({ finding: 'open', because: 'none' });
  });

  it('is found out when a promise that was shown is gone, or history was told anew', () => {
    const seen = witness();
    const [guards, ...others] = Object.entries(noted.commitments);
    expect(guards).toBeDefined();
    expect(
      findings(mixed, { ...seen, commitments: { ...Object.fromEntries(others), guards: '0' } })['commitments'],
    ).toBe('bad');
    const followed = seen.followed[noted.seat];
    if (!followed) throw new Error('expected a seat that was followed');
    expect(findings(mixed, { ...seen, followed: { [noted.seat]: { ...followed, rewritten: true } } })['followed']).toBe(
      'bad',
    );
  });
});

it.each(['', 'nuns record 1\n', 'something else'])('a file that is no record is refused: %j', (text) => {
  expect(() => readRecord(text)).toThrow();
});
