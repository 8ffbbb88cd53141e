import { beforeAll, describe, expect, it } from 'vitest';
import { startSpeaking } from '../i18n';
import type { Event, Sheet, View } from '../protocol/types';
import { sampleSheet, sampleView } from './sampleView';
import { finaleRoutes } from './seatScene';
import { stampOf } from './stamps';

beforeAll(() => startSpeaking());

const turn = 2;
const seen = (novice: number, dot: number): Event => ({ event: 'novice_seen', turn, novice, dot, by: ['prioress'] });
const caught = (novice: number): Event => ({ event: 'novice_caught', turn, novice, guard: 'abbess', dot: 40 });
const over: Event = { event: 'game_over', turn, reason: 'captures', winners: ['guards'] };
const HERS: View = sampleView({ seat: 'novice-4', captures: 1, sheets: [sampleSheet()] });
const titled = (view: View, ...events: Event[]): string => stampOf(events, view, {}).title;

describe('a stamp', () => {
  it('says to a novice what happened to her, and to others what happened to whom', () => {
    expect(titled(HERS, caught(4))).toBe('You are caught');
    expect(titled(HERS, caught(2))).toBe('Caught!');
    expect(titled({ ...HERS, seat: 'guards' }, caught(4))).toBe('Caught!');
    expect(stampOf([caught(2)], HERS, {}).lines).toEqual([
      'Novice 2 is caught by the Abbess on 40.',
      '1 of 3 capture points',
    ]);
  });
  it('names every dot on which she was seen', () => {
    const stamp = stampOf([seen(4, 73), seen(4, 74)], HERS, {});
    expect([stamp.title, ...stamp.lines]).toEqual(['You are seen', 'On 73 and 74, by the Prioress.']);
  });
  it('names the guard who heard her, and where her token points', () => {
    const noise = (guard: string, dot: number): Event => ({ event: 'noise', turn, novice: 4, guard, dot });
    const told = (...events: Event[]) => stampOf(events, HERS, {}).lines;
    expect(titled(HERS, noise('abbess', 102))).toBe('You are heard');
    expect(told(noise('abbess', 102))).toEqual(['By the Abbess. Your noise token points towards 102.']);
    expect(told(noise('abbess', 19), noise('prioress', 25))).toEqual([
      'By the Abbess and by the Prioress. Your noise tokens point towards 19 and 25.',
    ]);
  });
  it('does not name the winners twice', () => {
    const stamp = stampOf([over], HERS, {});
    expect([stamp.title, ...stamp.lines]).toEqual(['The guards win', 'Enough captures']);
    const home = (novice: number): Event => ({ event: 'novice_home', turn, novice });
    const won = (...winners: number[]): Event => ({ event: 'game_over', turn, reason: 'home', winners });
    expect(stampOf([home(2), won(2)], HERS, {}).lines).toEqual(['Novice 2 is home with her wish.']);
    expect(stampOf([won(2, 3)], HERS, {}).lines).toEqual(['Novice 2 and novice 3 win: home with their wishes.']);
  });
  it('calls nobody the winner before all are home who come home, and says who wins then', () => {
    const home = (novice: number): Event => ({ event: 'novice_home', turn, novice });
    expect(titled(HERS, home(2))).toBe('Novice 2 is home');
    const both = [2, 3].map((novice) => ({ novice, status: 'home' as const, times_caught: 3 - novice }));
    const over: Event = { event: 'game_over', turn, reason: 'home', winners: [3] };
    const stamp = stampOf([home(3), over], { ...HERS, novices: both }, {});
    expect([stamp.title, ...stamp.lines]).toEqual([
      'Novice 3 wins',
      'Novice 3 is home with her wish.',
      'Of those who are home, she was caught the fewest times.',
    ]);
  });
  it('tells two captures and the end that they bring in one', () => {
    const stamp = stampOf([caught(2), caught(4), over], HERS, {});
    expect([stamp.kind, stamp.title, stamp.novices]).toEqual(['over', 'The guards win', [2, 4]]);
    expect(stamp.lines[0]).toContain('Novice 4 is caught');
  });
  it('sends her home with what she wished for', () => {
    const stamp = stampOf([{ event: 'wish_taken', turn, novice: 4, dot: 121 }], HERS, {});
    expect(stamp.lines).toEqual(['You carry wine. Now return to cell 4 unseen.']);
  });
});

describe('the routes that are drawn at the end', () => {
  const sheet = (novice: number, ...routes: number[][]): Sheet =>
    sampleSheet({
      novice,
      log: routes.map((route, at) => ({ turn: at + 1, phase: 1, gait: 'walk', route })) as NonNullable<Sheet['log']>,
    });
  const sheets = [sheet(2, [2, 20], [20, 19]), sheet(4, [4, 18], [18, 27])];
  it('are the whole nights of those who are home', () => {
    const view = sampleView({ sheets, winners: ['novice-4'] });
    expect(finaleRoutes(view, [])).toEqual([{ kind: 'story', dots: [4, 18, 18, 27], novice: 4 }]);
  });
  it('are the chases where the guards win, and all nights where nobody was caught', () => {
    const view = sampleView({ sheets, winners: ['guards'], captures: 1 });
    const stepped: Event = { event: 'guard_stepped', turn, guard: 'abbess', from: 26, to: 40, free: true };
    expect(finaleRoutes(view, [stepped, caught(4)])).toEqual([
      { kind: 'story', dots: [18, 27], novice: 4 },
      { kind: 'guard', dots: [26, 40] },
    ]);
    expect(finaleRoutes({ ...view, captures: 0 }, []).map(({ novice }) => novice)).toEqual([2, 4]);
  });
});
