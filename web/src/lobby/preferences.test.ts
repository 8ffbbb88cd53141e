import { beforeEach, expect, test, vi } from 'vitest';
import sample from '../protocol/editions.json';
import type { LevelInfo } from '../protocol/types';
import { forgetTable, rememberedLevel, rememberedTables, rememberLevel, rememberTable } from './preferences';

const levels = sample.levels as LevelInfo[];

beforeEach(() => localStorage.clear());

test('tables are remembered by their code alone, the newest first, each once', () => {
  rememberTable('AAA');
  rememberTable('BBB');
  rememberTable('AAA');
  expect(rememberedTables()).toEqual(['AAA', 'BBB']);
  expect(JSON.stringify({ ...localStorage })).not.toContain('chair');
});

test('no more than twenty tables are kept', () => {
  for (let number = 0; number < 30; number++) rememberTable(`T${number}`);
  expect(rememberedTables()).toHaveLength(20);
  expect(rememberedTables()[0]).toBe('T29');
});

test('a table that is gone is forgotten', () => {
  rememberTable('AAA');
  rememberTable('BBB');
  forgetTable('AAA');
  expect(rememberedTables()).toEqual(['BBB']);
});

test('what was damaged counts as nothing', () => {
  localStorage.setItem('nuns.tables', '{"oh": no');
  localStorage.setItem('nuns.level', 'divine');
  expect(rememberedTables()).toEqual([]);
  expect(rememberedLevel(levels)).toBe('normal');
});

test('a level is remembered as long as the server has it', () => {
  rememberLevel('hard');
  expect(rememberedLevel(levels)).toBe('hard');
  expect(rememberedLevel(levels.filter(({ level }) => level !== 'hard'))).toBe('normal');
});

test('a browser that keeps nothing does not break the page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(() => rememberLevel('hard')).not.toThrow();
});
