"""Loops over an array of games, in the same plain Python as the rules; boards are an array of one."""

from typing import Any

from nuns.kernel.play import begin, play
from nuns.rules.chance import seed_game
from nuns.rules.turn import apply, legal, next_figure
from nuns.rules.words import Stage

prange = range  # Numba's own is bound here when compiled, which shares the loop among the cores
share = range  # on a device, this thread's part of the loop is bound here


def deal_games(boards: Any, games: Any, seed: int, first: int, novices: int, guard_players: int) -> None:
    """Deals game ``first`` + i of ``seed`` into each place."""
    for i in share(len(games)):
        seed_game(games[i], seed, first + i)
        begin(boards[0], games[i], novices, guard_players)


def play_games(boards: Any, games: Any) -> None:
    """Plays every game to its end at random, on one core."""
    for i in range(len(games)):
        play(boards[0], games[i])


def play_games_on_all_cores(boards: Any, games: Any) -> None:
    """Plays every game to its end at random, on as many cores as there are threads."""
    for i in prange(len(games)):
        play(boards[0], games[i])


def look_at_games(boards: Any, games: Any, figures: Any, masks: Any) -> None:
    """Fills in the figure who is asked first in each game (-1 if it is over) and what it may answer, as bits."""
    for i in share(len(games)):
        figures[i] = next_figure(games[i])
        masks[i] = legal(boards[0], games[i], figures[i]) if figures[i] >= 0 else 0


def step_games(boards: Any, games: Any, actions: Any, refused: Any) -> None:
    """Takes one answer of the figure who is asked first in each game; illegal ones are noted and change nothing."""
    for i in share(len(games)):
        figure = next_figure(games[i])
        refused[i] = 0
        if figure >= 0:
            if 0 <= actions[i] < 16 and legal(boards[0], games[i], figure) >> actions[i] & 1:
                apply(boards[0], games[i], figure, actions[i])
            else:
                refused[i] = 1


def play_games_with(boards: Any, games: Any, policy: Any) -> None:
    """Plays every game to its end with a compiled policy ``policy(board, game, figure)`` that answers for every figure."""
    for i in range(len(games)):
        while games[i].stage != Stage.OVER:
            figure = next_figure(games[i])
            apply(boards[0], games[i], figure, policy(boards[0], games[i], figure))
