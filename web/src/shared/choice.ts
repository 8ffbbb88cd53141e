/** A choice of an analysis or of advice in a few words, and its chance. */

import { blessingName, figureName, isKey, language, pathName, t } from '../i18n';
import type { ValuedMove } from '../protocol/types';

/** An estimate is never certain, even where every trial ended the same: only what is known, such as a result, may be 0 or 100 %. */
export function percent(chance: number, isKnown = false): string {
  const isCertain = isKnown && (chance <= 0 || chance >= 1);
  const shown = isCertain ? chance : Math.min(0.99, Math.max(0.01, chance));
  return new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(shown);
}

/** `sneak, to 27`, `blue path 26–84`, `the Prioress first`. A route that comes back to a dot is told, since its end alone hides that. */
export function choiceText(choice: ValuedMove): string {
  const { route } = choice;
  const doublesBack = new Set(route).size < route.length;
  return doublesBack ? `${shortText(choice)} (${route.join('–')})` : shortText(choice);
}

function shortText({ actions, route, gait }: ValuedMove): string {
  if (gait === 'stand') return t('game.gait.stand');
  if (gait) return t('game.choice.plan', { gait: gaitName(gait), dot: route.at(-1) ?? '' });
  const taken = actions[0]?.split(' ') ?? [];
  if (taken[1] === 'takes' && route.length > 1) {
    return t('game.choice.path', { path: pathName(taken[2] ?? ''), dot: route.at(-1) ?? '' });
  }
  const [who = '', does = '', what = '', where = ''] = (actions.at(-1) ?? '').split(' ');
  switch (does) {
    case 'takes':
      return pathName(what);
    case 'first':
      return t('game.choice.first', { figure: figureName(who) });
    case 'stops':
      return route.length > 1 ? t('game.choice.to', { dot: route.at(-1) ?? '' }) : t('game.choice.stop');
    case 'pass':
      return t('game.choice.pass');
    case 'marks':
      return t('game.choice.mark', { dot: where });
    default:
      return /^\d+-\d+$/.test(does)
        ? t('game.choice.to', { dot: route.at(-1) ?? does.split('-')[1] ?? '' })
        : blessingText(does, [what, where]);
  }
}

function gaitName(gait: string): string {
  const key = `game.gait.${gait}`;
  return isKey(key) ? t(key as 'game.gait.run') : gait;
}

/** `false noise (the Abbess, 46)`: the same blessing may be played on others and elsewhere, which is the choice. */
function blessingText(blessing: string, targets: readonly string[]): string {
  const named = targets.filter(Boolean).map((target) => (/^\d+$/.test(target) ? target : figureName(target)));
  return named.length > 0 ? `${blessingName(blessing)} (${named.join(', ')})` : blessingName(blessing);
}
