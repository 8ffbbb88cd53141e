"""Win rates: their confidence intervals, and without the luck, by control variates in the manner of AIVAT.

The luck of a game is what its deal, its dice and the lots that bots drew changed beyond their expectation, so it is 0 on average (Burch,
Schmid, Moravcik, Morrill and Bowling, AIVAT, 2018). How much of each kind is taken off a result is fitted on *other* games, which keeps
the mean of the results what it was.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

CONFIDENCE = 1.959963984540054  # in standard deviations, for 95 %
FOLDS = 5  # every game is adjusted by what was fitted on the other four fifths
FEWEST = 50  # with fewer games nothing is fitted


def wilson_interval(wins: int, games: int) -> tuple[float, float]:
    """Returns the Wilson interval of a win rate, at 95 %."""
    if games == 0:
        return 0.0, 1.0
    rate, square = wins / games, CONFIDENCE**2
    middle = (rate + square / (2 * games)) / (1 + square / games)
    half = CONFIDENCE * sqrt(rate * (1 - rate) / games + square / (4 * games**2)) / (1 + square / games)
    return (0.0 if wins == 0 else middle - half), (1.0 if wins == games else middle + half)


def paired_interval(gained: int, lost: int, games: int) -> tuple[float, float]:
    """Returns the interval of a difference of win rates on the same games, at 95 %.

    ``gained`` games were won only by the first, ``lost`` only by the second. Bonett and Price, Adjusted Wald confidence interval for a
    difference of binomial proportions based on paired data (2012): the plain interval with one more game of either kind.
    """
    more, fewer = (gained + 1) / (games + 2), (lost + 1) / (games + 2)
    half = CONFIDENCE * sqrt((more + fewer - (more - fewer) ** 2) / (games + 2))
    return max(more - fewer - half, -1.0), min(more - fewer + half, 1.0)


class AdjustedRate(NamedTuple):
    """A win rate without the luck, its interval at 95 %, and how much of the variance of the raw results is left."""

    rate: float
    low: float
    high: float
    variance_left: float
    games: int


def adjust(wins: Sequence[bool], luck: Sequence[Sequence[float]]) -> AdjustedRate:
    """Returns the win rate of games without their luck."""
    results, games = np.asarray(wins, np.float64), len(wins)
    adjusted = without_luck(results, np.asarray(luck, np.float64))
    raw, left = float(results.var(ddof=1)), float(adjusted.var(ddof=1))
    rate, half = float(adjusted.mean()), CONFIDENCE * sqrt(left / games)
    return AdjustedRate(rate, rate - half, rate + half, left / raw if raw else 1.0, games)


def without_luck(results: np.ndarray, luck: np.ndarray) -> np.ndarray:
    """Returns each result less its luck, weighted as fits the other games best."""
    adjusted, fold = results.copy(), np.arange(len(results)) % FOLDS
    for each in range(FOLDS):
        others, these = fold != each, fold == each
        known = np.column_stack([np.ones(int(others.sum())), luck[others]])
        shares = np.linalg.lstsq(known, results[others], rcond=None)[0][1:]
        adjusted[these] -= luck[these] @ shares
    return adjusted
