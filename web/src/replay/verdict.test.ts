import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { dealFrom, sourceOf } from './chance';
import { hexDigest } from './digest';
import { readRecord } from './record';
import { checks, verdictOf, type Check } from './verdict';

const records = join(__dirname, '../../../tests/data/records');
const sealed = readFileSync(join(__dirname, 'samples/sealed.nuns'), 'utf8');
const seal = /^seal (\w+)$/m.exec(sealed)?.[1] ?? '';

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
    const found = checks(record, null, { seal: '0'.repeat(64), salts: ['abcd'] });
    expect([named(found, 'remembered').finding, named(found, 'salts').finding]).toEqual(['bad', 'bad']);
    const kept = checks(record, null, { seal, salts: ['00ff17'] });
    expect([named(kept, 'remembered').finding, named(kept, 'salts').finding]).toEqual(['good', 'good']);
  });

  it('is found out when what is shown is not what it holds', () => {
    const record = readRecord(sealed);
    const found = checks(record, record.actions.slice(0, -1), null);
    expect(named(found, 'shown').finding).toBe('bad');
  });
});

it.each(['', 'nuns record 1\n', 'something else'])('a file that is no record is refused: %j', (text) => {
  expect(() => readRecord(text)).toThrow();
});
