// The analysis of a night as it is made: asked for, followed draft by draft, stopped.

import { speakAlso } from '../../i18n';
import type { Analysis, AnalysisProgress } from '../../protocol/types';
import { analyseFile, analyseRecord, followAnalysis, getAnalysis, stopAnalysis } from '../../store/api';
import { fileOf, type Source } from '../source';

const PAUSE = 1500; // milliseconds between two questions

export type WatchState = AnalysisProgress['state'] | 'unknown';

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
    if (this.isUnderWay && !this.#closed) {
      this.#timer = setTimeout(
        () => void this.#take(() => followAnalysis(this.#check, this.#drafts), 'stopped'),
        PAUSE,
      );
    }
  }

  #told({ check, state, progress, drafts, ticket, analysis }: AnalysisProgress): void {
    this.#check = check;
    this.#drafts = drafts;
    this.state = state;
    this.#ticket = kept(check, this.isUnderWay ? (ticket ?? this.#ticket) : null, this.isUnderWay);
    this.progress = progress;
    if (analysis) this.found = analysis;
  }
}
