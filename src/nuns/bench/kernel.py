"""How fast random six-novice games of the default edition are played: interpreted, in machine code, on all cores."""

import time
from collections.abc import Callable
from statistics import median

from nuns.kernel.batch import Batch
from nuns.kernel.play import play
from nuns.lab.simulate import dealt_night
from nuns.referee.table import Table
from nuns.rules.state import Game as State

NOVICES, ROUNDS = 6, 5
INTERPRETED_GAMES, COMPILED_GAMES = 60, 20_000


def rate(games: int, deal: Callable[[int], object], play: Callable[[], object], clock: Callable[[], float]) -> float:
    """Games a second, dealt before the clock starts: the median of several rounds, each with a seed of its own."""
    rates = []
    for seed in range(ROUNDS):
        deal(seed)
        began = clock()
        play()
        rates.append(games / (clock() - began))
    return median(rates)


def kernel() -> dict[str, float]:
    """CPU seconds where one core is meant, seconds on the wall for all cores; everything is compiled before the clock starts."""
    table = Table(novices=NOVICES)
    batch = Batch(table.options, novices=NOVICES, games=COMPILED_GAMES)
    batch.play()
    decisions = int(batch.games["decisions"].sum() + batch.games["chances"].sum()) / COMPILED_GAMES
    batch.reset()
    batch.play(all_cores=True)

    dealt: list[State] = []

    def deal_interpreted(seed: int) -> None:
        dealt[:] = [dealt_night(table, seed, index) for index in range(INTERPRETED_GAMES)]

    def play_interpreted() -> None:
        for state in dealt:
            play(table.board, state)

    slow = rate(INTERPRETED_GAMES, deal_interpreted, play_interpreted, time.process_time)
    fast = rate(COMPILED_GAMES, batch.reset, batch.play, time.process_time)
    on_the_wall = rate(COMPILED_GAMES, batch.reset, batch.play, time.perf_counter)
    shared = rate(COMPILED_GAMES, batch.reset, lambda: batch.play(all_cores=True), time.perf_counter)
    return {
        "games_per_second": fast,
        "decisions_per_second": fast * decisions,
        "parallel_games_per_second": shared,
        "interpreted_games_per_second": slow,
        "ratio_to_interpreted": fast / slow,
        "ratio_all_cores": shared / on_the_wall,
    }
