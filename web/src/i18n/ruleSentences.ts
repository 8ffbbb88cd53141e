/**
 * What the rules say of a decision, told in the reader's language: why something happened or is allowed, and why an action is refused.
 * It comes as a code with values; `codes.json` says what each value stands for. A gap may ask for a form: `{steps|dots}` is `4 dots`,
 * `{shift|signed}` is `+1`, `{dots|or}` is `12 or 14`, `{guard|beside}` is `beside the Abbess`.
 */

import codes from '../protocol/codes.json';
import type { GaitName, NotationFault, RuleReason, RuleRefusal, WaitingFor } from '../protocol/types';
import { capital, isKey, listed, t, unfilled } from './speech.svelte';
import { beside, blessingName, figureName, pathName, roomName, type Names } from './words';

type Value = number | string;
type Values = Readonly<Record<string, Value | readonly Value[]>>;
type Kinds = Readonly<Record<string, string>>;

export function tellReason({ code, values }: RuleReason, names: Names = {}): string {
  return told(`reasons.${code}`, codes.reasons[code], values, names);
}

/** With the number of the rule. */
export function tellRuleRefusal({ code, rule, values }: RuleRefusal, names: Names = {}): string {
  return `${told(`ruleRefusals.${code}`, codes.refusals[code], values, names)} (${t('game.rule', { rule })}).`.trim();
}

/** Why a typed move could not be read. */
export function tellNotationFault({ code, values }: NotationFault): string {
  return told(`notationFaults.${code}`, codes.notation_faults[code], values, {});
}

function told(key: string, kinds: Kinds, values: Values = {}, names: Names): string {
  if (!isKey(key)) return ''; // of a server newer than this page: the numbers of the rules say it
  const sentence = unfilled(key).replace(/\{(\w+)(?:\|(\w+))?\}/g, (_, name: string, form?: string) => {
    const value = values[name] ?? '';
    return Array.isArray(value) || typeof value === 'object'
      ? listed(
          value.map((each) => said(kinds[name], each, names)),
          form === 'or' ? 'disjunction' : 'conjunction',
        )
      : (formed(form, value) ?? said(kinds[name], value, names));
  });
  return sentence.replace(/(^|[.] )(\p{Ll})/gu, (_, before: string, letter: string) => before + capital(letter));
}

/** A value in the form that the sentence asks for. */
function formed(form: string | undefined, value: Value): string | null {
  switch (form) {
    case 'dots':
    case 'steps':
    case 'novices':
      return t(`game.count.${form}`, { count: Number(value) });
    case 'signed':
      return signed(Number(value));
    case 'beside':
      return beside(String(value));
    default:
      return null;
  }
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
}

/** A value as what it stands for. */
function said(kind: string | undefined, value: Value, names: Names): string {
  switch (kind) {
    case 'novice':
    case 'novices':
    case 'figure':
    case 'figures':
    case 'seat':
      return figureName(value, names);
    case 'gait':
    case 'gaits':
      return t(`game.gait.${value as GaitName}`);
    case 'blessing':
      return blessingName(String(value));
    case 'path':
    case 'paths':
      return pathName(String(value));
    case 'room':
      return roomName(String(value));
    case 'waiting-for':
      return t(`play.waiting.${value as WaitingFor}`);
    default:
      return String(value);
  }
}
