/** English, the language the others are compared with. */

import { book } from './book.ts';
import { coach } from './coach.ts';
import { common } from './common.ts';
import { events } from './events.ts';
import { game } from './game.ts';
import { learn } from './learn.ts';
import { lobby } from './lobby.ts';
import { notationFaults } from './notationFaults.ts';
import { options } from './options.ts';
import { play } from './play.ts';
import { reasons } from './reasons.ts';
import { refusals } from './refusals.ts';
import { replay } from './replay.ts';
import { ruleRefusals } from './ruleRefusals.ts';
import { rules } from './rules.ts';
import { takeover } from './takeover.ts';
import { today } from './today.ts';
import { tv } from './tv.ts';

export const texts = {
  book,
  coach,
  common,
  events,
  game,
  learn,
  lobby,
  notationFaults,
  options,
  play,
  reasons,
  refusals,
  replay,
  ruleRefusals,
  rules,
  takeover,
  today,
  tv,
} as const;
