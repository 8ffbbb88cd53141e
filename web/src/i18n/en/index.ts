/** English, the language the others are compared with. */

import { coach } from './coach';
import { common } from './common';
import { events } from './events';
import { game } from './game';
import { lobby } from './lobby';
import { options } from './options';
import { play } from './play';
import { refusals } from './refusals';
import { replay } from './replay';
import { rules } from './rules';

export const texts = { coach, common, events, game, lobby, options, play, refusals, replay, rules } as const;
