/** The first night, explained in a few steps while it is played. */

export const coach = {
  title: 'Your first night',
  step: '{step} of {steps}',
  next: 'Next',
  back: 'Back',
  done: 'Let’s start',
  dismiss: 'Skip the guide',
  'novice.1.title': 'You play a novice',
  'novice.1.text':
    'Only you can see your novice. Get your key, then your secret wish, then return to your own cell. The other novices are rivals: the first one home wins, and there are {turns} turns.',
  'novice.2.title': 'Plan your move',
  'novice.2.text':
    'Tap the dot where you want to end up, near or far. The routes and movement cards that get you there are offered. Nothing is sent until you confirm.',
  'novice.3.title': 'Eyes',
  'novice.3.text':
    'Everything a guard can see is lit. An eye on a dot means you would be seen there. When you slip out of sight, you leave a vanished token.',
  'novice.4.title': 'Ears',
  'novice.4.text':
    'The faster you go, the louder you are. Each movement card shows how many faces of the die would give you away to each guard.',
  'novice.5.title': 'Caught?',
  'novice.5.text':
    'You lose your wish but keep your key, and you are sent back to your cell. The guards win with enough captures, or at dawn.',
  'guards.1.title': 'You play the guards',
  'guards.1.text':
    'You move the Abbess and the Prioress. The novices move unseen and want to be back in their cells with their wishes.',
  'guards.2.title': 'Keep to your paths',
  'guards.2.text':
    'Each guard follows a path card. Choose one that starts on her dot; the ribbon shows where it leads.',
  'guards.3.title': 'Look and listen',
  'guards.3.text':
    'What your guards can see is lit. After a walk ({walk} dots) a guard listens; after a run ({run} dots) she does not.',
  'guards.3.deaf': 'After a run she does not hear the novices’ next move either.',
  'guards.4.title': 'Leave your path',
  'guards.4.text':
    'When she sees a novice or a vanished token, or has a noise token of her own, she may go where she likes.',
  'guards.5.title': 'Catch them',
  'guards.5.text':
    'Step onto a novice’s dot. Each capture scores a point; with enough points, or at dawn, the night is yours.',
  'novice.1.text.team':
    'Only you can see your novice. Get your key, then your secret wish, then return to your own cell. Tonight the novices are a team: all of you must be home within {turns} turns.',
  'novice.2.twice': 'On the first turn you move twice with the same movement card.',
} as const;
