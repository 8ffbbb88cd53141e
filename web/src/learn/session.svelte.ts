/**
 * One attempt at a lesson or a puzzle: a table's store whose socket is answered by requests. Each request brings everything the learner has done, so that
 * a break loses nothing and the server keeps nothing.
 */
import type {
  Act,
  Aim,
  ClientMessage,
  Explanation,
  LessonAdvice,
  LessonInfo,
  LessonMoment,
  LessonOutcome,
  ServerMessage,
  TableState,
} from '../protocol/types';
import { adviseInLesson, aimLesson, explainLesson, Fault, takeLesson } from '../store/api';
import { API_VERSION } from '../store/apiVersion.svelte';
import type { Socket } from '../store/line';
import { TableStore } from '../store/table.svelte';

/** What a lesson or a puzzle asks of the server; a test gives its own. */
export interface LessonServer<Outcome = LessonOutcome> {
  take: (
    lesson: string,
    actions: readonly Act['action'][],
  ) => Promise<Omit<LessonMoment, 'outcome'> & { outcome?: Outcome | null }>;
  explain: (lesson: string, actions: readonly Act['action'][], event: number) => Promise<Explanation>;
  aim: (lesson: string, actions: readonly Act['action'][], dot: number) => Promise<Aim>;
  /** What a good player would consider; a puzzle has none, since it would be the answer. */
  advise?: (lesson: string, actions: readonly Act['action'][]) => Promise<LessonAdvice>;
}

const SERVER: LessonServer = { take: takeLesson, explain: explainLesson, aim: aimLesson, advise: adviseInLesson };

/** What is learnt: its id, and whose seat the learner has. */
export type Subject = Pick<LessonInfo, 'id' | 'side' | 'seat'>;

export const beginLesson = (lesson: LessonInfo): LessonSession => new LessonSession(lesson, SERVER);

export class LessonSession<Outcome = LessonOutcome> {
  readonly lesson: Subject;
  readonly store: TableStore;
  outcome: Outcome | null = $state.raw(null);

  readonly #server: LessonServer<Outcome>;
  #actions: readonly Act['action'][] = [];
  #ending: Outcome | null = null;

  constructor(lesson: Subject, server: LessonServer<Outcome>) {
    this.lesson = lesson;
    this.#server = server;
    this.store = new TableStore(`lesson-${lesson.id}`, {
      open: () =>
        new LessonSocket(
          this.#table(),
          (message) => this.#answers(message),
          () => (this.outcome = this.#ending),
        ),
      shut: () => Promise.resolve(null),
    });
  }

  close(): void {
    this.store.close();
  }

  /** Ends an attempt that is answered without an action. */
  conclude(outcome: Outcome): void {
    this.outcome = this.#ending = outcome;
  }

  #table(): TableState {
    const { id, side, seat } = this.lesson;
    const chair = side === 'guards' ? 'guards' : 'a';
    return {
      code: `lesson-${id}`,
      status: 'playing',
      settings: { advice: this.#server.advise !== undefined },
      chairs: [{ chair, side, kind: 'person', seat, connected: true }],
      waiting: [],
    };
  }

  /** The server's answers to a message; a fault of the network is the caller's. How it ended is told with the position that shows it. */
  async #answers(message: ClientMessage): Promise<readonly ServerMessage[]> {
    const { id } = message;
    const lesson = this.lesson.id;
    try {
      switch (message.type) {
        case 'look':
          return [await this.#moment(this.#actions), { type: 'accepted', id }];
        case 'act': {
          const actions = [...this.#actions, message.action];
          const moment = await this.#moment(actions);
          this.#actions = actions;
          return [{ type: 'accepted', id }, moment];
        }
        case 'explain':
          return [
            { type: 'explained', id, explanation: await this.#server.explain(lesson, this.#actions, message.event) },
          ];
        case 'plantoward':
          return [{ type: 'aimed', id, aim: await this.#server.aim(lesson, this.#actions, message.dot) }];
        case 'advise':
          if (!this.#server.advise) return [{ type: 'accepted', id }];
          return [{ type: 'advised', id, ...(await this.#server.advise(lesson, this.#actions)) }];
        default:
          return [{ type: 'accepted', id }];
      }
    } catch (fault) {
      if (fault instanceof Fault && fault.refusal) return [{ type: 'refused', id, ...fault.refusal }];
      throw fault;
    }
  }

  async #moment(actions: readonly Act['action'][]): Promise<ServerMessage> {
    const { outcome, ...position } = await this.#server.take(this.lesson.id, actions);
    this.#ending = outcome ?? null;
    return { type: 'position', first: 0, ...position };
  }
}

/** A socket whose other end is a function; it breaks when that fails. */
class LessonSocket implements Socket {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  readonly #answers: (message: ClientMessage) => Promise<readonly ServerMessage[]>;
  readonly #said: () => void;

  constructor(
    table: TableState,
    answers: (message: ClientMessage) => Promise<readonly ServerMessage[]>,
    said: () => void,
  ) {
    this.#answers = answers;
    this.#said = said;
    const chairs = table.chairs.map(({ chair }) => chair);
    queueMicrotask(() => this.#say({ type: 'welcome', version: API_VERSION, table, chairs, host: false }));
  }

  send(text: string): void {
    this.#answers(JSON.parse(text) as ClientMessage).then(
      (messages) => {
        messages.forEach((message) => this.#say(message));
        this.#said();
      },
      () => this.onclose?.(new CloseEvent('close', { code: 1006 })),
    );
  }

  close(): void {
    this.onmessage = this.onclose = null;
  }

  #say(message: ServerMessage): void {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}
