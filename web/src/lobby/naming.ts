/** Chairs, editions and options by the names people read. A word this page does not know yet is said as the server spells it. */

import { isKey, t } from '../i18n';
import type { ChairName, Option } from '../protocol/types';
import { NOVICE_CHAIRS } from './settings';

export function editionName(edition: string): string {
  return known(`game.edition.${edition}`) ?? edition;
}

export function editionText(edition: string, character: string): string {
  return known(`lobby.edition.${edition}.text`) ?? character;
}

export function chairTitle(chair: ChairName): string {
  if (NOVICE_CHAIRS.includes(chair)) return t('lobby.chair.novice', { letter: chair.toUpperCase() });
  return t(`lobby.chair.${chair as 'guards' | 'abbess' | 'prioress'}`);
}

export function optionName(name: string): string {
  return known(`options.${name}`) ?? name;
}

export function optionHelp(option: Option): string {
  return known(`options.${option.name}.help`) ?? option.help;
}

export function valueName(name: string, value: string | number, help = ''): string {
  if (value === 'on' || value === 'off') return t(`options.switch.${value}`);
  return known(`options.${name}.${value}`) ?? (help || String(value));
}

function known(key: string): string | undefined {
  return isKey(key) ? t(key as 'common.ok') : undefined;
}
