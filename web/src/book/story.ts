// The story of a night as a page to keep: one HTML file with the board, every route, the sentences of the finale and the moments that decided
// it. It needs neither this server nor any other.

import type { Convent } from '../board/convent';
import { capital, figureName, language, listed, t } from '../i18n';
import { momentDate } from '../i18n/dates';
import { editionName } from '../i18n/names';
import { colourOf } from '../look/emblems/shapes';
import type { Analysis, Distances, RecordInfo, Replay, Sheet } from '../protocol/types';
import { analysisPart } from './analysisPart';
import { ownNight, storyOf } from '../replay/finale';
import { peopleOf, seatName } from '../replay/names';
import { text } from './html';

export interface StoryParts {
  readonly record: RecordInfo;
  readonly replay: Replay;
  readonly distances: Distances;
  readonly convent: Convent;
  /** The plan as a drawing, with its own style. */
  readonly plan: string;
  /** What the analysis says of the night, if there is one. */
  readonly analysis: Analysis | null;
}

export function winnersText({ ending, winners, names }: Pick<RecordInfo, 'ending' | 'winners' | 'names'>): string {
  if (ending === 'abandoned') return t('replay.end.abandoned');
  if (ending !== 'home') return t('replay.end.guards');
  const people = peopleOf(names as Record<string, string>);
  const who = listed(winners.map((each) => figureName(each, people)));
  return capital(t('replay.end.novices', { names: who, count: winners.length }));
}

export function storyPage({ record, replay, distances, convent, plan, analysis }: StoryParts): string {
  const names = peopleOf(replay.seats);
  const story = storyOf(replay, distances, names);
  const view = replay.steps.findLast((step) => step.view)?.view;
  const sheets = view?.sheets ?? [];
  const hero = replay.winners[0] ?? 'guards';
  const sentences = view ? ownNight(hero, view, story) : [];
  const title = winnersText(record);
  const about = [momentDate(record.at), editionName(record.edition), t(`game.ending.${record.ending as 'home'}`)];
  const people = Object.keys(replay.seats).map((seat) => `<li>${text(seatName(seat, names))}</li>`);
  const moments = story.moments.map(({ text: told }) => `<li>${text(told())}</li>`);
  return `<!doctype html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)} · ${text(t('common.title'))}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="soft">${text(t('common.title'))}</p>
<h1>${text(title)}</h1>
<p class="soft">${about.map(text).join(' · ')}</p>
${sentences.length > 0 ? `<p class="story"><strong>${text(seatName(hero, names))}.</strong> ${sentences.map(text).join(' ')}</p>` : ''}
<figure>${board(convent, plan, sheets, replay)}</figure>
<h2>${text(t('book.story.moments'))}</h2>
<ul>${moments.join('') || `<li>${text(t('book.story.quiet'))}</li>`}</ul>
${analysis ? analysisPart(analysis, replay, names) : ''}
<h2>${text(t('book.story.people'))}</h2>
<ul>${people.join('')}</ul>
<p class="soft">${text(t('book.story.kept', { seal: replay.seal }))}</p>
</main>
</body>
</html>
`;
}

/** The plan with every novice's route, winners last and widest, and a cross on every capture. */
function board(convent: Convent, plan: string, sheets: readonly Sheet[], { winners, steps }: Replay): string {
  const { left, top, width, height } = convent.page;
  const won = (sheet: Sheet): boolean => winners.includes(`novice-${sheet.novice}`);
  const routes = [...sheets]
    .sort((one, two) => Number(won(one)) - Number(won(two)))
    .map((sheet) => route(convent, sheet, won(sheet)));
  const captures = steps
    .flatMap((step) => step.events ?? [])
    .flatMap((event) => (event.event === 'novice_caught' ? [convent.at(event.dot)] : []))
    .map(({ x, y }) => `<path class="caught" d="M${x - 13} ${y - 13}l26 26m0-26l-26 26"/>`);
  const ground = plan
    .slice(plan.indexOf('<svg'))
    .replace('<svg ', `<svg x="${left}" y="${top}" width="${width}" height="${height}" `);
  return `<svg viewBox="${left} ${top} ${width} ${height}" role="img" aria-label="${text(t('book.story.board'))}">${ground}${routes.join('')}${captures.join('')}</svg>`;
}

function route(convent: Convent, { novice, cell, log = [] }: Sheet, won: boolean): string {
  const aside = (novice - 3.5) * 3.2;
  const points = [cell, ...log.flatMap((line) => line.route)]
    .map((dot) => convent.at(dot))
    .map(({ x, y }) => `${(x + aside).toFixed(1)},${(y + aside).toFixed(1)}`)
    .join(' ');
  return `<polyline class="shade" points="${points}" stroke-width="${won ? 13 : 8}"/><polyline points="${points}" stroke="${colourOf(novice)}" stroke-width="${won ? 7 : 4}"/>`;
}

const STYLE = `
body { margin: 0; background: #f4ead2; color: #33291c; font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1, h2, .story { font-family: Georgia, 'Times New Roman', serif; font-weight: 500; }
h1 { margin: 0; font-size: 2.5rem; line-height: 1.15; }
.story { font-size: 1.25rem; }
.soft { color: #6b5a41; overflow-wrap: anywhere; }
figure { margin: 1.5rem 0; }
figure svg { width: 100%; height: auto; border-radius: 8px; }
polyline { fill: none; stroke-linejoin: round; stroke-linecap: round; }
.shade { stroke: #f4ead2cc; }
.caught { fill: none; stroke: #9c2b1f; stroke-width: 6; stroke-linecap: round; }
.curve { position: relative; height: 110px; margin: 1rem 0.75rem; }
.curve svg { display: block; width: 100%; height: 100%; overflow: visible; }
.curve path { fill: none; stroke: #b59a63; }
.curve path, .curve polygon, .curve polyline { vector-effect: non-scaling-stroke; }
.curve polygon { fill: #8a5a0024; stroke: #8a5a0073; stroke-dasharray: 2 3; }
.curve polyline { stroke: #8a5a00; stroke-width: 2.5px; }
.mark { position: absolute; width: 1.4em; background: #f4ead2; border: 1.5px solid #8a5a00; border-radius: 50%; font-size: 0.8125rem; font-weight: 650; line-height: 1.4em; text-align: center; translate: -50% -50%; }
summary { cursor: pointer; }
.moments td, .moments th { font-weight: 400; text-align: left; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.3em 0.6em 0.3em 0; border-bottom: 1px solid #cbb587; text-align: right; vertical-align: bottom; }
th:first-child { text-align: left; }
th:last-child, td:last-child { padding-right: 0; }
.wide { overflow-x: auto; }
.accounts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1rem 2.5rem; }
.accounts h3, .accounts p { margin: 0; }
.accounts table { width: 100%; }
.accounts th { font-weight: 400; }
.accounts tr:last-child > * { border-bottom: 0; font-weight: 600; }
@media print { body { background: none; } }
`;
