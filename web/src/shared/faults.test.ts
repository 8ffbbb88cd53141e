import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startSpeaking } from '../i18n';
import { texts } from '../i18n/en';
import type { Reason, Why } from '../protocol/types';
import { Fault, UNREACHED } from '../store/api';
import { faultText, refusalText } from './faults';

beforeAll(startSpeaking);

const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../protocol/schema.json'), 'utf8')) as {
  $defs: { Why: { enum: string[] } };
};

const refusal = (why: Why, values: Reason['values'] = {}, reason = 'in English'): Reason => ({ why, reason, values });

test('every word of the server for a refusal has its sentence, and no other', () => {
  expect(Object.keys(texts.refusals).sort()).toEqual(schema.$defs.Why.enum);
});

test.each([
  [refusal('stale'), 'The game has moved on. Check the board and choose again.'],
  [refusal('chair-taken', { chair: 'guards' }), 'This seat is taken: Abbess and Prioress.'],
  [
    refusal('empty-chairs', { chairs: ['a', 'b'] }),
    'Nobody is in these seats yet: Novice seat A and Novice seat B. Add bots or change the settings.',
  ],
  [refusal('ended', { status: 'abandoned' }), 'This table is already abandoned.'],
  [refusal('too-many-messages', { most: 5, seconds: 10 }), 'At most 5 messages in 10 seconds. Wait a moment.'],
  [
    refusal('rules', {
      said: 'in English',
      rule_refusal: { code: 'no-edge', rule: '5.2', values: { from: 4, to: 9 } },
    }),
    'The rules do not allow that. No line connects 4 and 9 (rule 5.2).',
  ],
  [
    refusal('notation', { said: 'in English', notation_fault: { code: 'no-such-action', values: { text: 'fly' } } }),
    'That could not be read. “fly” is not a move. Type it like “novice-4 run 4-18-27”, “abbess 26-40” or “abbess stops”.',
  ],
  [refusal('settings', { said: 'in English' }), 'These settings cannot be played.'],
  [refusal('of-tomorrow' as Why), 'The server refused that (of-tomorrow).'],
])('%o is said in words of the page', (given, sentence) => {
  expect(refusalText(given)).toBe(sentence);
  expect(faultText(new Fault(409, given.reason, given))).toBe(sentence);
});

test.each([
  [new Fault(UNREACHED, 'no network'), 'The server cannot be reached. Check the connection and try again.'],
  [new Fault(502, '502 Bad Gateway'), 'The server could not do that. Try again in a moment.'],
  [new Fault(413, '413 Payload Too Large'), 'The server refused that (413).'],
  [new TypeError('undefined is not a function'), 'Something went wrong'],
])('%o, which the server never saw, is said too', (fault, sentence) => {
  expect(faultText(fault)).toBe(sentence);
});
