import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Event } from '../protocol/types';
import { changeLanguage, tellEvent, tellTogether, type Language } from '.';

const EVENTS: Event[] = [
  {
    event: 'setup',
    turn: 0,
    edition: 'mayfair',
    options: {},
    players: 2,
    novices: [{ novice: 4, key_dot: 130, wish_dot: 121, blessing: 'roll-again' }],
    guards: [{ guard: 'abbess', dot: 26 }],
    monk: 'none',
  },
  { event: 'path_taken', turn: 1, guard: 'abbess', path: 'green-26-101', dots: [26, 40, 41] },
  { event: 'path_taken', turn: 1, guard: 'monk', path: 'about-turn', dots: [101, 26] },
  { event: 'novice_moved', turn: 1, novice: 4, phase: 1, gait: 'run', blessing: true },
  { event: 'novice_moved', turn: 1, novice: 4, phase: 1, gait: 'sneak', route: [4, 18], blessing: false },
  { event: 'novice_seen', turn: 1, novice: 4, dot: 18, by: ['abbess', 'monk'] },
  { event: 'novice_shown', turn: 1, novice: 4, dot: 18 },
  { event: 'novice_vanished', turn: 1, novice: 4, between: [18, 17] },
  { event: 'novice_vanished', turn: 1, novice: 4, between: [18, 17], guard: 'abbess' },
  { event: 'token_removed', turn: 1, novice: 4 },
  { event: 'key_taken', turn: 2, novice: 4, dot: 130 },
  { event: 'wish_taken', turn: 3, novice: 4, dot: 121 },
  { event: 'novice_home', turn: 3, novice: 4 },
  { event: 'rolled', turn: 3, by: 4, why: 'noise', face: 5 },
  { event: 'rolled', turn: 3, by: 'prioress', why: 'listen', face: 2 },
  { event: 'blessing_played', turn: 3, by: 'abbess', blessing: 'noise-range', die: 4 },
  { event: 'blessing_played', turn: 3, by: 4, blessing: 'one-more-step' },
  { event: 'blessing_told', turn: 4, by: 4 },
  { event: 'noise', turn: 4, novice: 4, guard: 'prioress', dot: 43 },
  { event: 'noise', turn: 4, by: 'abbess', guard: 'abbess', dot: 43, real: false },
  { event: 'guard_turned', turn: 4, guard: 'abbess', dot: 96, towards: 95 },
  { event: 'guard_stepped', turn: 4, guard: 'abbess', from: 96, to: 95, free: false },
  { event: 'guard_stepped', turn: 4, guard: 'abbess', from: 96, to: 95, free: true },
  { event: 'guard_stopped', turn: 4, guard: 'abbess', gait: 'walk', steps: 4 },
  { event: 'guard_stopped', turn: 4, guard: 'prioress', gait: 'run', steps: 6 },
  { event: 'novice_caught', turn: 4, novice: 4, guard: 'abbess', dot: 95 },
  { event: 'novice_freed', turn: 4, novice: 4 },
  { event: 'tokens_cleared', turn: 4 },
  { event: 'dots_told', turn: 4, dots: { 2: 20, 4: 30 } },
  { event: 'turn_ended', turn: 4 },
  { event: 'ruler_laid', turn: 4, novice: 4, dots: [105, 112], line: true, steps: 4 },
  { event: 'ruler_laid', turn: 4, novice: 4, dots: [114, 134], line: false, steps: 1 },
  { event: 'game_over', turn: 5, reason: 'home', winners: [2, 4] },
  { event: 'game_over', turn: 5, reason: 'captures', winners: ['guards'] },
  { event: 'game_over', turn: 15, reason: 'dawn', winners: ['guards'] },
  { event: 'game_over', turn: 5, reason: 'abandoned', winners: [] },
];

/** The texts of a language come from files beside this one, as the server would send them. */
beforeEach(() => {
  vi.stubGlobal('fetch', (address: string) => {
    const path = address.replace(/^.*\/src\/i18n\//, '').replace(/\?.*$/, '');
    return Promise.resolve(new Response(readFileSync(join(import.meta.dirname, path), 'utf8')));
  });
});

test.each(['en', 'fr', 'it', 'nl'] as Language[])('every event is a whole sentence in %s', async (language) => {
  await changeLanguage(language);
  expect(document.documentElement.lang).toBe(language);
  for (const event of EVENTS) {
    const sentence = tellEvent(event, { 'novice-2': 'Anna' });
    expect(sentence, event.event).toMatch(/^[\p{Lu}\d].*\.$/u);
    expect(sentence, event.event).not.toMatch(/[{}]|undefined|events\./);
  }
});

test('figures take the form that the sentence needs', async () => {
  await changeLanguage('it');
  expect(tellEvent(EVENTS[5] as Event)).toBe('La novizia 4 è vista in 18 dalla badessa e dal monaco.');
  await changeLanguage('fr');
  expect(tellEvent(EVENTS[15] as Event)).toBe(
    'L’abbesse joue «\u202fla distance du bruit\u202f» sur le dé de la novice 4.',
  );
  await changeLanguage('nl');
  expect(tellEvent(EVENTS[18] as Event, { 'novice-4': 'Eva' })).toBe(
    'Eva (novice 4) legt een geluidsfiche naast de priores, richting 43.',
  );
  await changeLanguage('en');
  expect(tellEvent(EVENTS[32] as Event, { 'novice-2': 'Anna' })).toBe(
    'Anna (novice 2) and novice 4 win: home with their wishes.',
  );
  const setup = EVENTS[0] as Extract<Event, { event: 'setup' }>;
  expect(tellEvent({ ...setup, novices: [...setup.novices, { novice: 5 }, { novice: 6 }] })).toBe(
    '2 players, Mayfair edition. Novice 4: key on 130, wish on 121, blessing “roll again”. Novice 5 and novice 6. The Abbess starts on 26.',
  );
  expect(tellEvent(EVENTS[8] as Event)).toBe('Novice 4 vanishes from the sight of the Abbess between 18 and 17.');
  expect(tellEvent(EVENTS[9] as Event)).toBe('The token of novice 4 leaves the board.');
});

test('the steps of one movement are told in one sentence, and so are the dots on which she is seen', async () => {
  await changeLanguage('en');
  const step = (from: number, to: number, free = false): Event => ({
    event: 'guard_stepped',
    turn: 2,
    guard: 'abbess',
    from,
    to,
    free,
  });
  const stop: Event = { event: 'guard_stopped', turn: 2, guard: 'abbess', gait: 'run', steps: 2 };
  expect(tellTogether([step(26, 40), step(40, 41)])).toBe('The Abbess moves 26–40–41.');
  expect(tellTogether([step(26, 40), step(40, 41, true), stop])).toBe('The Abbess runs 26–40–41, off her path.');
  const seen = (dot: number, by: string): Event => ({ event: 'novice_seen', turn: 2, novice: 4, dot, by: [by] });
  expect(tellTogether([seen(18, 'abbess'), seen(27, 'prioress')])).toBe(
    'Novice 4 is seen on 18–27 by the Abbess and by the Prioress.',
  );
  expect(tellTogether([seen(18, 'abbess'), stop])).toBe(`${tellEvent(seen(18, 'abbess'))} ${tellEvent(stop)}`);
});
