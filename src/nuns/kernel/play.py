"""Drivers in the same plain Python as the rules: chance and random seats draw from the generator in the state."""

from nuns.board.tables import Board
from nuns.rules.chance import chance, pick
from nuns.rules.setup import set_table
from nuns.rules.state import Game
from nuns.rules.turn import apply, legal, next_figure, proceed
from nuns.rules.words import CHANCE, Stage


def begin(board: Board, game: Game, novices: int, guard_players: int) -> None:
    """2 Sets the table, and lets chance deal."""
    set_table(board, game, novices, guard_players)
    proceed(board, game)
    while game.stage == Stage.DEAL:
        decide(board, game)


def decide(board: Board, game: Game) -> None:
    """One small action, at random."""
    figure = next_figure(game)
    allowed = legal(board, game, figure)
    apply(board, game, figure, chance(game, allowed) if figure == CHANCE else pick(game, allowed))


def play(board: Board, game: Game) -> None:
    """To the end, at random."""
    while game.stage != Stage.OVER:
        decide(board, game)
