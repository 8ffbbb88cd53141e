/** The names that people read for chairs, editions, options and their values. One without a translation is shown as the server spells it. */

import type { ChairName, Option } from '../protocol/types';
import { isKey, t } from './speech.svelte';

export function editionName(edition: string): string {
  return known(`game.edition.${edition}`) ?? edition;
}

export function editionText(edition: string, character: string): string {
  return known(`lobby.edition.${edition}.text`) ?? character;
}

/** The guards' chairs have names of their own; a novice's has the letter of its code. */
export function chairTitle(chair: ChairName): string {
  return known(`lobby.chair.${chair}`) ?? t('lobby.chair.novice', { letter: chair.toUpperCase() });
}

/** Whether one player moves both guards, or each has a player of her own. */
export function guardPlayersText(guardPlayers: number): string {
  return t(guardPlayers === 1 ? 'lobby.players.guards.one' : 'lobby.players.guards.two');
}

export function optionName(name: string): string {
  return known(`options.${name}`) ?? name;
}

export function optionHelp(option: Option): string {
  return known(`options.${option.name}.help`) ?? option.help;
}

export function valueName(name: string, value: string | number, help = ''): string {
  return known(`options.${name}.${value}`) ?? known(`options.switch.${value}`) ?? (help || String(value));
}

function known(key: string): string | undefined {
  return isKey(key) ? t(key as 'common.ok') : undefined;
}
