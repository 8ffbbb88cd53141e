/** The line to a table's server: a socket that comes back by itself, and says how it stands. */

export type Connection =
  | { state: 'connecting' }
  | { state: 'open' }
  | { state: 'retrying'; seconds: number }
  | { state: 'offline' }
  | { state: 'gone'; why: Gone };

/** Why there is no coming back: no such table, one that is played without spectators, a newer server than this page, or the page left. */
export type Gone = 'missing' | 'closed' | 'outdated' | 'left';

/** The part of a WebSocket that is used. */
export interface Socket {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface LineEvents {
  /** How the line stands now. */
  connection: (now: Connection) => void;
  /** A frame has come in. */
  frame: (text: string) => void;
  /** The line broke: what was sent and not answered may or may not have arrived. */
  broken: () => void;
}

export interface LineNeeds {
  open: () => Socket;
  /** Why no line can be opened, where that is known: asked when one could not be. */
  whyShut: () => Promise<Gone | null>;
}

/** Seconds before each new try; the last is kept. */
export const WAITS = [1, 1, 2, 4, 8, 15];

export class Line {
  #socket: Socket | null = null;
  #tries = 0;
  #welcome = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;
  readonly #events: LineEvents;
  readonly #needs: LineNeeds;

  constructor(events: LineEvents, needs: LineNeeds) {
    this.#events = events;
    this.#needs = needs;
    addEventListener('online', this.#atOnce);
    addEventListener('offline', this.#offline);
    document.addEventListener('visibilitychange', this.#atOnce);
    this.#connect();
  }

  send(text: string): void {
    this.#socket?.send(text);
  }

  /** The table has answered: the next break is the first again. */
  settled(): void {
    this.#tries = 0;
    this.#welcome = true;
    this.#events.connection({ state: 'open' });
  }

  /** Tries now rather than when the wait is over. */
  retry(): void {
    if (this.#over || this.#socket) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  /** Opens another line: whom the server takes this browser for is settled when one is opened. */
  anew(): void {
    if (this.#over) return;
    clearTimeout(this.#timer);
    this.#drop();
    this.#events.broken();
    this.#connect();
  }

  end(why: Gone): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.#atOnce);
    removeEventListener('offline', this.#offline);
    document.removeEventListener('visibilitychange', this.#atOnce);
    this.#drop();
    this.#events.connection({ state: 'gone', why });
  }

  readonly #atOnce = (): void => {
    if (!document.hidden && navigator.onLine) this.retry();
  };

  /** A socket does not notice that the network is gone until it has something to send and waits in vain. */
  readonly #offline = (): void => {
    if (this.#over) return;
    if (this.#socket) {
      this.#drop();
      this.#events.broken();
    }
    this.#await();
  };

  #connect(): void {
    this.#events.connection({ state: 'connecting' });
    const socket = this.#needs.open();
    this.#socket = socket;
    socket.onmessage = (event) => this.#events.frame(event.data);
    socket.onclose = () => void this.#closed();
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }

  async #closed(): Promise<void> {
    this.#drop();
    this.#events.broken();
    // A handshake that was refused looks to a script like any other break: the table itself is asked for.
    const refused = !this.#welcome && navigator.onLine;
    this.#welcome = false;
    const why = refused ? await this.#needs.whyShut() : null;
    if (why) return this.end(why);
    this.#await();
  }

  #await(): void {
    if (this.#over || this.#socket) return;
    clearTimeout(this.#timer);
    if (!navigator.onLine) return this.#events.connection({ state: 'offline' });
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)] ?? 1;
    this.#tries += 1;
    this.#countDown(wait);
  }

  #countDown(seconds: number): void {
    if (seconds <= 0) return this.#connect();
    this.#events.connection({ state: 'retrying', seconds });
    this.#timer = setTimeout(() => this.#countDown(seconds - 1), 1000);
  }
}
