/** One seat at the table: what it is shown, what it drafts, and what it sends. Without a page; it keeps nothing once the veil has fallen. */
import { t, tellEvent, tellTogether, type Names } from '../i18n';
import type { Action, Aim, ValuedMove, Event, Explanation, GaitName, Refused, Step } from '../protocol/types';
import type { Route } from '../board/boardScene';
import { Ruler } from '../board/ruler.svelte';
import { toasts } from '../look/toasts.svelte';
import type { Reply, SeatPosition, TableStore } from '../store/table.svelte';
import { isAbout, isOneTelling, type Beat } from './beats';
import { notifications } from './notifications.svelte';
import { holdings, isAsked, marks, question, steps, type Question } from './decision';
import { drawnTowards, emptyDraft, redrawn, stepBack, tap, type Draft } from './plan';
import { Recap } from './recap.svelte';
import { remember, remembered } from './preferences';
import { shakeOf, soundOf, sounds, type Sound } from './sound.svelte';
import { Spoken } from './spoken.svelte';
import { walkOn, type Walk } from './autoWalk';

export const SPECTATOR = 'spectator';
/** Before other people every answer that the page gives takes this long, whatever it is. */
const ANSWERS_AFTER = 1500;
/** When a window is shown: if a card could change something for its holder, always, or never. */
export const ASKINGS = ['useful', 'always', 'never'] as const;
export type Asking = (typeof ASKINGS)[number];

/** A question that any dot answers: the dot picked so far, and what picking one does. */
export interface Pointing {
  readonly dot: number | null;
  readonly pick: (dot: number) => void;
}

export interface Court {
  readonly number: number;
  readonly event: Event;
  readonly explanation: Explanation | null;
}

/** What a good player would consider at a decision: null until it is thought over; the one that stands out on the board. */
export interface Advice {
  readonly decision: string;
  readonly choices: readonly ValuedMove[] | null;
  readonly refusal: Refused | null;
  readonly shown: number;
}

export class Play {
  readonly store: TableStore;
  readonly recap: Recap;
  /** 3.5 In private. */
  readonly ruler = new Ruler(() => this.position?.view.options ?? '');
  /** The seat that looks now; null while the veil lies over all. */
  seat = $state.raw<string | null>(null);
  draft = $state.raw<Draft | null>(null);
  /** A dot beyond her reach towards which she plans. */
  aim = $state.raw<Aim | null>(null);
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
  /** What a lesson points at on the board, explained beside it. */
  pointed = $state.raw<Court | null>(null);
  /** Ways that a puzzle draws over the dots when it is answered. */
  drawn = $state.raw<readonly Route[]>([]);
  /** What a puzzle asks for on the board itself: any dot may be chosen. */
  pointing = $state.raw<Pointing | null>(null);
  /** When this reader wants to be asked about blessings. */
  asking = $state.raw<Asking>(remembered<Asking>('asking', 'useful'));
  sending = $state.raw(false);
  #advice = $state.raw<Advice | null>(null);
  /** What has just happened, for ears. */
  readonly spoken = new Spoken();

  readonly position: SeatPosition | null = $derived.by(() =>
    this.seat ? (this.store.positions[this.seat] ?? null) : null,
  );
  /** Nothing is asked of a seat for which a bot stands in, nor at a table that was given up. */
  readonly isIdle: boolean = $derived.by(
    () =>
      this.store.table?.status === 'abandoned' ||
      this.store.own.some((chair) => chair.seat === this.seat && chair.stand_in),
  );
  /** A question with nothing to decide, which the page answers: a window in which no card would help (10.6), a token with one place (7.4). */
  readonly isQuiet: boolean = $derived.by(() => {
    const { position, asking } = this;
    if (!position || this.isIdle) return false;
    const asked = question(position.view);
    if (asked === 'mark') return marks(position.view).length === 1;
    return asked === 'blessing' && (asking === 'never' || (asking === 'useful' && !isUseful(position)));
  });
  readonly question: Question = $derived(
    this.position && !this.isIdle && !this.isQuiet ? question(this.position.view) : 'none',
  );
  readonly isAsked: boolean = $derived(
    this.position !== null && !this.isIdle && !this.isQuiet && isAsked(this.position.view),
  );
  /** The advice for the decision that is before the seat, if it was asked for. */
  readonly advice: Advice | null = $derived.by(() =>
    this.#advice && this.#advice.decision === this.position?.decision ? this.#advice : null,
  );
  readonly names: Names = $derived.by(() => namesOf(this.store));
  /** The same for what is told to this seat: its own novice is called so. */
  readonly tellingNames: Names = $derived.by(() => ({ ...this.names, you: this.seat ?? '' }));
  /** Everything is told before the next question, but for the steps of one's own guard, which are shown beside it. */
  get isTelling(): boolean {
    const besides = this.question === 'step' || this.question === 'path';
    return this.recap.isWaiting || (this.recap.isPlaying && !besides);
  }

