/** Says what a blessing would do to a die now, from what the server foresees of it (10.2, 10.3). */
import { capital, figureName, listed, t, type Names } from '../i18n';
import type { CardUse, Change } from '../protocol/types';

export function useOf(change: Change, uses: readonly CardUse[]): CardUse | undefined {
  return uses.find((use) => use.by === change.by && use.die === change.die);
}

/** One sentence on what would come of it; nothing where the holder cannot know. */
export function tellUse(change: Change, use: CardUse | undefined, names: Names): string {
  if (!use) return '';
  if (use.carries != null) return tellReach(use, names);
  const heard = use.heard ?? [];
  if (Object.keys(use.away ?? {}).length === 0) return t('play.use.others', { figure: figureName(use.die, names) });
  if (heard.length === 0) return t('play.use.unheard');
  return change.blessing === 'noise-range' ? tellShift(use, heard) : tellReroll(use, heard);
}

/** For a guard: how far she hears, and how far she would. */
function tellReach(use: CardUse, names: Names): string {
  const values = { figure: figureName(use.die, names), now: use.carries ?? 0, then: use.carries_then ?? 0 };
  return t(use.matters ? 'play.use.reach' : 'play.use.reach.none', values);
}

function tellShift(use: CardUse, heard: readonly string[]): string {
  const saved = heard.filter((guard) => !(use.heard_then ?? []).includes(guard));
  const guards = listed((saved.length > 0 ? saved : heard).map((guard) => figureName(guard)));
  return capital(t(saved.length > 0 ? 'play.use.shift.saves' : 'play.use.shift.none', { guards }));
}

function tellReroll(use: CardUse, heard: readonly string[]): string {
  return heard
    .map((guard) => capital(t('play.use.reroll', { guard: figureName(guard), faces: use.faces?.[guard] ?? 0 })))
    .join(' ');
}
