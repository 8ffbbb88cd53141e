// What lies on the board at a moment of a replay: what the view shows, and besides, faintly, whoever the seat knows to be hidden there.

import { sceneOf, type Ghost, type Highlight, type Route, type Scene } from '../board/boardScene';
import type { Explanation, NoviceView, Sheet, View } from '../protocol/types';
import { trailsOf, type HalfTurn } from './halfTurns';
import { noviceOf } from './names';

/** A novice out of sight stands where her open log sheet says. */
export function sceneAt(view: View, seat: string): Scene {
  const scene = sceneOf(view);
  const open = new Map(othersSheets(view, seat).map((sheet) => [sheet.novice, sheet.dot]));
  return { ...scene, novices: scene.novices.map((novice) => revealed(novice, open.get(novice.novice) ?? null)) };
}

function othersSheets(view: View, seat: string): Sheet[] {
  return (view.sheets ?? []).filter((sheet) => sheet.novice !== noviceOf(seat));
}

function revealed(novice: NoviceView, dot: number | null): NoviceView {
  return dot === null || novice.dot != null || novice.status === 'home' ? novice : { ...novice, told_dot: dot };
}

/** The seat's own piece, cell, key and wish. */
export function ghostAt(view: View, seat: string): Ghost | null {
  const sheet = view.sheets?.find(({ novice }) => novice === noviceOf(seat));
  if (!sheet?.dot) return null;
  return {
    novice: sheet.novice,
    dot: sheet.dot,
    cell: sheet.cell,
    key: { dot: sheet.key_dot, done: sheet.has_key ?? false },
    wish: { dot: sheet.wish_dot, done: sheet.has_wish ?? false },
  };
}

/** The ways taken in a half-turn, as far as the seat knows them. */
export function routesOf(half: HalfTurn): Route[] {
  return trailsOf(half).map(({ who, dots }) => {
    const novice = noviceOf(who);
    return novice ? { dots, kind: 'walked', novice } : { dots, kind: 'guard' };
  });
}

export function highlightOf(explanation: Explanation | null | undefined): Highlight | null {
  return explanation ? { lines: explanation.lines ?? [], ways: explanation.ways ?? [] } : null;
}