  readonly #seen = new Map<string, number>();
  #writing = '';
  #next: Step | null = null;
  #passing: ReturnType<typeof setTimeout> | undefined;
  #wasAsked = false;
  #passingAll = false;
  #answered = '';

  constructor(store: TableStore) {
    this.store = store;
    this.recap = new Recap({
      beat: (beat) => this.#beat(beat),
      idle: () => this.#stepOn(),
      still: isStill,
      tell: (events) => tellTogether(events, this.tellingNames),
      waits: () => this.seat !== SPECTATOR,
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
    this.spoken.forget();
  }

  /** Takes what the seat has learnt: to be called whenever its position changes. */
  learn(position: SeatPosition): void {
    const before = this.recap.taken ?? this.#seen.get(position.seat) ?? position.events.length;
    const happened = position.events.slice(before);
    this.#renew(position);
    this.#walkOn(position, happened);
    this.recap.take(position, this.#seen.get(position.seat) ?? null);
    if (!this.recap.isPlaying) this.#sound(happened);
    this.spoken.say(tellings(happened).map((events) => () => tellTogether(events, this.tellingNames)));
    // 3.5 What is asked aloud in the middle of something else is no part of a recap.
    for (const event of happened) if (event.event === 'ruler_laid') toasts.show(tellEvent(event, this.tellingNames));
    this.#callBack(position);
    this.#passingAll &&= question(position.view) === 'blessing' && happened.length === 0;
    if (this.#passingAll) this.#passNext();
    else this.#answerQuietly();
  }

  /** A dot was chosen on the board. */
  choose(dot: number): void {
    if (this.ruler.active) return void this.ruler.pick(dot);
    if (this.pointing) return this.pointing.pick(dot);
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

  /** A dot was tapped that this movement cannot reach: she plans towards it, and sees where this turn ends. */
  async aimAt(dot: number): Promise<void> {
    const { seat } = this;
    if (seat === null || !this.#isWriting) return;
    const answer = await this.store.planToward(seat, dot);
    if (answer.type !== 'aimed' || this.seat !== seat || !this.#isWriting || !this.position?.foresight) return;
    this.refusal = null;
    this.aim = answer.aim;
    this.draft = drawnTowards(answer.aim, this.draft ?? emptyDraft(this.position.foresight));
  }

  /** Asks for a movement card; towards an aim, with the movement that it gives. */
  takeGait(gait: GaitName): void {
    if (!this.draft) return;
    const asked = { ...this.draft, gait };
    this.draft = this.aim?.moves?.some(({ fit }) => fit.gait === gait) ? drawnTowards(this.aim, asked) : asked;
  }

  /** An empty sheet again. */
  clear(): void {
    this.aim = null;
    if (this.draft) this.draft = redrawn({ ...this.draft, gait: null }, this.draft.route.slice(0, 1));
  }

  get #isWriting(): boolean {
    return this.question === 'plan' || (this.question === 'written' && this.changing);
  }

  /** Escape on the board: a step back, or the ruler is put away. */
  takeBack(): void {
    if (this.ruler.active) this.ruler.toggle();
    else if (this.court) this.court = null;
    else if (this.draft) {
      this.aim = null;
      this.draft = stepBack(this.draft);
    }
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

  async askAdvice(): Promise<void> {
    const { seat } = this;
    const decision = this.position?.decision;
    if (seat === null || !decision) return;
    const asked: Advice = { decision, choices: null, refusal: null, shown: 0 };
    this.#advice = asked;
    const answer = await this.store.advise(seat);
    if (this.#advice !== asked || this.seat !== seat) return;
    if (answer.type === 'advised') this.#advice = { ...asked, choices: answer.choices };
    else this.#advice = answer.type === 'refused' ? { ...asked, refusal: answer } : null;
  }

  showAdvice(shown: number): void {
    if (this.#advice) this.#advice = { ...this.#advice, shown };
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

  /** When she wants to be asked about blessings from now on. */
  setAsking(asking: Asking): void {
    this.asking = asking;
    remember('asking', asking === 'never' ? 'useful' : asking); // for this night only
    this.#answerQuietly();
  }

  /** Everything a seat keeps beside its position. */
  #forget(): void {
    this.halt();
    clearTimeout(this.#passing);
    this.#passingAll = false;
    this.#writing = '';
    this.draft = null;
    this.aim = null;
    this.changing = false;
    this.refusal = null;
    this.looked = null;
    this.picked = [];
    this.pickedGuard = null;
    this.court = null;
    this.#advice = null;
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
    this.aim = null;
    this.picked = marks(view)[0]?.dots ?? [];
    this.pickedGuard = null;
  }

  #draw(dot: number): void {
    const foresight = this.position?.foresight;
    if (!foresight) return;
    this.refusal = null;
    this.aim = null;
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
    if (this.recap.isWaiting) this.recap.skip(); // whoever acts has gone on
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

  /** Each beat has its sound; a decisive one about oneself is felt too, where the device can. */
  #beat({ event, weight }: Beat): void {
    this.#sound([event]);
    if (weight === 'decisive' && !isStill() && this.seat !== null && isAbout(event, this.seat))
      sounds.shake(shakeOf(event));
  }

  /** The loudest of what happened. */
  #sound(events: readonly Event[]): void {
    const heard = events.map((event) => soundOf(event, this.seat !== null && isAbout(event, this.seat)));
    const loudest = LOUDEST_FIRST.find((sound) => heard.includes(sound));
    if (loudest) sounds.play(loudest);
  }

  #callBack({ view }: SeatPosition): void {
    const asked = this.isAsked;
    if (asked && !this.#wasAsked && document.hidden) {
      sounds.play('bell');
      notifications.call(
        t('common.notification.title'),
        t('common.notification.body', { code: this.store.code, turn: view.turn }),
        this.store.code,
      );
    }
    this.#wasAsked = asked;
  }

  /** Answers a quiet question: at once where nobody else could tell, before other people after a time that is always the same. */
  #answerQuietly(): void {
    clearTimeout(this.#passing);
    if (!this.isQuiet) return;
    const { table } = this.store;
    const people = table?.chairs.filter((chair) => chair.kind === 'person').length ?? 0;
    const isUnseen = people < 2 || table?.window_left_ms != null;
    this.#passing = setTimeout(() => this.#answerNow(), isUnseen ? 0 : ANSWERS_AFTER);
  }

  #answerNow(): void {
    const mark = this.position && marks(this.position.view)[0];
    if (!this.isQuiet) return;
    if (mark) this.#answerOnce(mark, mark.guard);
    else this.passAll();
  }

  /** Sends an answer of the page's own, once for each decision and figure: the position may come again before the answer is in. */
  #answerOnce(action: Action, figure: string): void {
    const asked = `${this.position?.decision} ${figure}`;
    if (asked === this.#answered) return;
    this.#answered = asked;
    const { seat } = this;
    if (seat !== null) void this.#send(() => this.store.act(seat, action)); // what waits for the reader stays
  }

  #passNext(): void {
    const pass = this.position && holdings(this.position.view)[0]?.pass;
    if (pass) this.#answerOnce(pass, pass.by);
  }
}

const LOUDEST_FIRST: readonly Sound[] = [
  'won',
  'caught',
  'spotted',
  'wish',
  'skritch',
  'seen',
  'key',
  'bell',
  'die',
  'step',
];

/** Whether the reader wants nothing to move by itself. */
export const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Events as they are told, together where they belong together; the end of a turn says nothing to ears. */
function tellings(events: readonly Event[]): readonly (readonly Event[])[] {
  const found: Event[][] = [];
  for (const event of events) {
    const last = found.at(-1)?.at(-1);
    if (event.event === 'turn_ended') continue;
    if (last && isOneTelling(last, event)) found.at(-1)?.push(event);
    else found.push([event]);
  }
  return found;
}

/** Whether a card of this seat could change something for its holder in this window. */
function isUseful({ view, uses }: SeatPosition): boolean {
  return uses.some(({ matters }) => matters) || holdings(view).some(({ fakes }) => fakes.length > 0);
}

function sameDots(one: readonly number[], two: readonly number[]): boolean {
  return one.length === two.length && one.every((dot) => two.includes(dot));
}

/** Returns the names of the players, by seat. */
function namesOf(store: TableStore): Names {
  const chairs = store.table?.chairs ?? [];
  return Object.fromEntries(
    chairs.flatMap(({ seat, name, kind, stand_in }) =>
      seat && name && (kind === 'person' || stand_in) ? [[seat, name]] : [],
    ),
  );
}
