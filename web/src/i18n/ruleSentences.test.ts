import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import codes from '../protocol/codes.json';
import type { RuleReason, RuleRefusal } from '../protocol/types';
import { changeLanguage, LANGUAGES, startSpeaking, tellReason, tellRuleRefusal, type Language } from './index';
import { texts as english } from './en';
import { gapsOf, type Message } from './messages';

const FORMS = ['dots', 'steps', 'novices', 'signed', 'beside', 'or'];
const DECLARED = {
  notationFaults: codes.notation_faults,
  reasons: codes.reasons,
  ruleRefusals: codes.refusals,
} as const;
type Space = keyof typeof DECLARED;

function wordsOf(language: Language, space: Space): Record<string, Message> {
  if (language === 'en') return english[space];
  return JSON.parse(readFileSync(join(import.meta.dirname, language, `${space}.json`), 'utf8')) as Record<
    string,
    Message
  >;
}

/** The other languages are files of the server; here they come from the disk. */
beforeAll(async () => {
  vi.stubGlobal('fetch', (address: string) => {
    const path = address.replace(/^.*\/i18n\//, '').replace(/\?.*$/, '');
    return Promise.resolve(new Response(readFileSync(join(import.meta.dirname, path), 'utf8')));
  });
  await startSpeaking();
});
afterEach(() => changeLanguage('en'));

const cases = LANGUAGES.flatMap((language) =>
  (Object.keys(DECLARED) as Space[]).map((space) => [language, space] as const),
);

test.each(cases)('%s has words for every code of %s, with exactly its placeholders', (language, space) => {
  const words = wordsOf(language, space);
  const gaps = Object.fromEntries(Object.entries(words).map(([code, message]) => [code, gapsOf(message)]));
  const wanted = Object.entries(DECLARED[space]).map(([code, kinds]) => [code, Object.keys(kinds).sort()] as const);
  expect(gaps).toEqual(Object.fromEntries(wanted));
  const forms = Object.values(words).flatMap((message) => [...JSON.stringify(message).matchAll(/\|(\w+)\}/g)]);
  expect(forms.map(([, form]) => form).filter((form) => !FORMS.includes(form ?? ''))).toEqual([]);
});

/** A value of each kind. */
const SAMPLES: Record<string, number | string | (number | string)[]> = {
  number: 4,
  degrees: 45,
  dot: 39,
  dots: [18, 17],
  novice: 4,
  figure: 'abbess',
  figures: ['novice-4', 'prioress', 'chance'],
  seat: 'guards',
  gait: 'sneak',
  gaits: ['stand', 'sneak', 'walk', 'run'],
  blessing: 'noise-range',
  path: 'red-26-122',
  paths: ['red-26-122', 'about-turn'],
  room: 'cell-4',
  text: 'fly 4-5',
  'waiting-for': 'plans',
};

function sampled(kinds: object): Record<string, number | string | (number | string)[]> {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, SAMPLES[kind as string] ?? '']));
}

test.each(LANGUAGES)(
  '%s tells every code in full: no gap is left open, nothing is said as a code',
  async (language) => {
    await changeLanguage(language);
    const reasons = Object.entries(codes.reasons).map(([code, kinds]) =>
      tellReason({ code, values: sampled(kinds) } as RuleReason),
    );
    const refusals = Object.entries(codes.refusals).map(([code, kinds]) =>
      tellRuleRefusal({ code, rule: '5.1', values: sampled(kinds) } as RuleRefusal),
    );
    const told = [...reasons, ...refusals];
    expect(
      told.filter((sentence) => /[{}]|undefined|NaN|\b(abbess|novice-4|red-26|cell-4|noise-range)\b/.test(sentence)),
    ).toEqual([]);
    expect(told.filter((sentence) => !/^([“«‘]\u202f?)?[\p{Lu}\d]/u.test(sentence) || !sentence.endsWith('.'))).toEqual(
      [],
    );
    expect(new Set(told).size).toBe(told.length);
  },
);

const heard: RuleReason = {
  code: 'heard',
  values: { die: 5, shift: -1, modifier: 0, reach: 4, distance: 1, guard: 'monk' },
};
const locked: RuleRefusal = { code: 'locked', rule: '5.3', values: { from: 12, to: 13, novice: 4 } };

test.each([
  ['en', 'The door between 12 and 13 is locked, and novice 4 has no key (rule 5.3).'],
  ['fr', 'La porte entre 12 et 13 est fermée à clef, et la novice 4 n’a pas de clef (règle 5.3).'],
  ['it', 'La porta fra 12 e 13 è chiusa a chiave, e la novizia 4 non ha la chiave (regola 5.3).'],
  ['nl', 'De deur tussen 12 en 13 zit op slot, en novice 4 heeft geen sleutel (regel 5.3).'],
] as const)('%s refuses a locked door', async (language, sentence) => {
  await changeLanguage(language);
  expect(tellRuleRefusal(locked)).toBe(sentence);
});

test('numbers are counted, signed and joined as the sentence needs them', () => {
  expect(tellReason(heard)).toBe(
    'The die shows 5. With −1 from blessings and 0 from her movement card, the noise carries 4 steps. The monk is 1 step away.',
  );
  expect(tellRuleRefusal({ code: 'mark-elsewhere', rule: '7.4', values: { guard: 'abbess', dots: [12, 14] } })).toBe(
    'The noise token must be placed beside the Abbess, towards 12 or 14 (rule 7.4).',
  );
});
