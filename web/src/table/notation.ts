// The text of an action, as the referee reads and writes it; and what may be typed next.
import type { Action, Foresight, View } from '../protocol/types';

const BLESSED = ' one-more-step';
const when = (text: string, so: boolean | undefined): string => (so ? text : '');
const FIGURE = /^(novice-[1-6]|abbess|prioress|monk)\b/;

export function written(action: Action): string {
  switch (action.action) {
    case 'plan':
      return `novice-${action.novice} ${action.gait} ${action.route.join('-')}${when(BLESSED, action.one_more_step)}`;
    case 'gait':
      return `novice-${action.novice} gait ${action.gait}`;
    case 'dot':
      return `novice-${action.novice} to ${action.dot}`;
    case 'longer':
    case 'done':
    case 'again':
      return `novice-${action.novice} ${action.action}`;
    case 'pass':
      return `${action.by} pass`;
    case 'change':
      return `${action.by} ${action.blessing} ${action.die}`;
    case 'fake':
      return `${action.by} false-noise ${action.guard} ${action.dot}`;
    case 'mark':
      return `novice-${action.novice} marks ${action.guard} ${action.dots.join('+')}`;
    case 'first':
      return `${action.guard} first`;
    case 'take':
      return `${action.guard} takes ${action.path}`;
    case 'step':
      return `${action.guard} ${action.start}-${action.to}${when(' free', action.free)}${when(BLESSED, action.one_more_step)}`;
    case 'stop':
      return `${action.guard} stops${when(BLESSED, action.one_more_step)}`;
    case 'ruler':
      return `novice-${action.novice} ruler ${action.one}-${action.two}`;
    case 'roll':
      return `roll ${action.face}`;
    case 'draw':
      return `draw ${action.card}`;
    case 'deal':
      return 'deal';
  }
}

/** A typed line made whole: the figure may be left out where only one is asked, and capitals and spaces do not matter. */
export function completed(typed: string, view: View): string {
  const line = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  const figures = figuresAsked(view);
  const whole = FIGURE.test(line) || figures.length !== 1 ? line : `${figures[0]} ${line}`;
  return asOffered(whole, view);
}

/** A step typed as two dots is the step that is offered, off the path or beyond the maximum included. */
function asOffered(line: string, view: View): string {
  const offered = (view.actions ?? []).map(written);
  if (offered.includes(line) || !/\d-\d+$/.test(line)) return line;
  return offered.find((each) => each === `${line} free`) ?? line;
}

export function figuresAsked(view: View): readonly string[] {
  return [
    ...new Set(
      (view.actions ?? []).map((action) => FIGURE.exec(written(action))?.[1]).filter((name) => name !== undefined),
    ),
  ];
}

/** What may be typed now: every offered action, whole plans dot by dot, and the ruler. */
export function suggestions(typed: string, view: View, foresight: Foresight | null): readonly string[] {
  const line = completed(typed, view);
  const lines =
    foresight && view.sheets?.[0]
      ? planLines(line, view.sheets[0].novice, foresight)
      : (view.actions ?? []).map(written);
  return lines.filter((each) => each.startsWith(line) && each !== line);
}

function planLines(line: string, novice: number, foresight: Foresight): string[] {
  const name = `novice-${novice}`;
  const starts = foresight.gaits.map(({ gait }) => `${name} ${gait} ${foresight.dot}`);
  const drawn = /^(novice-\d \w+ )([\d-]+?)-?$/.exec(line);
  const here = drawn?.[2]?.split('-').at(-1);
  if (!drawn || !here) return starts;
  const ways = foresight.ways[here] ?? [];
  return [...starts, ...ways.map((dot) => `${drawn[1]}${drawn[2]}-${dot}`)];
}
