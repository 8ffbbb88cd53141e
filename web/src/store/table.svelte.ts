/** A table as this browser knows it: its state, what each seat it looks from has learnt, and the requests under way. */
import type {
  Accepted,
  Act,
  Action,
  Advised,
  Aimed,
  CardUse,
  Chair,
  ChairName,
  Channel,
  Event,
  Explained,
  Foresight,
  Line as ChatLine,
  NoviceBelief,
  Position,
  Refused,
  Say,
  Sealing,
  ServerMessage,
  TableState,
  Update,
  View,
  Welcome,
} from '../protocol/types';
import { socketAddress, whyShut } from './api';
import { serverVersion, UPDATES } from './apiVersion.svelte';
import { Line, type Connection, type Gone, type Socket } from './line';
import { Transcript } from './transcript';
import {
  commitmentOf,
  followed,
  newSalt,
  planned,
  saltOf,
  sawCommitments,
  sawSeal,
  sawTerms,
  witnessOf,
} from './witness';

/** What a seat has learnt so far, sees now, and is asked. */
export interface SeatPosition {
  readonly seat: string;
  /** The update after it has the next number. */
  readonly version: number;
  readonly events: readonly Event[];
  readonly view: View;
  /** Names what the seat is asked; an answer quotes it. */
  readonly decision: string | null;
  readonly foresight: Foresight | null;
  /** What the seat's blessings could do in the window that is open. */
  readonly uses: readonly CardUse[];
}

/** The line broke before the answer came, and the question is no longer asked: what became of it can be seen on the table. */
export interface Lost {
  readonly type: 'lost';
}

export type Reply = Accepted | Refused | Lost;
type Answer = Accepted | Refused | Explained | Aimed | Advised;

/** What a browser gives a table; a test gives its own. */
export interface Surroundings {
  open: (address: string) => Socket;
  shut: (code: string) => Promise<Gone | null>;
  salt: () => string;
  now: () => number;
}

const browser: Surroundings = {
  open: (address) => new WebSocket(address, UPDATES),
  shut: whyShut,
  salt: newSalt,
  now: () => performance.now(),
};

interface Waiting {
  text: string;
  resolve: (answer: Answer | Lost) => void;
  /** For an act: where to see, after a break, whether it is still wanted. */
  asked: { seat: string; decision: string } | null;
  sent: boolean;
}

export class TableStore {
  readonly code: string;
  /** The table as everybody sees it; null until the server has said it. */
  table: TableState | null = $state.raw(null);
  /** When `table` was told, by the browser's clock, from which the clocks on it run on. */
  toldAt = $state.raw(0);
  /** The chairs this browser holds. */
  chairs: readonly ChairName[] = $state.raw([]);
  host = $state.raw(false);
  connection: Connection = $state.raw({ state: 'connecting' });
  /** By seat, for the seats looked from now, and for no other. */
  positions: Readonly<Record<string, SeatPosition>> = $state.raw({});
  /** By seat: the exact belief about each novice, where the table has it. */
  suspicions: Readonly<Record<string, readonly NoviceBelief[]>> = $state.raw({});
  chat: Readonly<Record<Channel, readonly ChatLine[]>> = $state.raw({ players: [], spectators: [] });
  /** How many requests are under way. */
  pending = $state.raw(0);

  readonly #around: Surroundings;
  readonly #line: Line;
  readonly #seats = new Set<string>();
  readonly #requests = new Map<number, Waiting>();
  readonly #committed = new Set<ChairName>();
  readonly #revealed = new Set<ChairName>();
  readonly #transcripts = new Map<string, Transcript>();
  /** Seats of which something was missed and the whole is asked for. */
  readonly #missing = new Set<string>();
  #last = 0;

  constructor(code: string, around: Partial<Surroundings> = {}) {
    this.code = code;
    this.#around = { ...browser, ...around };
    this.#line = new Line(
      {
        connection: (now) => (this.connection = now),
        frame: (text) => this.#receiveAll(text),
        broken: () => this.#broken(),
      },
      { open: () => this.#around.open(socketAddress(code)), whyShut: () => this.#around.shut(code) },
    );
  }

  /** The chairs this browser holds, as the table has them. */
  get own(): readonly Chair[] {
    return this.table?.chairs.filter((chair) => this.chairs.includes(chair.chair)) ?? [];
  }

  /** The seats of those chairs, once they are drawn. */
  get seats(): readonly string[] {
    return this.own.flatMap((chair) => chair.seat ?? []);
  }

  /** Milliseconds since the table was told: what its running clocks have lost. */
  since(): number {
    return this.#around.now() - this.toldAt;
  }

  /** Looks from a seat from now on, after every break too, unless that is refused. */
  async look(seat: string): Promise<Reply> {
    this.#seats.add(seat);
    const reply = await this.#ask<Reply>(this.#looking(seat));
    if (reply.type === 'refused') this.#seats.delete(seat);
    return reply;
  }

