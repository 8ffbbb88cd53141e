/** What went wrong with a request, said to a person. */

import { t } from '../i18n';
import { Fault, UNREACHED } from '../store/api';

export function said(fault: unknown): string {
  if (!(fault instanceof Fault)) return fault instanceof Error ? fault.message : String(fault);
  if (fault.status === UNREACHED) return t('common.error.network');
  if (fault.status >= 500) return t('common.error.server');
  return t('common.error.refused', { reason: fault.message });
}
