import { describe, expect, it } from 'vitest';
import type { Action, Foresight, View } from '../protocol/types';
import { completed, suggestions, written } from './notation';
import { sampleSheet, sampleView } from './sampleView';

/** As docs/formats.md spells them. */
const SPELT: [string, Action][] = [
  [
    'novice-4 run 4-18-27-39-48-49',
    { action: 'plan', novice: 4, gait: 'run', route: [4, 18, 27, 39, 48, 49], one_more_step: false },
  ],
  ['novice-4 stand 4', { action: 'plan', novice: 4, gait: 'stand', route: [4], one_more_step: false }],
  [
    'novice-4 walk 4-18 one-more-step',
    { action: 'plan', novice: 4, gait: 'walk', route: [4, 18], one_more_step: true },
  ],
  ['novice-4 again', { action: 'again', novice: 4 }],
  ['abbess pass', { action: 'pass', by: 'abbess' }],
  ['novice-2 roll-again novice-4', { action: 'change', by: 'novice-2', blessing: 'roll-again', die: 'novice-4' }],
  ['novice-1 false-noise abbess 40', { action: 'fake', by: 'novice-1', guard: 'abbess', dot: 40 }],
  ['novice-3 marks prioress 19+40', { action: 'mark', novice: 3, guard: 'prioress', dots: [19, 40] }],
  ['prioress first', { action: 'first', guard: 'prioress' }],
  ['abbess takes blue-26-84', { action: 'take', guard: 'abbess', path: 'blue-26-84' }],
  ['abbess 26-40', { action: 'step', guard: 'abbess', start: 26, to: 40, free: false, one_more_step: false }],
  [
    'abbess 41-46 free one-more-step',
    { action: 'step', guard: 'abbess', start: 41, to: 46, free: true, one_more_step: true },
  ],
  ['abbess stops one-more-step', { action: 'stop', guard: 'abbess', one_more_step: true }],
  ['novice-3 ruler 23-72', { action: 'ruler', novice: 3, one: 23, two: 72 }],
];
const view = (...actions: Action[]): View =>
  sampleView({
    actions,
  });
const onPath: Action = { action: 'step', guard: 'abbess', start: 26, to: 40, free: false, one_more_step: false };
const offPath: Action = { action: 'step', guard: 'abbess', start: 26, to: 19, free: true, one_more_step: false };

describe('notation', () => {
  it.each(SPELT)('%s', (line, action) => {
    expect(written(action)).toBe(line);
  });
});

describe('a typed line', () => {
  it('may leave out the only figure who is asked', () => {
    expect(completed(' 26-40 ', view(onPath, offPath))).toBe('abbess 26-40');
  });
  it('need not say that a step is free', () => {
    expect(completed('Abbess  26-19', view(onPath, offPath))).toBe('abbess 26-19 free');
  });
  it('is sent as it is where two are asked', () => {
    expect(completed('pass', view({ action: 'pass', by: 'abbess' }, { action: 'pass', by: 'prioress' }))).toBe('pass');
  });
  it('is completed from what is offered', () => {
    expect(suggestions('abb', view(onPath, { action: 'pass', by: 'prioress' }), null)).toEqual(['abbess 26-40']);
  });
  it('is completed dot by dot for a plan', () => {
    const foresight: Foresight = {
      dot: 4,
      gaits: [{ gait: 'run', least: 1, most: 5, most_blessed: null }],
      ways: { 4: [18], 18: [4, 17, 27] },
    };
    const planning = {
      ...view({ action: 'gait', novice: 4, gait: 'run' }),
      sheets: [sampleSheet()],
    };
    expect(suggestions('', planning, foresight)).toEqual(['novice-4 run 4']);
    expect(suggestions('run 4-18-', planning, foresight)).toEqual([
      'novice-4 run 4-18-4',
      'novice-4 run 4-18-17',
      'novice-4 run 4-18-27',
    ]);
  });
});
