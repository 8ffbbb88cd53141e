/** One seat at the table: what it is shown, what it drafts, and what it sends. Without a page; it keeps nothing once the veil has fallen. */
import { t, tellEvent, type Names } from '../i18n';
import type { Action, Event, Explanation, Refused, Step } from '../protocol/types';
import { Ruler } from '../board/ruler.svelte';
import { toasts } from '../look/toasts.svelte';
import type { Reply, SeatPosition, TableStore } from '../store/table.svelte';
import { calling } from './calling.svelte';
import { holdings, isAsked, marks, question, steps, type Question } from './decision';
import { emptyDraft, stepBack, tap, type Draft } from './plan';
import { Recap } from './recap.svelte';
import { soundOf, sounds } from './sound.svelte';
import { walkOn, type Walk } from './walking';

export const SPECTATOR = 'spectator';
/** Long enough that nobody can tell a pass given beforehand from one that was thought about. */
const PASSES_AFTER = 1500;

export interface Court {
  readonly number: number;
  readonly event: Event;
  readonly explanation: Explanation | null;
}

export class Play {
  readonly store: TableStore;
  readonly recap: Recap;
  /** 3.5 In private. */
  readonly ruler = new Ruler(() => this.position?.view.options ?? '');
  /** The seat that looks now; null while the veil lies over all. */
  seat = $state.raw<string | null>(null);
  draft = $state.raw<Draft | null>(null);
  /** She has written her plan and writes it anew. */
  changing = $state.raw(false);
  walk = $state.raw<Walk | null>(null);
  /** Why the last act was refused, where it was made. */
  refusal = $state.raw<Refused | null>(null);
  /** The path card that is looked at. */
  looked = $state.raw<string | null>(null);
  /** The dots picked for a noise token, and for a false one the guard. */
  picked = $state.raw<readonly number[]>([]);
  pickedGuard = $state.raw<string | null>(null);
  court = $state.raw<Court | null>(null);
  /** The seats that keep their cards: every window is passed until they say otherwise. */
  keeping = $state.raw<readonly string[]>([]);
  sending = $state.raw(false);
  /** What has just happened, for ears. */
  spoken = $state.raw<readonly string[]>([]);

  readonly position: SeatPosition | null = $derived.by(() =>
    this.seat ? (this.store.positions[this.seat] ?? null) : null,
  );
  readonly passes: boolean = $derived(this.seat !== null && this.keeping.includes(this.seat));
  /** Nothing is asked of a seat for which a bot stands in, nor at a table that was given up. */
  readonly isIdle: boolean = $derived.by(
    () =>
      this.store.table?.status === 'abandoned' ||
      this.store.own.some((chair) => chair.seat === this.seat && chair.stand_in),
  );
  readonly question: Question = $derived(this.position && !this.isIdle ? question(this.position.view) : 'none');
  readonly isAsked: boolean = $derived(this.position !== null && !this.isIdle && isAsked(this.position.view));
  readonly names: Names = $derived.by(() => namesOf(this.store));

  readonly #seen = new Map<string, number>();
  #writing = '';
  #next: Step | null = null;
  #passing: ReturnType<typeof setTimeout> | undefined;
  #wasAsked = false;
  #passingAll = false;

  constructor(store: TableStore) {
    this.store = store;
    this.recap = new Recap({
      beat: ({ event }) => this.#sound([event]),
      idle: () => this.#stepOn(),
      still: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
    });
  }

  /** Looks from a seat; the one before is forgotten. */
  sit(seat: string): void {
    if (seat === this.seat) return;
    this.rise();
    this.seat = seat;
    void this.store.look(seat);
  }

  /** The veil falls: nothing of the seat is kept but how far it has read. */
  rise(): void {
    if (this.seat !== null) {
      if (this.recap.taken !== null) this.#seen.set(this.seat, this.recap.taken);
      void this.store.away(this.seat);
    }
    this.seat = null;
    this.recap.forget();
    this.#forget();
    this.#wasAsked = false;
    this.spoken = [];
  }

