/** A server's end of a socket, for tests: it keeps what the client sent and says what it is told to say. */
import type { ClientMessage, ServerMessage } from '../protocol/types';
import type { Socket } from './line';

export class FakeSocket implements Socket {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  readonly address: string;
  readonly sent: ClientMessage[] = [];
  closed = false;

  constructor(address: string) {
    this.address = address;
  }

  send(text: string): void {
    if (this.closed) throw new Error('expected an open socket, got one that is closed');
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.closed = true;
  }

  /** The server says something. */
  say(message: ServerMessage): void {
    this.sayAll([message]);
  }

  /** The server says several things in one frame. */
  sayAll(messages: readonly ServerMessage[]): void {
    const data = messages.map((message) => JSON.stringify(message)).join('\n');
    this.onmessage?.(new MessageEvent('message', { data }));
  }

  /** The connection breaks. */
  break(): void {
    this.closed = true;
    this.onclose?.(new CloseEvent('close', { code: 1006 }));
  }

  /** The last request of a type. */
  last<T extends ClientMessage['type']>(type: T): Extract<ClientMessage, { type: T }> {
    const found = this.sent.filter((message) => message.type === type).at(-1);
    if (!found)
      throw new Error(`expected a request of type ${type}, got ${this.sent.map((each) => each.type).join(', ')}`);
    return found as Extract<ClientMessage, { type: T }>;
  }
}
