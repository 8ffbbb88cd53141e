// What lies on the board at a moment of a replay: what the view shows, and besides, faintly, whoever the seat knows to be hidden there.

import { sceneWithHidden, type Ghost, type Highlight, type Route, type Scene, type Signs } from '../board/boardScene';
import type { DecisionReview, Explanation, View } from '../protocol/types';
import { trailsOf, type HalfTurn } from './halfTurns';
import { noviceOf } from './names';

/** A novice out of sight stands where her open log sheet says. */
export function sceneAt(view: View, seat: string): Scene {
  return sceneWithHidden(
    view,
    (view.sheets ?? []).filter((sheet) => sheet.novice !== noviceOf(seat)),
  );
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

/** A decision as it was played, and the better way beside it. */
export function choiceRoutes({ figure, played, best }: DecisionReview): Route[] {
  const novice = noviceOf(figure);
  const taken: Route = novice ? { dots: played.route, kind: 'walked', novice } : { dots: played.route, kind: 'guard' };
  return best ? [taken, { dots: best.route, kind: 'better' }] : [taken];
}

/** Where both of them end: not told apart by colour alone. */
export function choiceSigns({ played, best }: DecisionReview): Signs {
  const [was, better] = [played.route.at(-1), best?.route.at(-1)];
  return { ...(was ? { [was]: ['stop'] } : {}), ...(better ? { [better]: ['end'] } : {}) } as Signs;
}

export function highlightOf(explanation: Explanation | null | undefined): Highlight | null {
  return explanation ? { lines: explanation.lines ?? [], ways: explanation.ways ?? [] } : null;
}
