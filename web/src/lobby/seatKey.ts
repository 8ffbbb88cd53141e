/** A seat link, `/t/CODE#key=…`, opens one's chairs on this device; its key is taken out of the address at once. */

import { t } from '../i18n';
import { toasts } from '../look/toasts.svelte';
import { faultText } from '../shared/faults';
import { useKey } from '../store/api';

const KEY = /^#key=([\w-]+)$/;

export async function openSeatLink(code: string): Promise<void> {
  const key = KEY.exec(location.hash)?.[1];
  if (!key) return;
  history.replaceState(null, '', location.pathname);
  try {
    await useKey(code, key);
    toasts.show(t('lobby.key.opened'), 'good');
  } catch (fault) {
    toasts.show(faultText(fault), 'danger');
  }
}