  /** Takes what the seat has learnt: to be called whenever its position changes. */
  learn(position: SeatPosition): void {
    const before = this.recap.taken ?? this.#seen.get(position.seat) ?? position.events.length;
    const happened = position.events.slice(before);
    this.#renew(position);
    this.#walkOn(position, happened);
    this.recap.take(position, this.#seen.get(position.seat) ?? null);
    if (!this.recap.isPlaying) this.#sound(happened);
    if (happened.length > 0) this.spoken = happened.map((event) => tellEvent(event, this.names));
    // 3.5 What is asked aloud in the middle of something else is no part of a recap.
    for (const event of happened) if (event.event === 'ruler_laid') toasts.show(tellEvent(event, this.names));
    this.#callBack(position);
    this.#passingAll &&= this.question === 'blessing' && happened.length === 0;
    if (this.#passingAll) this.#passNext();
    else this.#passBy();
  }

  /** A dot was chosen on the board. */
  choose(dot: number): void {
    if (this.ruler.active) return void this.ruler.pick(dot);
    if (this.recap.isPlaying) this.recap.skip();
    switch (this.question) {
      case 'plan':
        return this.#draw(dot);
      case 'written':
        return this.changing ? this.#draw(dot) : undefined;
      case 'step': {
        const step = this.position && steps(this.position.view).find((each) => each.to === dot);
        return step ? void this.act(step) : undefined;
      }
      case 'mark':
        return this.pickMark(dot);
      default:
        this.#pickFake(dot);
    }
  }

  /** Escape on the board: a step back, or the ruler is put away. */
  takeBack(): void {
    if (this.ruler.active) this.ruler.toggle();
    else if (this.court) this.court = null;
    else if (this.draft) this.draft = stepBack(this.draft);
  }

  /** Sends an answer, unless one is under way; true when it was accepted. */
  async act(action: Action): Promise<boolean> {
    return !this.sending && (await this.#act(action));
  }

  async type(line: string): Promise<boolean> {
    const { seat } = this;
    return seat !== null && !this.sending && (await this.#send(() => this.store.type(seat, line)));
  }

  /** Walks along her path until she has moved so many dots, or something shows. */
  walkUntil(guard: string, until: number): void {
    if (!this.position) return;
    this.walk = { guard, until };
    const step = walkOn(this.walk, this.position.view, []);
    if (step) void this.act(step);
    else this.walk = null;
  }

  halt(): void {
    this.walk = null;
    this.#next = null;
  }

  /** 7.4 A direction for the token: where one is asked for it replaces the other, where several may be they add up. */
  pickMark(dot: number): void {
    const offered = this.position ? marks(this.position.view) : [];
    const toggled = this.picked.includes(dot) ? this.picked.filter((each) => each !== dot) : [...this.picked, dot];
    const several = offered.find((mark) => sameDots(mark.dots, toggled));
    const alone = offered.find((mark) => sameDots(mark.dots, [dot]));
    if (several ?? alone) this.picked = (several ?? alone)?.dots ?? [];
  }

  async explain(number: number): Promise<void> {
    const { seat, position } = this;
    const event = position?.events[number];
    if (seat === null || !event) return;
    this.court = { number, event, explanation: null };
    const answer = await this.store.explain(seat, number);
    if (this.court?.number !== number || this.seat !== seat) return;
    if (answer.type === 'explained') this.court = { number, event, explanation: answer.explanation };
    else this.court = null;
  }

  /** 10.6 Nothing is played by any of the holders who are still asked. */
  passAll(): void {
    this.#passingAll = true;
    this.#passNext();
  }

  /** From now on windows are passed without a question, or asked again. */
  passBy(on: boolean): void {
    const { seat } = this;
    if (seat !== null) this.keeping = [...this.keeping.filter((each) => each !== seat), ...(on ? [seat] : [])];
    this.#passBy();
  }

  /** Everything a seat keeps beside its position. */
  #forget(): void {
    this.halt();
    clearTimeout(this.#passing);
    this.#passingAll = false;
    this.#writing = '';
    this.draft = null;
    this.changing = false;
    this.refusal = null;
    this.looked = null;
    this.picked = [];
    this.pickedGuard = null;
    this.court = null;
    if (this.ruler.active) this.ruler.toggle();
  }

  /** A new question begins with an empty sheet; the same one keeps what was drawn. */
  #renew({ view, foresight, decision }: SeatPosition): void {
    const writing = foresight ? `${view.turn} ${view.phase} ${foresight.dot}` : (decision ?? '');
    if (question(view) === 'plan' && this.changing) this.changing = false;
    if (writing === this.#writing) return;
    this.#writing = writing;
    this.refusal = null;
    this.looked = null;
    this.changing = false;
    this.draft = foresight ? emptyDraft(foresight) : null;
    this.picked = marks(view)[0]?.dots ?? [];
    this.pickedGuard = null;
  }

  #draw(dot: number): void {
    const foresight = this.position?.foresight;
    if (!foresight) return;
    this.refusal = null;
    this.draft = tap(foresight, this.draft ?? emptyDraft(foresight), dot);
  }

  #pickFake(dot: number): void {
    const fakes = this.position ? holdings(this.position.view).flatMap((holding) => holding.fakes) : [];
    const found = fakes.find(
      (fake) => fake.dot === dot && (this.pickedGuard === null || fake.guard === this.pickedGuard),
    );
    if (!found) return;
    this.picked = [dot];
    this.pickedGuard = found.guard;
  }

  async #act(action: Action): Promise<boolean> {
    const { seat } = this;
    return seat !== null && (await this.#send(() => this.store.act(seat, action)));
  }

  async #send(send: () => Promise<Reply>): Promise<boolean> {
    this.refusal = null;
    this.sending = true;
    const reply = await send();
    this.sending = false;
    if (reply.type === 'refused') {
      this.halt();
      this.refusal = reply;
    }
    return reply.type === 'accepted';
  }

  /** The next step of a walk is taken when the one before has been shown. */
  #walkOn({ view }: SeatPosition, happened: readonly Event[]): void {
    const { walk } = this;
    if (!walk || !happened.some((event) => 'guard' in event && event.guard === walk.guard)) return;
    this.#next = walkOn(walk, view, happened);
    if (!this.#next) this.walk = null;
  }

  #stepOn(): void {
    const step = this.#next;
    this.#next = null;
    if (step && this.walk) void this.#act(step);
  }

