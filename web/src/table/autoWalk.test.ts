import { describe, expect, it } from 'vitest';
import type { Event, GuardView, Step, View } from '../protocol/types';
import { dutifulStep, walkOn } from './autoWalk';
import { sampleGuard, sampleView } from './sampleView';

const step = (to: number, free = false, one_more_step = false): Step => ({
  action: 'step',
  guard: 'abbess',
  start: 26,
  to,
  free,
  one_more_step,
});
const view = (actions: View['actions'], guard: Partial<GuardView> = {}): View =>
  sampleView({
    guards: [sampleGuard('abbess', 26, { steps: 1, ...guard }), sampleGuard('prioress', 26)],
    ...(actions ? { actions } : {}),
  });
const position = (now: View, ...events: Event[]): [View, Event[]] => [now, events];
const WALK = { guard: 'abbess', until: 4 };
const stepped: Event = { event: 'guard_stepped', turn: 2, guard: 'abbess', from: 25, to: 26, free: false };

describe('walking on', () => {
  it('repeats the one step that is her duty', () => {
    expect(walkOn(WALK, ...position(view([step(40)]), stepped))).toEqual(step(40));
  });
  it('goes on though she may stop', () => {
    const now = view([step(40), { action: 'stop', guard: 'abbess', one_more_step: false }], { steps: 3 });
    expect(walkOn(WALK, ...position(now))).toEqual(step(40));
  });
  it.each<[string, [View, Event[]]]>([
    ['as far as was asked', position(view([step(40)], { steps: 4 }))],
    ['where the way back to her path divides', position(view([step(40), step(19)]))],
    ['where a step would cost the blessing', position(view([step(40, false, true)], { steps: 2 }))],
    ['when she has leave', position(view([step(40)], { leave: true }))],
    [
      'when somebody is seen',
      position(view([step(40)]), { event: 'novice_seen', turn: 2, novice: 1, dot: 39, by: ['prioress'] }),
    ],
    [
      'when a turn shows something',
      position(view([step(40)]), { event: 'guard_turned', turn: 2, guard: 'abbess', dot: 26, towards: 40 }),
    ],
    [
      'when somebody is caught',
      position(view([step(40)]), { event: 'novice_caught', turn: 2, novice: 1, guard: 'abbess', dot: 26 }),
    ],
    ['when a path card is to be taken', position(view([{ action: 'take', guard: 'abbess', path: 'red-26-122' }]))],
    ['when it is the other guard’s movement', position(view([{ ...step(40), guard: 'prioress' }]))],
    ['when nothing is asked', position(view(undefined))],
  ])('stops %s', (_, now) => {
    expect(walkOn(WALK, ...now)).toBeNull();
  });
  it('has no single duty where she moves freely', () => {
    expect(dutifulStep(view([step(40, true)]))).toBeNull();
  });
});
