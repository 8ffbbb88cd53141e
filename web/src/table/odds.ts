/** Tells the chance to be heard (7.1) in words. */
import { capital, figureName, t } from '../i18n';
import type { GuardView } from '../protocol/types';

export type Heard = Readonly<Record<string, number>>;

/** The guards on the board who could hear her, even if a run has made them deaf for now. */
export function listeners(guards: readonly GuardView[]): readonly GuardView[] {
  return guards.filter(({ dot, never_hears }) => dot && !never_hears);
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
  return heard === null ? [] : listeners(guards).map((guard) => oddsOf(guard, heard));
}
