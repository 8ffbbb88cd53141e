/** The first night, explained in a few steps while it is played. */

export const coach = {
  title: 'Your first night',
  step: '{step} of {steps}',
  next: 'Next',
  back: 'Back',
  done: 'Let us begin',
  dismiss: 'No guide, thank you',
  'novice.1.title': 'You are a novice',
  'novice.1.text':
    'Nobody sees your piece but you. First fetch your key, then your wish, then be back in your own cell. The plan marks all three.',
  'novice.2.title': 'Write a movement',
  'novice.2.text':
    'Tap the dot where you want to end. The ways and gaits that fit are offered. Nothing is sent until you commit.',
  'novice.3.title': 'Eyes',
  'novice.3.text':
    'A guard lights what she sees. A dot with an eye is one where you would be seen. Once out of sight you leave a vanished token.',
  'novice.4.title': 'Ears',
  'novice.4.text':
    'The faster, the louder. Each gait shows how many faces of the die would give you away to each guard.',
  'novice.5.title': 'Caught?',
  'novice.5.text':
    'It costs you the wish, not the key, and you are sent home. The guards win with enough captures, or at dawn.',
  'guards.1.title': 'You are the guards',
  'guards.1.text':
    'The Abbess and the Prioress are yours. The novices move unseen, and want to be home with their wishes.',
  'guards.2.title': 'Keep to your paths',
  'guards.2.text': 'Each guard follows a path card. Choose one whose end is her dot; the ribbon shows where it leads.',
  'guards.3.title': 'Look and listen',
  'guards.3.text': 'She sees ahead and beside her. Walk 3–4 dots and she listens; run 5–6 and she is deaf.',
  'guards.4.title': 'Leave your path',
  'guards.4.text':
    'When she sees a novice or a vanished token, or has a noise token of her own, she may go where she likes.',
  'guards.5.title': 'Catch them',
  'guards.5.text': 'Step onto a novice’s dot. Each capture is a point; enough points, or dawn, and the night is yours.',
} as const;
