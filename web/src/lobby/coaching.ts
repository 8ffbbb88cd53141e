/** Which first nights have been explained in this browser. */

export type Lesson = 'novice' | 'guards';

const KEY = 'nuns.coached';

/** What whoever looks from a seat is taught; a spectator nothing. */
export function lessonOf(seat: string | null): Lesson | null {
  if (seat?.startsWith('novice-')) return 'novice';
  return seat && ['guards', 'abbess', 'prioress'].includes(seat) ? 'guards' : null;
}

export function isCoached(lesson: Lesson): boolean {
  return kept().includes(lesson);
}

export function rememberCoached(lesson: Lesson): void {
  try {
    localStorage.setItem(KEY, [...new Set([...kept(), lesson])].join(' '));
  } catch {
    // A browser that keeps nothing is taught again at its next visit.
  }
}

function kept(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}
