// The analysis of a night in the page to keep: the curve, the turning points, the story and the luck of each player.

import { t, type Names } from '../i18n';
import type { Analysis } from '../protocol/types';
import { lineOf, placesOf } from '../replay/analysis/curve';
import { points, storyText, turningText } from '../replay/analysis/words';
import { seatName } from '../replay/names';
import { percent } from '../shared/choice';
import { text } from './html';

const WIDTH = 1000;
const HEIGHT = 100;
const COLUMNS = ['who', 'luck', 'decisions', 'unknowable', 'adjusted'] as const;

export function analysisPart(analysis: Analysis, ends: readonly number[], names: Names): string {
  const turning = analysis.turning_points.map((each) => `<li>${text(turningText(each, names))}</li>`);
  const lines = analysis.story.flatMap((line) => storyText(line, names) ?? []).map((line) => `<li>${text(line)}</li>`);
  return `<h2>${text(t('analysis.curve.title'))}</h2>
${curve(analysis, ends)}
<h2>${text(t('analysis.turning'))}</h2>
${turning.length > 0 ? `<ol>${turning.join('')}</ol>` : `<p>${text(t('analysis.turning.none'))}</p>`}
${lines.length > 0 ? `<h2>${text(t('analysis.story'))}</h2><ul>${lines.join('')}</ul>` : ''}
<h2>${text(t('analysis.ledger'))}</h2>
<p>${text(t('analysis.ledger.start', { percent: percent(analysis.luck.start) }))}</p>
${ledger(analysis, names)}
<p class="soft">${text(t('analysis.ledger.help'))} ${text(t('analysis.estimate'))}</p>
`;
}

function curve({ curve }: Analysis, ends: readonly number[]): string {
  const line = lineOf(placesOf(curve, ends), null, ends.length - 1, WIDTH, HEIGHT);
  const grid = `<path d="M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}"/><path stroke-dasharray="6 6" d="M0 ${HEIGHT / 2}H${WIDTH}"/>`;
  return `<p class="soft">${text(t('analysis.curve.top'))} ↑ · ${text(t('analysis.curve.bottom'))} ↓</p>
<svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${grid}<polyline points="${line}"/></svg>`;
}

function ledger({ luck }: Analysis, names: Names): string {
  const head = COLUMNS.map((column) => `<th scope="col">${text(t(`analysis.ledger.${column}`))}</th>`);
  const rows = luck.accounts.map(({ seat, luck, decisions, unknowable, adjusted }) => {
    const numbers = [luck, decisions, unknowable].map((change) => `<td>${text(points(change))}</td>`);
    const without = percent(Math.min(1, Math.max(0, adjusted)));
    return `<tr><th scope="row">${text(seatName(seat, names))}</th>${numbers.join('')}<td>${text(without)}</td></tr>`;
  });
  return `<div class="wide"><table><tr>${head.join('')}</tr>${rows.join('')}</table></div>`;
}
