/** What went wrong with a request, said to a person in her language. */

import { isKey, listed, t, tellRuleRefusal } from '../i18n';
import { chairTitle } from '../i18n/names';
import type { Reason, RefusalValues } from '../protocol/types';
import { Fault, UNREACHED } from '../store/api';

/** A refusal in words of the page, and after them what the notation, a record or a request had to say, which is English. */
export interface Told {
  words: string;
  english: string;
}

export function refused({ why, reason, values }: Reason): Told {
  const key = `refusals.${why}` as const;
  const { rule_refusal, said = '' } = values;
  if (isKey(key)) return { words: t(key, gaps(values)).trim(), english: rule_refusal ? '' : said };
  return { words: t('common.error.refused', { reason: '' }).trim(), english: reason }; // of a server newer than this page
}

export function saidRefusal(refusal: Reason): string {
  const { words, english } = refused(refusal);
  return `${words} ${english}`.trim();
}

export function said(fault: unknown): string {
  if (!(fault instanceof Fault)) return t('common.error.title');
  if (fault.refusal) return saidRefusal(fault.refusal);
  if (fault.status === UNREACHED) return t('common.error.network');
  if (fault.status >= 500) return t('common.error.server');
  return t('common.error.refused', { reason: fault.message });
}

function gaps({ chair, chairs = [], status = 'lobby', code = '', most = 0, seconds = 0, rule_refusal }: RefusalValues) {
  return {
    chair: chair ? chairTitle(chair) : '',
    chairs: listed(chairs.map(chairTitle)),
    status: t(`lobby.status.${status}`),
    code,
    most,
    seconds,
    said: rule_refusal ? tellRuleRefusal(rule_refusal) : '',
  };
}
