/** Why something happened or is allowed, by the code of the reason (`src/nuns/referee/codes.py`). */

export const reasons = {
  'seen-same-dot': '{guard} stands on the same dot, {dot}.',
  'seen-same-room': '{guard} stands on {dot} and sees the whole room ({room}).',
  'seen-ahead':
    '{guard} stands on {dot} and faces from {from} to {to}. A line of sight leads to {seen}: {steps|steps} (at most {range}), at an angle of {angle}° (at most {widest}°).',
  vanished: 'She was seen on {from}, and no guard sees {to}.',
  'vanished-from': '{guard} saw her on {from} and does not see {to}.',
  'looks-first': 'Before a step towards {to} she turns and looks. What she notices lets her choose again.',
  'noise-die': 'With {modifier|signed} for the movement card “{gait}”, the noise carries {reach|steps}.',
  'noise-die-unheard': 'With {modifier|signed} for the movement card “{gait}”, nobody hears anything.',
  'listening-die':
    'For each novice who is not caught, her movement card changes this die. She is never heard further away than the die shows.',
  heard:
    'The die shows {die}. With {shift|signed} from blessings and {modifier|signed} from her movement card, the noise carries {reach|steps}. {guard} is {distance|steps} away.',
  'way-begins': 'The shortest route to her starts in this direction.',
  'way-may-begin': 'If it is not a false noise, the shortest route to her starts in this direction.',
  'die-shifted': 'The die changes from {die} to {becomes}.',
  captured: 'The guards score a capture point. They have {points} of {goal}.',
  'freed-disobeys': 'She disobeys.',
  'freed-in-cell': 'She is in her own cell at the end of the turn.',
  'freed-out-of-sight': 'No guard saw her at the end of her movement or of the guards’.',
  'goal-reached': 'With {points} captures the guards reach their goal of {goal}.',
  'all-home': 'All the novices are home.',
  'caught-equally': 'The {count} novices who are home were caught equally often.',
  'caught-least': 'Of the {count} novices who are home, nobody was caught fewer times.',
  'novice-in-sight': '{novice} is in sight on {dot}.',
  'vanished-token': '{novice} left a vanished token between {between}.',
  'own-vanished-token': '{novice} left a vanished token between {between}, for this guard alone.',
  'noise-token': 'She has a noise token of her own.',
  'returns-to-path': 'She returns to her path by the shortest route.',
  'walk-or-run': 'Moving {least} to {walk|dots} is walking; moving further is running.',
  'long-walk': 'With “one more step”, {steps|dots} still count as a walk.',
} as const;
