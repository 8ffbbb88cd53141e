"""Confidence intervals of win rates."""

from math import sqrt

CONFIDENCE = 1.959963984540054  # in standard deviations, for 95 %


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
