import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import editions from '../protocol/editions.json';
import { texts } from './en';
import { later } from './en/later';
import { filled, gapsOf, type Message, type Texts } from './messages';
import { slug } from './words';

const english = { ...texts, ...later };
const HERE = import.meta.dirname;
const SOURCES = join(HERE, '..');
const OTHERS = ['fr', 'it', 'nl'] as const;
const ALL = ['en', ...OTHERS] as const;

/** Words that are the same in another language, so that being equal to the English is no sign of being forgotten. */
const SAME = new Set([
  'esc',
  'menu',
  'pages',
  'nuns on the run',
  '{name} (novice {novice})',
  'novice {novice}',
  'bot ({level})',
  'bot',
  '{count} novice',
  '{count} novices',
  'mayfair',
  'expert',
  'normal',
  'x',
  'latrine',
  'scriptorium',
  'make-up',
  'chat',
  'code: {code}',
  'options',
  'novices',
  'table {code}',
  'notes',
  'pause',
  'captures',
  '{face}: {count}',
  '{name}: {percent}',
  '{name}: {value}',
  'option',
  'ok',
  'online',
  'offline',
  'offline: {names}',
  'route',
  'correct',
  'novices: {line}',
]);

function translated(language: string): Texts {
  const files = readdirSync(join(HERE, language)).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(join(HERE, language, name), 'utf8')) as Texts[string],
    ]),
  );
}

function flat(texts: Texts): Map<string, Message> {
  return new Map(
    Object.entries(texts).flatMap(([space, messages]) =>
      Object.entries(messages).map(([key, message]) => [`${space}.${key}`, message] as const),
    ),
  );
}

function patterns(message: Message): string[] {
  return typeof message === 'string' ? [message] : [message.one, message.other];
}

const source = flat(english);

function textsOf(language: string): Map<string, Message> {
  return language === 'en' ? source : flat(translated(language));
}

test.each(OTHERS)('%s has exactly the keys of the English', (language) => {
  expect([...flat(translated(language)).keys()].sort()).toEqual([...source.keys()].sort());
});

test.each(OTHERS)('%s has the gaps of the English, and says one and several where the English does', (language) => {
  const other = flat(translated(language));
  const differing = [...source].filter(([key, message]) => {
    const theirs = other.get(key);
    if (theirs === undefined) return false;
    return typeof theirs !== typeof message || gapsOf(theirs).join() !== gapsOf(message).join();
  });
  expect(differing.map(([key]) => key)).toEqual([]);
});

test.each(ALL)('%s leaves no text empty, and none with a space too many', (language) => {
  const bad = [...textsOf(language)].filter(([, message]) =>
    patterns(message).some((text) => text.trim() === '' || text !== text.trim() || / {2}/.test(text)),
  );
  expect(bad.map(([key]) => key)).toEqual([]);
});

test.each(OTHERS)('%s is translated: what equals the English is a word both have', (language) => {
  const other = flat(translated(language));
  const equal = [...source].filter(([key, message]) => {
    const theirs = other.get(key);
    if (theirs === undefined) return false;
    return patterns(theirs).some((text, place) => text === patterns(message)[place] && !SAME.has(text.toLowerCase()));
  });
  expect(equal.map(([key, message]) => `${key}: ${patterns(message)[0] ?? ''}`)).toEqual([]);
});

test('every room and every wish of the board has a name', () => {
  const convent = JSON.parse(readFileSync(join(HERE, '../../../src/nuns/board/convent.json'), 'utf8')) as {
    rooms: { name: string }[];
    wish_cards: Record<string, { object: string }[]>;
  };
  const rooms = convent.rooms
    .filter(({ name }) => !name.startsWith('Cell '))
    .map(({ name }) => `game.room.${slug(name)}`);
  const things = Object.values(convent.wish_cards)
    .flat()
    .map(({ object }) => `game.thing.${slug(object)}`);
  expect([...rooms, ...things].filter((key) => !source.has(key))).toEqual([]);
});

test('every edition, option, value and level of the server has its words', () => {
  const isPlain = (value: string | number): boolean => typeof value === 'number' || ['on', 'off'].includes(value);
  const choices = editions.options
    .filter(({ values }) => !values.every(({ value }) => isPlain(value)))
    .flatMap(({ name, values }) => values.map(({ value }) => `options.${name}.${value}`));
  const wanted = [
    ...editions.editions.flatMap(({ name }) => [`game.edition.${name}`, `lobby.edition.${name}.text`]),
    ...editions.options.flatMap(({ name }) => [`options.${name}`, `options.${name}.help`]),
    ...choices,
    ...editions.levels.flatMap(({ level }) => [
      `game.level.${level}`,
      `game.level.line.${level}.novices`,
      `game.level.line.${level}.guards`,
    ]),
  ];
  expect(wanted.filter((key) => !source.has(key))).toEqual([]);
});

