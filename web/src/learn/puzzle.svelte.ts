/** One attempt at a puzzle; it is a lesson whose answer has a worth, or a question that a dot answers. */
import type { Route } from '../board/boardScene';
import type { PuzzleInfo, PuzzleOutcome } from '../protocol/types';
import { aimPuzzle, explainPuzzle, pointInPuzzle, takePuzzle } from '../store/api';
import { LessonSession, type LessonServer } from './session.svelte';

export interface PuzzleServer extends Omit<LessonServer<PuzzleOutcome>, 'advise'> {
  point: (puzzle: string, dot: number) => Promise<{ outcome?: PuzzleOutcome | null }>;
}

const SERVER: PuzzleServer = { take: takePuzzle, explain: explainPuzzle, aim: aimPuzzle, point: pointInPuzzle };

export class PuzzleSession extends LessonSession<PuzzleOutcome> {
  readonly puzzle: PuzzleInfo;
  readonly #server: PuzzleServer;

  constructor(puzzle: PuzzleInfo, server: PuzzleServer = SERVER) {
    super(puzzle, server);
    this.puzzle = puzzle;
    this.#server = server;
  }

  /** Answers where she is; then the board shows how likely she is on every dot. */
  async point(dot: number): Promise<void> {
    const { outcome } = await this.#server.point(this.puzzle.id, dot);
    if (!outcome) return;
    const novice = numberOf(this.puzzle.figure);
    this.store.suspicions = { [this.puzzle.seat]: [{ novice, dots: outcome.dots ?? {} }] };
    this.conclude(outcome);
  }
}

/** Whether an answer is good enough to have solved the puzzle. */
export const isSolved = ({ verdict }: PuzzleOutcome): boolean => verdict === 'right' || verdict === 'nearly';

/** The best choice as a way over the dots. */
export function bestRoutes(puzzle: PuzzleInfo, { best }: PuzzleOutcome): readonly Route[] {
  if (!best || best.route.length < 2) return [];
  if (puzzle.kind === 'plan') return [{ kind: 'plan', dots: best.route, novice: numberOf(puzzle.figure) }];
  return [{ kind: 'guard', dots: best.route }];
}

export type PuzzleLevel = 'easy' | 'medium' | 'hard';
const HARD = 1600;
const MEDIUM = 1350;
export const levelOf = ({ rating }: PuzzleInfo): PuzzleLevel =>
  rating >= HARD ? 'hard' : rating >= MEDIUM ? 'medium' : 'easy';

/** The first puzzle after this one, in their order and from the beginning again, that is not solved; none if all are. */
export function nextUnsolved(
  puzzles: readonly PuzzleInfo[],
  isDone: (id: string) => boolean,
  after?: string,
): PuzzleInfo | undefined {
  const at = puzzles.findIndex(({ id }) => id === after) + 1;
  return [...puzzles.slice(at), ...puzzles.slice(0, at)].find(({ id }) => id !== after && !isDone(id));
}

export const numberOf = (figure: string): number => Number(figure.replace('novice-', ''));