  /** The veil falls: nothing of that seat is kept, from this moment. */
  away(seat: string): Promise<Reply> {
    if (!this.#seats.delete(seat)) return Promise.resolve<Lost>({ type: 'lost' });
    this.#transcripts.delete(seat);
    this.positions = without(this.positions, seat);
    this.suspicions = without(this.suspicions, seat);
    return this.#ask<Reply>({ type: 'away', seat });
  }

  /** Answers what the seat is asked now; a ruler asked aloud answers nothing. */
  act(seat: string, action: Action): Promise<Reply> {
    return this.#act(seat, action, action.action === 'ruler' ? null : this.#decision(seat));
  }

  /** The same, in the notation of the game. */
  type(seat: string, notation: string): Promise<Reply> {
    return this.#act(seat, notation, this.#decision(seat));
  }

  /** Says something to the others. */
  say(text: string): Promise<Reply> {
    const said: Omit<Say, 'id'> = { type: 'say', text };
    return this.#ask<Reply>(said);
  }

  /** Why the seat's event of that number happened. */
  explain(seat: string, event: number): Promise<Explained | Refused | Lost> {
    return this.#ask<Explained | Refused | Lost>({ type: 'explain', seat, event });
  }

  /** How the seat's novice would go to a dot in several turns. */
  planToward(seat: string, dot: number): Promise<Aimed | Refused | Lost> {
    return this.#ask<Aimed | Refused | Lost>({ type: 'plantoward', seat, dot });
  }

  /** What a good player would consider at the decision that is before the seat. */
  advise(seat: string): Promise<Advised | Refused | Lost> {
    return this.#ask<Advised | Refused | Lost>({ type: 'advise', seat, decision: this.#decision(seat) ?? '' });
  }

  /** Tries to connect at once, without waiting any longer. */
  retry(): void {
    this.#line.retry();
  }

  /** To be called when a stranger has taken a chair: the line was opened before she had it. */
  meetAnew(): void {
    this.#line.anew();
  }

  /** The page leaves the table: nothing of it is kept. */
  close(): void {
    this.#line.end('left');
    this.#seats.clear();
    this.positions = {};
    this.suspicions = {};
    this.#settleAll();
  }

  #decision(seat: string): string | null {
    return this.positions[seat]?.decision ?? null;
  }

