/** Which first nights have been explained in this browser. */

export type Lesson = 'novice' | 'guards';

const KEY = 'nuns.coached';

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
