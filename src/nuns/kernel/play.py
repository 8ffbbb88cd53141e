"""Drivers in the same plain Python as the rules: chance and the seats draw from the generator in the state."""

from nuns.board.tables import Board
from nuns.rules.chance import chance, pick, stray
from nuns.rules.setup import set_table
from nuns.rules.state import Game, Novice
from nuns.rules.turn import apply, legal, next_figure, proceed
from nuns.rules.words import CHANCE, END, Ask, Gait, Stage

QUICK = 1 << Gait.WALK | 1 << Gait.RUN
ONE_IN = 4  # an eager novice does as she likes once in this many decisions


def begin(board: Board, game: Game, novices: int, guard_players: int) -> None:
    """2 Sets the table, and lets chance deal."""
    set_table(board, game, novices, guard_players)
    proceed(board, game)
    while game.stage == Stage.DEAL:
        decide(board, game)


def random_choice(board: Board, game: Game, figure: int) -> int:
    """A legal small action, evenly; chance has a stream of its own."""
    allowed = legal(board, game, figure)
    return chance(game, allowed) if figure == CHANCE else pick(game, allowed)


def eager_choice(board: Board, game: Game, figure: int) -> int:
    """Most novices go for what they want; all else is random."""
    if game.ask != Ask.PLAN or stray(game, ONE_IN):
        return random_choice(board, game, figure)
    allowed = legal(board, game, figure)
    better = eager(board, game.novices[figure], allowed)
    return pick(game, better if better else allowed)


def decide(board: Board, game: Game) -> None:
    """One small action, at random."""
    figure = next_figure(game)
    apply(board, game, figure, random_choice(board, game, figure))


def decide_eagerly(board: Board, game: Game) -> None:
    """One small action, as eager novices would."""
    figure = next_figure(game)
    apply(board, game, figure, eager_choice(board, game, figure))


def play(board: Board, game: Game) -> None:
    """To the end, at random."""
    while game.stage != Stage.OVER:
        decide(board, game)


def play_eagerly(board: Board, game: Game) -> None:
    """To the end, with novices who go for what they want."""
    while game.stage != Stage.OVER:
        decide_eagerly(board, game)


def wanted_dot(novice: Novice) -> int:
    """1.2 Her key, then her wish, then her cell."""
    if not novice.has_key:
        return novice.key_dot
    return novice.cell if novice.has_wish else novice.wish_dot


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
