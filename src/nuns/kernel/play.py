"""Drivers in the same plain Python as the rules: chance and the seats draw from the generator in the state."""

from nuns.board.tables import Board
from nuns.rules.chance import chance, pick
from nuns.rules.setup import set_table
from nuns.rules.state import State
from nuns.rules.turn import apply, legal, next_figure, proceed
from nuns.rules.words import CHANCE, Stage


def begin(board: Board, game: State, novices: int, guard_players: int) -> None:
    """Sets the table, and lets chance deal (2)."""
    set_table(board, game, novices, guard_players)
    proceed(board, game)
    while game.stage == Stage.DEAL:
        decide(board, game)


def random_choice(board: Board, game: State, figure: int) -> int:
    """Returns a legal small action, evenly; chance has a stream of its own."""
    allowed = legal(board, game, figure)
    return chance(game, allowed) if figure == CHANCE else pick(game, allowed)


def decide(board: Board, game: State) -> None:
    """Takes one small action at random, for whoever is asked first."""
    figure = next_figure(game)
    apply(board, game, figure, random_choice(board, game, figure))


def play(board: Board, game: State) -> None:
    """Plays at random to the end."""
    while game.stage != Stage.OVER:
        decide(board, game)