test('no words are left of an option that is gone', () => {
  const known = new Set(['group', 'switch', ...editions.options.map(({ name }) => name)]);
  const left = Object.keys(english.options).filter((key) => !known.has(key.split('.')[0] as string));
  expect(left).toEqual([]);
});

test('the sentence is chosen as the language counts', () => {
  const dots = { one: '{count} dot', other: '{count} dots' };
  expect(filled(dots, 'en', { count: 0 })).toBe('0 dots');
  expect(filled(dots, 'en', { count: 1 })).toBe('1 dot');
  expect(filled({ one: '{count} point', other: '{count} points' }, 'fr', { count: 0 })).toBe('0 point');
});

test('a gap that is not filled stays visible', () => {
  expect(filled('Dot {dot} of {room}', 'en', { dot: 4 })).toBe('Dot 4 of {room}');
});

/** Words of other trades or other times, and words for which the rulebooks have their own: nothing a player reads says them. */
const BANNED: Record<string, RegExp> = {
  en: /\b(gaits?|chairs?|records?|anew|whoever|meanwhile|lays?|laid|laying|the way|ways|so be it|by itself|by herself|a shortest)\b/i,
  fr: /\b(allures?|chaises?|pions?|un plus court chemin|tribunal|tchat)\b/i,
  it: /\b(andatur[ae]|sedi[ae]|pezz[oi]|una via più breve|corte delle|tribunale)\b/i,
  nl: /\b(gangen|stoel(en)?|pion(nen)?|gemerkt|meerderen|een kortste|regelrechtbank|vermoedenskaart|rondes|gastheer)\b/i,
};

test.each(ALL)('%s says nothing that the rulebooks would not', (language) => {
  const said = [...textsOf(language)].filter(([, message]) =>
    patterns(message).some((text) => BANNED[language]?.test(text.replaceAll(/\{\w+(\|\w+)?\}/g, ''))),
  );
  expect(said.map(([key]) => key)).toEqual([]);
});

/** The lines of the rulebook; its examples and tables are typeset like its sentences. */
function rulebook(language: string): string[] {
  return readFileSync(
    language === 'en' ? join(SOURCES, '../../docs/rules.md') : join(SOURCES, `rules/text/${language}.md`),
    'utf8',
  ).split('\n');
}

test.each(ALL)('%s has typographic quotes, apostrophes and ellipses, in the rulebook too', (language) => {
  const straight = /['"]|\.\.\./;
  const bad = [...textsOf(language)].filter(([, message]) => patterns(message).some((text) => straight.test(text)));
  expect(bad.map(([key]) => key)).toEqual([]);
  expect(rulebook(language).filter((line) => straight.test(line))).toEqual([]);
});

test('French puts a narrow space that does not break before ; : ! ? and », and after «', () => {
  const breaking = /(?<!\u202f)[;:!?»]|«(?!\u202f)/;
  const bad = [...textsOf('fr')].filter(([, message]) => patterns(message).some((text) => breaking.test(text)));
  expect(bad.map(([key]) => key)).toEqual([]);
  expect(rulebook('fr').filter((line) => breaking.test(line))).toEqual([]);
});

test('every text is used: its key stands in the sources, or is put together there', () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|svelte)$/.test(name) && !/\.test\.ts$|^i18n[\\/]en[\\/]/.test(name))
    .map((name) => readFileSync(join(SOURCES, name), 'utf8'))
    .join('\n');
  const spaces = Object.keys(english).join('|');
  const written = new Set(
    [...sources.matchAll(new RegExp(`['"\`]((?:${spaces})\\.[^'"\`$\\s]+)['"\`]`, 'g'))].map(
      ([, key]) => key as string,
    ),
  );
  const begun = [...written].filter((key) => key.endsWith('.')); // `game.room.` and the like are finished by a word of the board
  const built = [...sources.matchAll(new RegExp(`\`((?:${spaces})\\.[^\`]*\\$\\{[^\`]*)\``, 'g'))].map(
    ([, key]) => new RegExp(`^${(key as string).replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[^.]+')}$`),
  );
  const unused = [...source.keys()].filter(
    (key) =>
      !written.has(key) && !begun.some((start) => key.startsWith(start)) && !built.some((pattern) => pattern.test(key)),
  );
  expect(unused).toEqual([]);
});
