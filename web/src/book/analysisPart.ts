// The analysis of a night in the page to keep: the curve, the turning points, the story and the luck of each player.

import { t, type Names } from '../i18n';
import type { Analysis, Replay } from '../protocol/types';
import { sumOf } from '../replay/analysis/account';
import { bandOf, lineOf, placeOfMoment, placesOf, pointAt, type Place } from '../replay/analysis/curve';
import { chanceText, leadText, markText, plain, points, storyText, turningText } from '../replay/analysis/words';
import { endsOf, halfTurnsOf } from '../replay/halfTurns';
import { momentName, seatName } from '../replay/names';
import { percent } from '../shared/choice';
import { text } from './html';

const WIDTH = 1000;
const HEIGHT = 100;

export function analysisPart(analysis: Analysis, replay: Replay, names: Names): string {
  const turning = analysis.turning_points.map((each) => `<li>${text(turningText(each, names, analysis.curve))}</li>`);
  const lines = analysis.story.flatMap((line) => storyText(line, names) ?? []).map((line) => `<li>${text(line)}</li>`);
  return `<h2>${text(t('analysis.curve.title'))}</h2>
${curve(analysis, replay)}
<h2>${text(t('analysis.turning'))}</h2>
${turning.length > 0 ? `<ol>${turning.join('')}</ol>` : `<p>${text(t('analysis.turning.none'))}</p>`}
${lines.length > 0 ? `<h2>${text(t('analysis.story'))}</h2><ul>${lines.join('')}</ul>` : ''}
${certainty(analysis, names)}
<h2>${text(t('analysis.ledger'))}</h2>
${ledger(analysis, names)}
<p class="soft">${text(t('analysis.ledger.help'))} ${text(t('analysis.estimate'))}</p>
`;
}

/** The guards' chance as a picture with the turning points by number, and the same in words. */
function curve({ curve, turning_points }: Analysis, replay: Replay): string {
  const ends = endsOf(replay.steps);
  const last = ends.length - 1;
  const places = placesOf(curve, ends);
  const grid = `<path d="M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}"/><path stroke-dasharray="6 6" d="M0 ${HEIGHT / 2}H${WIDTH}"/>`;
  const band = `<polygon points="${bandOf(places, null, last, WIDTH, HEIGHT)}"/>`;
  const line = `<polyline points="${lineOf(places, null, last, WIDTH, HEIGHT)}"/>`;
  const marks = turning_points.map(({ moment }, at) => {
    const bead = placeOfMoment(ends, moment);
    const left = (100 * bead) / Math.max(1, last);
    const top = 100 * (1 - (pointAt(places, bead)?.guards ?? 0.5));
    return `<span class="mark" style="left:${left.toFixed(1)}%;top:${top.toFixed(1)}%">${at + 1}</span>`;
  });
  const words = turning_points.map((each, at) => `${at + 1} ${markText(each)}`);
  return `<p class="soft">${text(t('analysis.curve.top'))} ↑ · ${text(t('analysis.curve.bottom'))} ↓</p>
<div class="curve" aria-hidden="true"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">${grid}${band}${line}</svg>${marks.join('')}</div>
${words.length > 0 ? `<p class="soft">${text(words.join(' · '))}</p>` : ''}
${moments(places, replay)}`;
}

/** A table of the side that was ahead after each half-turn, for those who cannot see the picture and for those who want the figures. */
function moments(places: readonly Place[], replay: Replay): string {
  const halfTurns = halfTurnsOf(replay);
  const rows = halfTurns.flatMap((_, bead) => {
    const point = pointAt(places, bead);
    if (!point) return [];
    const cells = [chanceText(point, null), leadText(point, null)].map((cell) => `<td>${text(cell)}</td>`);
    return [`<tr><th scope="row">${text(momentName(halfTurns, bead))}</th>${cells.join('')}</tr>`];
  });
  return `<details><summary>${text(t('analysis.curve.figures'))}</summary><div class="wide"><table class="moments">${rows.join('')}</table></div></details>`;
}

/** How sure the guards were of each novice, turn by turn. */
function certainty({ certainty }: Analysis, names: Names): string {
  const turns = [...new Set(certainty.flatMap((each) => each.turns))].sort((one, two) => one - two);
  if (turns.length === 0) return '';
  const rows = certainty.map((each) => {
    const shares = turns.map((turn) => {
      const share = each.sure[each.turns.indexOf(turn)];
      return `<td>${share === undefined ? '' : text(percent(share, true))}</td>`;
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
    const { start, terms, result, without } = sumOf(account);
    const rows = [
      row(t('analysis.ledger.start'), plain(start)),
      ...terms.map((term) => row(t(`analysis.ledger.${term.name}`), points(term.points / 100))),
      row(t(result > 0 ? 'analysis.ledger.won' : 'analysis.ledger.lost'), plain(result)),
    ];
    const short = t('analysis.ledger.short', { points: points(account.luck), without: plain(without) });
    return `<div><h3>${text(seatName(account.seat, names))}</h3><p class="soft">${text(short)}</p><table>${rows.join('')}</table></div>`;
  });
  return `<div class="accounts">${accounts.join('')}</div>`;
}

function row(name: string, value: string, more = ''): string {
  return `<tr><th scope="row">${text(name)}${more}</th><td>${text(value)}</td></tr>`;
}
