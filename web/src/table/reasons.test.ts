import { describe, expect, it } from 'vitest';
import type { Event, View } from '../protocol/types';
import { reasonsFor } from './reasons';
import { sampleView } from './sampleView';

const view = (change: Partial<View>): View =>
  sampleView({
    guards: [
      { guard: 'abbess', dot: 40, leave: true },
      { guard: 'prioress', dot: 19 },
    ],
    ...change,
  });
const seen = (by: string): Event => ({ event: 'novice_seen', turn: 2, novice: 4, dot: 39, by: [by] });

describe('a guard may leave her path', () => {
  it('for a noise token of her own, not for the other’s', () => {
    const heard = view({ noises: [{ by: 'novice-4', guard: 'abbess', between: [40, 39] }] });
    expect(reasonsFor(heard, 'abbess', [])).toEqual(['noise']);
    expect(reasonsFor(heard, 'prioress', [])).toEqual([]);
  });
  it('for a novice on the run whom she sees herself', () => {
    const shown = view({ novices: [{ novice: 4, status: 'on-the-run', dot: 39 }] });
    expect(reasonsFor(shown, 'abbess', [seen('abbess')])).toEqual(['novice']);
    expect(reasonsFor(shown, 'abbess', [seen('prioress')])).toEqual([]);
  });
  it('not for one who is caught, or no longer there', () => {
    expect(
      reasonsFor(view({ novices: [{ novice: 4, status: 'caught', dot: 39 }] }), 'abbess', [seen('abbess')]),
    ).toEqual([]);
    expect(reasonsFor(view({ novices: [{ novice: 4, status: 'on-the-run' }] }), 'abbess', [seen('abbess')])).toEqual(
      [],
    );
  });
  it('for a vanished token where nothing else gives her leave', () => {
    expect(reasonsFor(view({ vanishings: [{ novice: 4, between: [39, 27] }] }), 'abbess', [])).toEqual(['vanished']);
  });
});
