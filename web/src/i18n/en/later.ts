/** English that is fetched with the pages that need it: the analysis of a night, the lessons, the puzzles, and the scenes of the rulebook. */

import { analysis } from './analysis.ts';
import { lessons } from './lessons.ts';
import { puzzles } from './puzzles.ts';
import { scenes } from './scenes.ts';

export const later = { analysis, lessons, puzzles, scenes };
