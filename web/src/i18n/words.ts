/** Words of the game said in the language of the page: figures in the form a sentence needs, rooms, paths, things, blessings. */

import type { Key } from './messages';
import { capital, isKey, t } from './speech.svelte';

/** The players' names by seat: `{ 'novice-4': 'Anna' }`. A seat that is not named is called by its figure, and `you` names the reader's own. */
export type Names = Readonly<Record<string, string>>;

/** A novice by her number or her seat; a guard, the monk or the guard side by name. */
export type Figure = number | string;

const GUARDS = ['abbess', 'prioress', 'monk'] as const;
type GuardName = (typeof GUARDS)[number];

export function isGuard(figure: Figure): figure is GuardName {
  return (GUARDS as readonly Figure[]).includes(figure);
}

function noviceOf(figure: Figure): number {
  return typeof figure === 'number' ? figure : Number(figure.replace('novice-', ''));
}

/** `novice 4`, `Anna (novice 4)`, `the Abbess`. */
export function figureName(figure: Figure, names: Names = {}): string {
  if (isGuard(figure)) return t(`events.figure.${figure}`);
  if (figure === 'guards' || figure === 'chance') return t(`events.figure.${figure}`);
  const novice = noviceOf(figure);
  if (names.you === `novice-${novice}`) return t('events.figure.you');
  const name = names[`novice-${novice}`];
  return name ? t('events.figure.named', { name, novice }) : t('events.figure.novice', { novice });
}

/** The same, as a sentence of its own begins. */
export function figureTitle(figure: Figure, names: Names = {}): string {
  return capital(figureName(figure, names));
}

/** The letter a guard is marked with where there is no room for her name: the first of its last word. */
export function guardLetter(guard: string): string {
  return (figureName(guard).split(/[’' ]/).at(-1) ?? '').charAt(0).toUpperCase();
}

/** `by the Abbess`. */
export function figureBy(figure: Figure, names: Names = {}): string {
  if (isGuard(figure)) return t(`events.by.${figure}`);
  const novice = noviceOf(figure);
  if (names.you === `novice-${novice}`) return t('events.by.you');
  const name = names[`novice-${novice}`];
  return name ? t('events.by.named', { name, novice }) : t('events.by.novice', { novice });
}

/** `beside the Abbess`. */
export function beside(guard: string): string {
  return isGuard(guard) ? t(`events.beside.${guard}`) : guard;
}

/** `of the Abbess`: whose die it is, or whose sight. */
export function dieOf(figure: Figure, names: Names = {}): string {
  if (isGuard(figure)) return t(`events.of.${figure}`);
  const novice = noviceOf(figure);
  if (names.you === `novice-${novice}`) return t('events.of.you');
  const name = names[`novice-${novice}`];
  return name ? t('events.of.named', { name, novice }) : t('events.of.novice', { novice });
}

/** `blue path 26–84`, from `blue-26-84`. */
export function pathName(path: string): string {
  const [colour, one = '', two = ''] = path.split('-');
  const key = `game.path.${colour}`;
  if (path === 'about-turn' || !one || !isKey(key)) return word('game.path.', path);
  return t(key as 'game.path.blue', { one, two });
}

/** A room by its code or by the name it has on the board: `abbess-study` or `Abbess's study`, `cell-4` or `Cell 4`. */
export function roomName(room: string): string {
  const cell = /^cell-(\d)$/.exec(slug(room));
  if (cell) return t('game.room.cell', { number: cell[1] as string });
  return word('game.room.', room);
}

/** What a novice wishes for, by the name it has on her card. */
export function thingName(thing: string): string {
  return word('game.thing.', thing);
}

export function blessingName(blessing: string): string {
  return word('game.blessing.', blessing);
}

/** A word of the board or of a record; one we have no translation for is said as it is spelt. */
function word(prefix: string, spelt: string): string {
  const key = prefix + slug(spelt);
  return isKey(key) ? t(key as Key & 'common.ok') : spelt;
}

/** The key of a word: `Abbess's study` is `abbess-study`. */
export function slug(spelt: string): string {
  return spelt
    .replace(/['’]s/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
}
