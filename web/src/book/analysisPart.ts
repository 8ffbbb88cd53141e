// The analysis of a night in the page to keep: the curve, the turning points, the story and the luck of each player.

import { t, type Names } from '../i18n';
import type { Analysis } from '../protocol/types';
import { sumOf } from '../replay/analysis/account';
import { lineOf, placesOf } from '../replay/analysis/curve';
import { isShave, points, storyText, turningText } from '../replay/analysis/words';
import { seatName } from '../replay/names';
import { percent } from '../shared/choice';
import { text } from './html';

const WIDTH = 1000;
const HEIGHT = 100;

export function analysisPart(analysis: Analysis, ends: readonly number[], names: Names): string {
  const turning = analysis.turning_points.map((each) => `<li>${text(turningText(each, names))}</li>`);
  const lines = analysis.story
    .filter((line) => !isShave(line)) // it is among the moments of the page
    .flatMap((line) => storyText(line, names) ?? [])
    .map((line) => `<li>${text(line)}</li>`);
  return `<h2>${text(t('analysis.curve.title'))}</h2>
${curve(analysis, ends)}
<h2>${text(t('analysis.turning'))}</h2>
${turning.length > 0 ? `<ol>${turning.join('')}</ol>` : `<p>${text(t('analysis.turning.none'))}</p>`}
${lines.length > 0 ? `<h2>${text(t('analysis.story'))}</h2><ul>${lines.join('')}</ul>` : ''}
${certainty(analysis, names)}
<h2>${text(t('analysis.ledger'))}</h2>
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

/** How sure the guards were of each novice, turn by turn. */
function certainty({ certainty }: Analysis, names: Names): string {
  const turns = [...new Set(certainty.flatMap((each) => each.turns))].sort((one, two) => one - two);
  if (turns.length === 0) return '';
  const rows = certainty.map((each) => {
    const shares = turns.map((turn) => {
      const share = each.sure[each.turns.indexOf(turn)];
      return `<td>${share === undefined ? '' : text(percent(share))}</td>`;
    });
    return `<tr><th scope="row">${text(seatName(each.seat, names))}</th>${shares.join('')}</tr>`;
  });
  const head = turns.map((turn) => `<th scope="col">${turn}</th>`);
  return `<h2>${text(t('analysis.certainty'))}</h2>
<p class="soft">${text(t('analysis.certainty.help'))}</p>
<div class="wide"><table><tr><td></td>${head.join('')}</tr>${rows.join('')}</table></div>`;
}

/** Each player's night as a sum that adds up. */
function ledger({ luck }: Analysis, names: Names): string {
  const accounts = luck.accounts.map((account) => {
    const { start, terms, foreseen, unknowable, result, adjusted } = sumOf(account);
    const shares = { foreseen: points(foreseen / 100), unknowable: points(unknowable / 100) };
    const part = `<br><small class="soft">${text(t('analysis.ledger.parts', shares))}</small>`;
    const rows = [
      row(t('analysis.ledger.start'), percent(start / 100)),
      ...terms.map((term) =>
        row(t(`analysis.ledger.${term.name}`), points(term.points / 100), term.name === 'own' ? part : ''),
      ),
      row(t(result > 0 ? 'analysis.ledger.won' : 'analysis.ledger.lost'), percent(result / 100)),
    ];
    const short = t('analysis.ledger.short', { points: points(account.luck), percent: percent(adjusted) });
    return `<div><h3>${text(seatName(account.seat, names))}</h3><p class="soft">${text(short)}</p><table>${rows.join('')}</table></div>`;
  });
  return `<div class="accounts">${accounts.join('')}</div>`;
}

function row(name: string, value: string, more = ''): string {
  return `<tr><th scope="row">${text(name)}${more}</th><td>${text(value)}</td></tr>`;
}
