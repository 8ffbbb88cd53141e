"""How fast random six-novice games of the default edition are played: interpreted, in machine code, on all cores."""

import time
from collections.abc import Callable
from statistics import median

from nuns.kernel.batch import Batch
from nuns.lab.simulate import random_night
from nuns.referee.table import Table

NOVICES, ROUNDS = 6, 5
INTERPRETED_GAMES, COMPILED_GAMES = 60, 20_000


def rate(games: int, play: Callable[[int], object], clock: Callable[[], float]) -> float:
    """Games a second: the median of several rounds, each with a seed of its own."""
    rates = []
    for seed in range(ROUNDS):
        began = clock()
        play(seed)
        rates.append(games / (clock() - began))
    return median(rates)


def kernel() -> dict[str, float]:
    """CPU seconds where one core is meant, seconds on the wall for all cores; everything compiled before the clock starts."""
    table = Table(novices=NOVICES)
    batch = Batch(table.options, novices=NOVICES, games=COMPILED_GAMES)
    batch.play()
    decisions = int(batch.games["decisions"].sum() + batch.games["chances"].sum()) / COMPILED_GAMES
    batch.reset()
    batch.play(all_cores=True)

    def one_core(seed: int) -> None:
        batch.reset(seed)
        batch.play()

    def all_cores(seed: int) -> None:
        batch.reset(seed)
        batch.play(all_cores=True)

    def interpreted(seed: int) -> None:
        for index in range(INTERPRETED_GAMES):
            random_night(table, seed, index)

    slow = rate(INTERPRETED_GAMES, interpreted, time.process_time)
    fast = rate(COMPILED_GAMES, one_core, time.process_time)
    on_the_wall = rate(COMPILED_GAMES, one_core, time.perf_counter)
    shared = rate(COMPILED_GAMES, all_cores, time.perf_counter)
    return {
        "games_per_second": fast,
        "decisions_per_second": fast * decisions,
        "parallel_games_per_second": shared,
        "interpreted_games_per_second": slow,
        "ratio_to_interpreted": fast / slow,
        "ratio_all_cores": shared / on_the_wall,
    }
