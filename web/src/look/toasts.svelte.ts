/** Short notices that come and go by themselves; what must be answered is a dialog instead. */

export interface Toast {
  id: number;
  text: string;
  kind: 'plain' | 'good' | 'danger';
}

const SHOWN_MS = 5000;

class Toasts {
  shown = $state<Toast[]>([]);
  #next = 1;

  /** Shows a notice; a fault stays until it is closed. */
  show(text: string, kind: Toast['kind'] = 'plain'): void {
    const id = this.#next++;
    this.shown = [...this.shown.filter((toast) => toast.text !== text), { id, text, kind }];
    if (kind !== 'danger') setTimeout(() => this.close(id), SHOWN_MS);
  }

  close(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
