/** 7.1 The chance to be heard, in words. */
import { capital, figureName, t } from '../i18n';
import type { GuardView } from '../protocol/types';

export type Heard = Readonly<Record<string, number>>;

/** Those who may hear her; the monk only where he can. */
export function listeners(guards: readonly GuardView[], heard: Heard | null): readonly GuardView[] {
  return guards.filter(({ guard, dot }) => dot && (guard !== 'monk' || (heard !== null && guard in heard)));
}

export function oddsOf(guard: GuardView, heard: Heard | null): string {
  const name = capital(figureName(guard.guard));
  const faces = heard?.[guard.guard];
  if (faces === undefined)
    return guard.deaf ? t('play.plan.odds.deaf', { guard: name }) : t('play.plan.odds.never', { guard: name });
  if (faces === 0) return t('play.plan.odds.never', { guard: name });
  return faces === 6 ? t('play.plan.odds.sure', { guard: name }) : t('play.plan.odds', { guard: name, faces });
}

export function oddsInWords(guards: readonly GuardView[], heard: Heard | null): readonly string[] {
  return heard === null ? [] : listeners(guards, heard).map((guard) => oddsOf(guard, heard));
}