  /** The loudest of what happened. */
  #sound(events: readonly Event[]): void {
    const heard = events.map(soundOf).filter((sound) => sound !== null);
    const loudest = ['caught', 'skritch', 'seen', 'bell', 'die', 'step'].find((sound) =>
      heard.some((each) => each === sound),
    );
    if (loudest) sounds.play(loudest as (typeof heard)[number]);
  }

  #callBack({ view }: SeatPosition): void {
    const asked = this.isAsked;
    if (asked && !this.#wasAsked && document.hidden) {
      sounds.play('bell');
      calling.call(
        t('common.notification.title'),
        t('common.notification.body', { code: this.store.code, turn: view.turn }),
        this.store.code,
      );
    }
    this.#wasAsked = asked;
  }

  /** 10.6 She has said beforehand that she keeps her cards. */
  #passBy(): void {
    clearTimeout(this.#passing);
    if (!this.passes || this.question !== 'blessing') return;
    this.#passing = setTimeout(() => this.passes && this.passAll(), PASSES_AFTER);
  }

  #passNext(): void {
    const pass = this.position && holdings(this.position.view)[0]?.pass;
    if (pass) void this.#act(pass);
  }
}

function sameDots(one: readonly number[], two: readonly number[]): boolean {
  return one.length === two.length && one.every((dot) => two.includes(dot));
}

/** Who plays a novice, by seat. */
function namesOf(store: TableStore): Names {
  const chairs = store.table?.chairs ?? [];
  return Object.fromEntries(
    chairs.flatMap(({ seat, name, kind, stand_in }) =>
      seat && name && (kind === 'person' || stand_in) ? [[seat, name]] : [],
    ),
  );
}
