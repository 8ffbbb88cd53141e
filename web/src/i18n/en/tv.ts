/** The big screen: the table for everyone in the room. */

export const tv = {
  title: 'Big screen',
  open: 'Open big screen',
  join: 'Join with your phone',
  'join.text': 'Scan the code, or go to {address} and enter {code}.',
  seat: 'Scan to take this seat',
  taken: 'ready',
  waiting: 'When every seat is taken, the host starts the game on their phone.',
  sealing: 'The dice are being sealed…',
  deciding: 'Deciding now: {names}',
  over: 'The night is over',
  fullscreen: 'Full screen',
  'sound.on': 'Sound on',
  'sound.off': 'Sound off',
  closed: 'This table has no spectators: the host can allow them in the lobby.',
  missing: 'There is no table with the code {code}.',
} as const;
