/** English that is fetched with the pages that need it: the lessons, the puzzles, and the scenes of the rulebook. */

import { lessons } from './lessons.ts';
import { puzzles } from './puzzles.ts';
import { scenes } from './scenes.ts';

export const later = { lessons, puzzles, scenes };
