import { beforeAll, expect, test } from 'vitest';
import { startSpeaking } from '../i18n';
import { listeners, oddsInWords } from './odds';
import { sampleGuard } from './sampleView';

beforeAll(startSpeaking);

const ABBESS = sampleGuard('abbess', 26);
const DEAF = sampleGuard('prioress', 40, { deaf: true });
const ROBERT = sampleGuard('monk', 84, { deaf: true, never_hears: true });
const FREDERICK = sampleGuard('monk', 84);

test('a guard whom a run made deaf is told of, one who never hears or is gone is not', () => {
  const gone = { ...FREDERICK, dot: null };
  expect(listeners([ABBESS, DEAF, ROBERT])).toEqual([ABBESS, DEAF]);
  expect(listeners([ABBESS, FREDERICK])).toEqual([ABBESS, FREDERICK]);
  expect(listeners([ABBESS, gone])).toEqual([ABBESS]);
});

test('the odds are told for each of them, and for nobody where nothing is foreseen', () => {
  const words = oddsInWords([ABBESS, DEAF, ROBERT], { abbess: 2 });
  expect(words).toHaveLength(2);
  expect(words[0]).toContain('2');
  expect(oddsInWords([ABBESS], null)).toEqual([]);
});
