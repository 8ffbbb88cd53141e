"""Random play in the same plain Python as the rules, from the generator in the state."""

from nuns.board.tables import Board
from nuns.rules.chance import draw_chance, pick_action
from nuns.rules.setup import set_table
from nuns.rules.state import State
from nuns.rules.turn import apply, legal, next_figure, proceed
from nuns.rules.words import CHANCE, Stage


def begin(board: Board, game: State, novices: int, guard_players: int) -> None:
    """Sets the table and lets chance deal (2)."""
    set_table(board, game, novices, guard_players)
    proceed(board, game)
    while game.stage == Stage.DEAL:
        decide(board, game)


def random_choice(board: Board, game: State, figure: int) -> int:
    """Returns a legal small action, all equally likely; chance has a stream of its own."""
    allowed = legal(board, game, figure)
    return draw_chance(game, allowed) if figure == CHANCE else pick_action(game, allowed)


def decide(board: Board, game: State) -> None:
    """Takes one small action at random for the figure who is asked first."""
    figure = next_figure(game)
    apply(board, game, figure, random_choice(board, game, figure))


def play(board: Board, game: State) -> None:
    """Plays a game to its end at random."""
    while game.stage != Stage.OVER:
        decide(board, game)
