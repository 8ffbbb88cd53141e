/** English, the language the others are compared with. */

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

export const texts = {
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
} as const;
