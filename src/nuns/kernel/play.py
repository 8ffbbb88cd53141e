"""Drivers in the same plain Python as the rules: chance and the seats draw from the generator in the state."""

from nuns.board.tables import Board
from nuns.kernel.greedy import greedy_choice
from nuns.rules.chance import chance, pick
from nuns.rules.setup import set_table
from nuns.rules.state import State
from nuns.rules.turn import apply, legal, next_figure, proceed
from nuns.rules.words import CHANCE, Stage

RANDOM, GREEDY = 0, 1  # policies


def begin(board: Board, game: State, novices: int, guard_players: int) -> None:
    """2 Sets the table, and lets chance deal."""
    set_table(board, game, novices, guard_players)
    proceed(board, game)
    while game.stage == Stage.DEAL:
        decide(board, game)


def random_choice(board: Board, game: State, figure: int) -> int:
    """A legal small action, evenly; chance has a stream of its own."""
    allowed = legal(board, game, figure)
    return chance(game, allowed) if figure == CHANCE else pick(game, allowed)


def choice(board: Board, game: State, figure: int, policy: int) -> int:
    """A small action for whoever is asked."""
    return greedy_choice(board, game, figure) if policy == GREEDY else random_choice(board, game, figure)


def decide(board: Board, game: State, policy: int = RANDOM) -> None:
    """One small action."""
    figure = next_figure(game)
    apply(board, game, figure, choice(board, game, figure, policy))


def play(board: Board, game: State, policy: int = RANDOM) -> None:
    """To the end."""
    while game.stage != Stage.OVER:
        decide(board, game, policy)
