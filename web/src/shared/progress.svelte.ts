/** Which lessons were finished and which puzzles solved in this browser, in the order in which they were. */

class Progress {
  done: readonly string[];
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
    this.done = $state.raw(kept(key));
  }

  isDone(id: string): boolean {
    return this.done.includes(id);
  }

  finish(id: string): void {
    if (this.isDone(id)) return;
    this.done = [...this.done, id];
    try {
      localStorage.setItem(this.#key, this.done.join(' '));
    } catch {
      // A browser that keeps nothing still shows them as done until the page is closed.
    }
  }

  forget(): void {
    this.done = [];
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // Nothing was kept.
    }
  }
}

export const lessonProgress = new Progress('nuns.lessons');
export const puzzleProgress = new Progress('nuns.puzzles');

function kept(key: string): string[] {
  try {
    return (localStorage.getItem(key) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}
