"""Novices in a hurry who stray now and then, among random guards: nights that end in every way."""

from nuns.board.tables import Board
from nuns.bots.policies.greedy import wanted_dot
from nuns.kernel.play import random_choice
from nuns.rules.chance import is_stray, pick_action
from nuns.rules.state import Novice, State
from nuns.rules.turn import legal
from nuns.rules.words import END, Ask, Gait

QUICK = 1 << Gait.WALK | 1 << Gait.RUN
ONE_IN = 4  # an eager novice does as she likes once in this many decisions


def eager_choice(board: Board, game: State, figure: int) -> int:
    """Most novices go for what they want; all else is random."""
    if game.ask != Ask.PLAN or is_stray(game, ONE_IN):
        return random_choice(board, game, figure)
    allowed = legal(board, game, figure)
    better = eager(board, game.novices[figure], allowed)
    return pick_action(game, better if better else allowed)


def nearer(board: Board, novice: Novice, allowed: int) -> int:
    """Of the steps she may write, those that bring her nearer to what she wants."""
    here = novice.route[novice.steps]
    return allowed & board.first_steps[here][wanted_dot(novice)]


def eager(board: Board, novice: Novice, allowed: int) -> int:
    """What a novice in a hurry would write: walk or run, go nearer, stop when there."""
    if novice.plan == Gait.UNWRITTEN:
        return allowed & QUICK
    steps = nearer(board, novice, allowed)
    return steps if steps else allowed & 1 << END
