/** Calling the player back: the page's title, and a notification while the page is hidden. Asks for leave only when tapped. */

const supported = typeof Notification !== 'undefined';

class Notifications {
  allowed = $state(supported && Notification.permission === 'granted');
  denied = $state(supported && Notification.permission === 'denied');
  readonly supported = supported;
  #last: Notification | null = null;

  async ask(): Promise<void> {
    if (!supported) return;
    const answer = await Notification.requestPermission();
    this.allowed = answer === 'granted';
    this.denied = answer === 'denied';
  }

  /** Only a hidden page calls, and one call replaces the one before. */
  call(title: string, body: string, tag: string): void {
    if (!this.allowed || !document.hidden) return;
    this.#last?.close();
    try {
      this.#last = new Notification(title, { body, tag });
    } catch {
      return; // phones that notify only from a service worker still have the title and the bell
    }
    this.#last.onclick = () => {
      window.focus();
      this.#last?.close();
    };
  }
}

export const notifications = new Notifications();