  async #act(seat: string, action: Act['action'], decision: string | null): Promise<Reply> {
    const asked = decision === null ? null : { seat, decision };
    const reply = await this.#ask<Reply>({ type: 'act', seat, action, decision }, asked);
    const plan = planLine(action);
    // Only what is sealed can be held against the opened night.
    if (plan !== null && reply.type === 'accepted' && this.table?.seal) planned(this.code, seat, plan);
    return reply;
  }

  #looking(seat: string): object {
    return { type: 'look', seat, after: this.positions[seat]?.events.length ?? 0, foresight: true };
  }

  #ask<A extends Answer | Lost>(message: object, asked: Waiting['asked'] = null): Promise<A> {
    const id = ++this.#last;
    const text = JSON.stringify({ ...message, id });
    return new Promise<A>((resolve) => {
      const waiting: Waiting = { text, resolve: resolve as Waiting['resolve'], asked, sent: false };
      this.#requests.set(id, waiting);
      this.pending = this.#requests.size;
      if (this.connection.state === 'open') this.#send(waiting);
      else if (!asked) this.#settle(id, { type: 'lost' });
    });
  }

  #send(waiting: Waiting): void {
    waiting.sent = true;
    this.#line.send(waiting.text);
  }

  #settle(id: number, answer: Answer | Lost): void {
    const waiting = this.#requests.get(id);
    this.#requests.delete(id);
    this.pending = this.#requests.size;
    waiting?.resolve(answer);
  }

  #settleAll(): void {
    for (const id of [...this.#requests.keys()]) this.#settle(id, { type: 'lost' });
  }

  /** An act is kept until the seat's position says whether it is still wanted; nobody waits for anything else. */
  #broken(): void {
    this.#committed.clear();
    this.#revealed.clear();
    for (const [id, waiting] of [...this.#requests]) {
      if (waiting.asked) waiting.sent = false;
      else this.#settle(id, { type: 'lost' });
    }
  }

  /** A frame has one message a line. */
  #receiveAll(text: string): void {
    for (const line of text.split('\n')) this.#receive(JSON.parse(line) as ServerMessage);
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.#welcomed(message);
      case 'changed':
        return this.#told(message.table, message.chairs, message.host);
      case 'position':
        return this.#learnt(message);
      case 'update':
        return this.#updated(message);
      case 'suspicion':
        if (this.#seats.has(message.seat)) this.suspicions = { ...this.suspicions, [message.seat]: message.novices };
        return;
      case 'said':
        this.chat = { ...this.chat, [message.channel]: joined(this.chat[message.channel], message.lines) };
        return;
      case 'accepted':
      case 'explained':
      case 'aimed':
      case 'advised':
        return this.#settle(message.id, message);
      case 'refused':
        if (message.id !== null) this.#settle(message.id, message);
        return;
    }
  }

  #welcomed(message: Welcome): void {
    if (!serverVersion.check(message.version)) {
      this.#line.end('outdated');
      return this.#settleAll();
    }
    this.#line.settled();
    this.#told(message.table, message.chairs, message.host);
    for (const seat of [...this.#seats]) void this.look(seat);
  }

  #told(table: TableState, chairs: readonly ChairName[], host: boolean): void {
    this.table = table;
    this.toldAt = this.#around.now();
    this.chairs = chairs;
    this.host = host;
    if (table.seal) sawSeal(this.code, table.seal);
    if (table.sealing) this.#addSalts(table.sealing);
  }

  /** What the seats add to the sealed seed, so that not even the server could choose the dice: a promise first, then the salt itself. */
  #addSalts({ terms, commitments = {}, published = false }: Sealing): void {
    sawTerms(this.code, terms);
    if (published) sawCommitments(this.code, commitments);
    for (const { chair, salted } of this.own) {
      if (!published && !commitments[chair] && !this.#committed.has(chair)) {
        this.#committed.add(chair);
        const commitment = commitmentOf(terms, chair, saltOf(this.code, chair, this.#around.salt));
        void this.#ask<Reply>({ type: 'commit', chair, commitment });
      }
      const salt = witnessOf(this.code).salts[chair];
      const promised = salt !== undefined && commitments[chair] === commitmentOf(terms, chair, salt);
      if (published && promised && !salted && !this.#revealed.has(chair)) {
        this.#revealed.add(chair);
        void this.#ask<Reply>({ type: 'salt', chair, salt });
      }
    }
  }

  #learnt({ seat, first, events, view, version, decision, foresight, uses }: Position): void {
    const known = this.positions[seat]?.events ?? [];
    if (first > known.length) return this.#lookAgain(seat); // something between is missing
    this.#keep(
      {
        seat,
        version: version ?? 0,
        events: [...known.slice(0, first), ...events],
        view,
        decision: decision ?? null,
        foresight: foresight ?? null,
        uses: uses ?? [],
      },
      first,
    );
  }

  #updated({ seat, version, events, public: shared, own, decision, foresight, uses }: Update): void {
    const before = this.positions[seat];
    if (before?.version !== version - 1) return this.#lookAgain(seat);
    this.#keep(
      {
        seat,
        version,
        events: events ? [...before.events, ...events] : before.events,
        view: { ...before.view, ...shared, ...own },
        decision: decision ?? null,
        foresight: foresight === undefined ? before.foresight : foresight,
        uses: uses ?? [],
      },
      before.events.length,
    );
  }

  /** Asks once for the whole view, with the events after the last that is known. */
  #lookAgain(seat: string): void {
    if (!this.#seats.has(seat) || this.#missing.has(seat)) return;
    this.#missing.add(seat);
    void this.#ask(this.#looking(seat)).then(() => this.#missing.delete(seat));
  }

  /** Takes a position over; its events from number `first` on are new. */
  #keep(position: SeatPosition, first: number): void {
    if (!this.#seats.has(position.seat)) return; // still under way when the veil fell
    this.positions = { ...this.positions, [position.seat]: position };
    this.#follow(position, first);
    this.#resume(position);
  }

  /** Keeps the running hash of what the seat is told. */
  #follow({ seat, events, view: { turn, over } }: SeatPosition, first: number): void {
    const seal = this.table?.seal;
    if (!seal) return;
    const transcript = this.#transcripts.get(seat) ?? new Transcript(seal);
    if (first > transcript.count) return;
    this.#transcripts.set(seat, transcript);
    transcript.learn(first, events.slice(first));
    followed(this.code, seat, transcript, turn, Boolean(over));
  }

  /** After a break: an answer to what is still asked goes out again, any other is over. */
  #resume({ seat, decision }: SeatPosition): void {
    for (const [id, waiting] of [...this.#requests]) {
      if (waiting.sent || waiting.asked?.seat !== seat) continue;
      if (waiting.asked.decision === decision) this.#send(waiting);
      else this.#settle(id, { type: 'lost' });
    }
  }
}

const PLAN = /^novice-\d (stand|sneak|walk|run) [\d-]+( one-more-step)?$/;

/** A whole plan as the game file will have it; null for anything else. */
function planLine(action: Act['action']): string | null {
  if (typeof action === 'string') return PLAN.test(action) ? action : null;
  if (action.action !== 'plan') return null;
  const { novice, gait, route, one_more_step } = action;
  return `novice-${novice} ${gait} ${route.join('-')}${one_more_step ? ' one-more-step' : ''}`;
}

function without<T>(all: Readonly<Record<string, T>>, seat: string): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== seat));
}

/** Lines come again after a break; each has its number. */
function joined(known: readonly ChatLine[], lines: readonly ChatLine[]): ChatLine[] {
  const numbers = new Set(lines.map((line) => line.number));
  return [...known.filter((line) => !numbers.has(line.number)), ...lines].sort((one, two) => one.number - two.number);
}
