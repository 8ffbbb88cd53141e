"""What a number of games can tell, and how surely."""

from math import sqrt

CONFIDENCE = 1.959963984540054  # standard deviations for 95 %


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The Wilson interval of a win rate, at 95 %."""
    if games == 0:
        return 0.0, 1.0
    rate, square = wins / games, CONFIDENCE**2
    middle = (rate + square / (2 * games)) / (1 + square / games)
    half = CONFIDENCE * sqrt(rate * (1 - rate) / games + square / (4 * games**2)) / (1 + square / games)
    return (0.0 if wins == 0 else middle - half), (1.0 if wins == games else middle + half)


def paired(gained: int, lost: int, games: int) -> tuple[float, float]:
    """The interval of a difference of win rates on the same games, at 95 %: ``gained`` were won by the one alone, ``lost`` by the other.

    Bonett and Price, Adjusted Wald confidence interval for a difference of binomial proportions based on paired data (2012): the plain
    interval with one game more of either kind.
    """
    more, fewer = (gained + 1) / (games + 2), (lost + 1) / (games + 2)
    half = CONFIDENCE * sqrt((more + fewer - (more - fewer) ** 2) / (games + 2))
    return max(more - fewer - half, -1.0), min(more - fewer + half, 1.0)
