/** Tells a person in their language what went wrong with a request. */

import { isKey, listed, t, tellNotationFault, tellRuleRefusal } from '../i18n';
import { chairTitle } from '../i18n/names';
import type { Reason, RefusalValues } from '../protocol/types';
import { Fault, UNREACHED } from '../store/api';

/** A refusal in the reader's language. The English sentences that it carries are for programs. */
export function refusalText({ why, values }: Reason): string {
  const key = `refusals.${why}` as const;
  if (isKey(key)) return t(key, gaps(values)).trim();
  return t('common.error.refused', { status: why }); // the code of a server that is newer than this page
}

export function faultText(fault: unknown): string {
  if (!(fault instanceof Fault)) return t('common.error.title');
  if (fault.refusal) return refusalText(fault.refusal);
  if (fault.status === UNREACHED) return t('common.error.network');
  if (fault.status >= 500) return t('common.error.server');
  return t('common.error.refused', { status: fault.status });
}

function gaps(values: RefusalValues) {
  const { chair, chairs = [], status = 'lobby', code = '', most = 0, seconds = 0 } = values;
  return {
    chair: chair ? chairTitle(chair) : '',
    chairs: listed(chairs.map(chairTitle)),
    status: t(`lobby.status.${status}`),
    code,
    most,
    seconds,
    said: reasonText(values),
  };
}

function reasonText({ rule_refusal, notation_fault }: RefusalValues): string {
  if (rule_refusal) return tellRuleRefusal(rule_refusal);
  return notation_fault ? tellNotationFault(notation_fault) : '';
}
