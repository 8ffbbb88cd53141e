/** Which lessons were finished in this browser, in the order in which they were. */

const KEY = 'nuns.lessons';

class LessonProgress {
  done: readonly string[] = $state.raw(kept());

  isDone(lesson: string): boolean {
    return this.done.includes(lesson);
  }

  finish(lesson: string): void {
    if (this.isDone(lesson)) return;
    this.done = [...this.done, lesson];
    try {
      localStorage.setItem(KEY, this.done.join(' '));
    } catch {
      // A browser that keeps nothing still shows them as done until the page is closed.
    }
  }

  forget(): void {
    this.done = [];
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Nothing was kept.
    }
  }
}

export const lessonProgress = new LessonProgress();

function kept(): string[] {
  try {
    return (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}
