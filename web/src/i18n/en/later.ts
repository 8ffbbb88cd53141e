/** English that is fetched with the pages that need it: the lessons, and the scenes of the rulebook. */

import { lessons } from './lessons.ts';
import { scenes } from './scenes.ts';

export const later = { lessons, scenes };
