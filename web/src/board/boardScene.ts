/** What a board can be asked to show. */
import type { GuardView, Measure, NoviceView, Paths, Sheet, Token, Vanishing, View } from '../protocol/types';

export type Theme = 'night' | 'vellum';

/** What a board shows of a guard. */
export type BoardGuard = Pick<GuardView, 'guard' | 'dot' | 'facing' | 'path' | 'dots' | 'blind'>;

/** The part of a view that lies on the board. A replay or a recap may hand over one of its own. */
export interface Scene {
  readonly guards: readonly BoardGuard[];
  readonly novices: readonly NoviceView[];
  readonly noises: readonly Token[];
  readonly vanishings: readonly Vanishing[];
  readonly paths: Paths | null;
}

export const EMPTY: Scene = { guards: [], novices: [], noises: [], vanishings: [], paths: null };

export function sceneOf(view: View): Scene {
  const { guards = [], novices = [], noises = [], vanishings = [], paths } = view;
  return { guards, novices, noises, vanishings, paths };
}

/** The same, and faintly the novices out of sight, where these open log sheets say that they are. */
export function sceneWithHidden(view: View, sheets: readonly Sheet[]): Scene {
  const scene = sceneOf(view);
  const open = new Map(sheets.map((sheet) => [sheet.novice, sheet.dot]));
  return { ...scene, novices: scene.novices.map((novice) => revealed(novice, open.get(novice.novice) ?? null)) };
}

function revealed(novice: NoviceView, dot: number | null): NoviceView {
  return dot === null || novice.dot != null || novice.status === 'home' ? novice : { ...novice, told_dot: dot };
}

/** The layers that can be switched. */
export interface Layers {
  readonly names: boolean;
  readonly marks: boolean;
  readonly paths: boolean;
  readonly sight: boolean;
  readonly hearing: boolean;
  readonly suspicion: boolean;
}

export const LAYERS: Layers = { names: true, marks: true, paths: false, sight: true, hearing: false, suspicion: true };

/** A novice's own piece, which only she sees. */
export interface Ghost {
  readonly novice: number;
  readonly dot: number;
  /** Where her cell, her key and her wish are; a key or wish that she has is done. */
  readonly cell?: number;
  readonly key?: { readonly dot: number; readonly done: boolean };
  readonly wish?: { readonly dot: number; readonly done: boolean };
}

/** A way drawn over the dots: a plan, how it would go on, the way home, a movement as it was walked, a guard's way back, a whole night, a way that would have been better. */
export interface Route {
  readonly dots: readonly number[];
  readonly kind: 'plan' | 'onward' | 'home' | 'walked' | 'guard' | 'story' | 'better';
  /** The novice it belongs to, which decides its colour. */
  readonly novice?: number;
  /** The dots of it on which she is seen. */
  readonly seen?: readonly number[];
}

/** A sign beside a dot: she would be seen there; she would be caught; a plan ends there; a later turn of it ends there; a question; one of several dots of a choice. */
export type Sign = 'watched' | 'danger' | 'end' | 'stop' | 'unknown' | 'choice';
export type Signs = Readonly<Record<number, readonly Sign[]>>;

/** What the rule court points at: sight lines, counted ways, dots. */
export interface Highlight {
  readonly lines?: readonly (readonly [number, number])[];
  readonly ways?: readonly (readonly number[])[];
  readonly dots?: readonly number[];
}

/** The ruler between two dots, with what the server says of it. */
export interface Laid extends Measure {
  readonly one: number;
  readonly two: number;
}

/** How many steps each dot is from somebody who listens. */
export interface Hearing {
  readonly guard: string;
  readonly steps: Readonly<Record<number, number>>;
}

/** What each guard sees now, by her name. */
export type Lit = Readonly<Record<string, readonly number[]>>;
