// The analysis of a night as it is made: asked for, followed draft by draft, stopped.

import { speakAlso } from '../../i18n';
import type { Analysis, AnalysisProgress } from '../../protocol/types';
import {
  analyseFile,
  analyseRecord,
  Fault,
  followAnalysis,
  getAnalysis,
  stopAnalysis,
  UNREACHED,
} from '../../store/api';
import { fileOf, type Source } from '../source';

const PAUSE = 1500; // milliseconds between two questions
const PATIENCE = 5; // questions without an answer before it is given up; each pause is twice as long as the one before

/** `unknown` until the server has said whether there is one; `lost` when it answers no more, though it may go on. */
export type WatchState = AnalysisProgress['state'] | 'unknown' | 'lost';

/** Whether the same question may be answered later: nobody was reached, the server has trouble, or too much was asked. */
function mayPass(fault: unknown): boolean {
  return fault instanceof Fault && (fault.status === UNREACHED || fault.status === 429 || fault.status >= 500);
}

/** The ticket of an analysis, which this tab keeps as long as it is under way, so that it can be stopped after a reload too. */
function kept(check: string, ticket: string | null, isUnderWay: boolean): string | null {
  const key = `nuns.analysis.${check}`;
  try {
    if (ticket) sessionStorage.setItem(key, ticket);
    else if (isUnderWay) return sessionStorage.getItem(key);
    else sessionStorage.removeItem(key);
  } catch {
    // a browser that keeps nothing
  }
  return ticket;
}

export class AnalysisWatch {
  /** `unknown` until the server has said whether there is one. */
  state = $state<WatchState>('unknown');
  /** From 0 to 1. */
  progress = $state(0);
  /** The newest draft, or the whole. */
  found = $state.raw<Analysis | null>(null);
  fault = $state.raw<unknown>(null);
  /** Whether this page began it and may stop it. */
  readonly own = $derived.by(() => this.#ticket !== null);
  #ticket = $state<string | null>(null);
  #check = '';
  #drafts = 0;
  #unanswered = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  get isUnderWay(): boolean {
    return this.state === 'waiting' || this.state === 'working';
  }

  /** Finds out whether the night has been analysed; nothing is begun. */
  async look(): Promise<void> {
    const { id } = this.#source;
    await speakAlso('analysis');
    if (!id) this.state = 'none';
    else await this.#take(() => getAnalysis(id), 'none');
  }

  async start(): Promise<void> {
    const { id } = this.#source;
    this.state = 'working';
    this.progress = 0;
    this.#drafts = 0;
    await this.#take(() => (id ? analyseRecord(id) : analyseFile(fileOf(this.#source))), 'none');
  }

  async stop(): Promise<void> {
    const ticket = this.#ticket;
    if (ticket) await this.#take(() => stopAnalysis(this.#check, ticket), this.state);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Takes what the server answers, and asks again as long as it is made; after a failure the state is `otherwise`. */
  async #take(asked: () => Promise<AnalysisProgress>, otherwise: WatchState): Promise<void> {
    clearTimeout(this.#timer);
    this.fault = null;
    try {
      this.#told(await asked());
    } catch (fault) {
      this.fault = fault;
      this.state = otherwise;
    }
    this.#follow(PAUSE);
  }

  #follow(pause: number): void {
    if (this.isUnderWay && !this.#closed) this.#timer = setTimeout(() => void this.#ask(), pause);
  }

  /** Asks how far it is. One question without an answer is no end: it is asked again, at ever longer intervals. */
  async #ask(): Promise<void> {
    try {
      this.#told(await followAnalysis(this.#check, this.#drafts));
      this.fault = null;
    } catch (fault) {
      this.#unanswered += 1;
      if (!mayPass(fault) || this.#unanswered >= PATIENCE) {
        this.fault = fault;
        this.state = mayPass(fault) ? 'lost' : 'stopped';
      }
    }
    this.#follow(PAUSE * 2 ** this.#unanswered);
  }

  #told({ check, state, progress, drafts, ticket, analysis }: AnalysisProgress): void {
    this.#check = check;
    this.#drafts = drafts;
    this.#unanswered = 0;
    this.state = state;
    this.#ticket = kept(check, this.isUnderWay ? (ticket ?? this.#ticket) : null, this.isUnderWay);
    this.progress = progress;
    if (analysis) this.found = analysis;
  }
}
