import { beforeAll, expect, test } from 'vitest';
import { startSpeaking } from '../i18n';
import type { DayAttempt, DayInfo } from '../protocol/types';
import { outcome, resultLine } from './results';

beforeAll(startSpeaking);

const day: DayInfo = { day: '2026-11-18', side: 'novices', seal: '5e', sealed_before: true, players: 3, places: [] };
const own: DayAttempt = { table: 'abcd', won: true, turns: 3, captures: 1, standing: 'counted', beats: 50 };

test('a line to share has the day, the result and nothing else of the night', () => {
  expect(resultLine(day, own, 'https://nuns.example.org')).toBe(
    'Nuns on the Run 2026-11-18 · Won in turn 3. 🏆 🌙🌙🌙🔔 · better than 50 % · https://nuns.example.org/today',
  );
  expect(resultLine(day, { ...own, won: false, captures: 0, beats: null }, 'https://nuns.example.org')).toBe(
    'Nuns on the Run 2026-11-18 · Lost in turn 3. 🌅 🌙🌙🌙 · https://nuns.example.org/today',
  );
});

test('a night that was given up is neither won nor lost', () => {
  expect(outcome({ ...own, standing: 'abandoned' })).toBe('Given up');
});
