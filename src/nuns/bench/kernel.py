"""How fast random six-novice games of the default edition are played."""

import time
from statistics import median

from nuns.lab.simulate import random_night
from nuns.referee.table import Table

NOVICES, ROUNDS, GAMES = 6, 5, 60


def kernel() -> dict[str, float]:
    """CPU seconds of this process; the median of several rounds."""
    table = Table(novices=NOVICES)
    random_night(table, 0, 0)
    games_rates, decision_rates = [], []
    for seed in range(ROUNDS):
        began = time.process_time()
        states = [random_night(table, seed, index) for index in range(GAMES)]
        spent = time.process_time() - began
        games_rates.append(GAMES / spent)
        decision_rates.append(sum(state.decisions + state.chances for state in states) / spent)
    return {"interpreted_games_per_second": median(games_rates), "interpreted_decisions_per_second": median(decision_rates)}
