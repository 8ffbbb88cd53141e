/** What the lobby remembers in this browser: a name, a level, a side, and the codes of tables. Chairs are kept by a cookie of the server's. */

import type { Level, LevelInfo, Side } from '../protocol/types';

const NAME = 'nuns.name';
const LEVEL = 'nuns.level';
const SIDE = 'nuns.side';
const GENTLE = 'nuns.gentle';
const TABLES = 'nuns.tables';
const MOST_TABLES = 20;
const FIRST_LEVEL: Level = 'normal';

export function rememberedName(): string {
  return read(NAME) ?? '';
}

export function rememberName(name: string): void {
  write(NAME, name);
}

/** The level chosen last, if the server still has it. */
export function rememberedLevel(levels: readonly LevelInfo[]): Level {
  return levels.find(({ level }) => level === read(LEVEL))?.level ?? FIRST_LEVEL;
}

export function rememberLevel(level: Level): void {
  write(LEVEL, level);
}

/** The side played last, if any. */
export function rememberedSide(): Side | null {
  const kept = read(SIDE);
  return kept === 'novices' || kept === 'guards' ? kept : null;
}

export function rememberSide(side: Side): void {
  write(SIDE, side);
}

/** Whether "Play now" leaves the blessings out, as it does until somebody says otherwise. */
export function rememberedGentle(): boolean {
  return read(GENTLE) !== 'no';
}

export function rememberGentle(gentle: boolean): void {
  write(GENTLE, gentle ? 'yes' : 'no');
}

/** The newest first. */
export function rememberedTables(): string[] {
  try {
    const kept: unknown = JSON.parse(read(TABLES) ?? '[]');
    return Array.isArray(kept) ? kept.filter((code) => typeof code === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberTable(code: string): void {
  const others = rememberedTables().filter((known) => known !== code);
  write(TABLES, JSON.stringify([code, ...others].slice(0, MOST_TABLES)));
}

export function forgetTable(code: string): void {
  write(TABLES, JSON.stringify(rememberedTables().filter((known) => known !== code)));
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing plays all the same; it only has to be told again.
  }
}
