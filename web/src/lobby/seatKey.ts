/**
 * A seat link, `/t/CODE#key=…`, opens one's chairs on this device; its key is taken out of the address at once. `/t/CODE#seat=a`, which a big
 * screen shows as a code to scan, takes that seat.
 */

import { t } from '../i18n';
import { toasts } from '../look/toasts.svelte';
import { faultText } from '../shared/faults';
import type { ChairName } from '../protocol/types';
import { sit, useKey } from '../store/api';
import { nameOr } from './newGame';
import { rememberedName } from './preferences';

const KEY = /^#key=([\w-]+)$/;
const SEAT = /^#seat=(guards|abbess|prioress|[a-f])$/;

export async function openSeatLink(code: string): Promise<void> {
  const key = KEY.exec(location.hash)?.[1];
  const chair = SEAT.exec(location.hash)?.[1] as ChairName | undefined;
  if (!key && !chair) return;
  history.replaceState(null, '', location.pathname);
  try {
    if (chair) await sit(code, chair, nameOr(rememberedName()));
    if (!key) return;
    await useKey(code, key);
    toasts.show(t('lobby.key.opened'), 'good');
  } catch (fault) {
    toasts.show(faultText(fault), 'danger');
  }
}
