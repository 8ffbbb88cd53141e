"""Ratings from a round robin: one Bradley-Terry model, guards and novices apart, with a term for the number of novices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

ELO = 400 / np.log(10)  # rating points for each unit of log odds
REFERENCE = "greedy"  # the bot that has 0 points in either role
RIDGE = 1e-3  # settles what differences alone leave open
FARTHEST = 60.0  # log odds, beyond which nobody is looked for
UNLIKELY = 0.025  # what a bot that never won has at its bound: so small a chance of its results
ROUNDS = 50
Numbers = np.ndarray[Any, np.dtype[np.float64]]
Role = tuple[str, str]  # guards or novices, and the bot


@dataclass(frozen=True)
class Cell:
    """One pairing: how often the guards won."""

    guards: str
    novices: str
    count: int  # of novices
    wins: int
    games: int

    @property
    def roles(self) -> tuple[Role, Role]:
        return ("guards", self.guards), ("novices", self.novices)


@dataclass(frozen=True)
class Rating:
    """A bot in one role, in points above the greedy one of its role (or the mean of the role, without it), with its 95 % interval.

    A bot that never won, or never lost, has no points: one end of its interval is infinite.
    """

    role: str
    bot: str
    points: float | None
    low: float
    high: float


@dataclass(frozen=True)
class Residual:
    """What the model says of a pairing, against what was seen: both as the guards' share of wins."""

    cell: Cell
    predicted: float

    @property
    def difference(self) -> float:
        return self.cell.wins / self.cell.games - self.predicted


def rate(cells: Sequence[Cell], *, resamples: int = 200, seed: int = 1) -> tuple[list[Rating], list[Residual]]:
    """Ratings with bootstrap intervals (each pairing drawn again with its own share of wins), and what they leave unexplained."""
    if not cells:
        raise ValueError("expected at least one pairing; got none")
    even = contested(cells)
    roles, counts = roles_of(even), sorted({cell.count for cell in cells})
    design = design_of(even, roles, counts)
    games, wins = np.array([cell.games for cell in even], float), np.array([cell.wins for cell in even], float)
    fitted = fit(design, wins, games)
    rng = np.random.default_rng(seed)
    shares = (wins + 0.5) / (games + 1)  # a pairing that was never lost might have been
    again = [points_of(fit(design, rng.binomial(games.astype(int), shares).astype(float), games), roles) for _ in range(resamples)]
    low, high = np.percentile(np.array(again).reshape(resamples, len(roles)), [2.5, 97.5], axis=0)
    rated = {
        role: (float(points), float(low[n]), float(high[n]))
        for n, (role, points) in enumerate(zip(roles, points_of(fitted, roles), strict=True))
    }
    strengths = dict(zip([*roles, *counts], fitted.tolist(), strict=True))
    zeros = {name: strengths[name, bot] * ELO - rated[name, bot][0] for name, bot in roles}
    ratings = [
        Rating(*role, *rated[role]) if role in rated else Rating(*role, None, *bounds(cells, role, strengths, zeros.get(role[0], 0.0)))
        for role in roles_of(cells)
    ]
    return ratings, [Residual(cell, float(share)) for cell, share in zip(even, chance(design @ fitted), strict=True)]


def roles_of(cells: Sequence[Cell]) -> list[Role]:
    """The guards first."""
    return [role for side in zip(*(cell.roles for cell in cells), strict=True) for role in dict.fromkeys(side)]


def contested(cells: Sequence[Cell]) -> list[Cell]:
    """Without the bots that never won or never lost: nothing is learnt from them but a bound of their own."""
    left = list(cells)
    while one_sided := {role for role in roles_of(left) if is_one_sided([cell for cell in left if role in cell.roles])}:
        left = [cell for cell in left if not one_sided & set(cell.roles)]
    return left


def is_one_sided(cells: Sequence[Cell]) -> bool:
    return all(cell.wins == cell.games for cell in cells) or all(cell.wins == 0 for cell in cells)


def bounds(cells: Sequence[Cell], role: Role, strengths: Mapping[Any, float], zero: float) -> tuple[float, float]:
    """Between which points a bot lies that won everything or nothing against those who are rated; ``zero``: the points of no strength."""
    sign = 1 if role[0] == "guards" else -1
    met = [(cell, other) for cell in cells for other in cell.roles if role in cell.roles and other != role and other in strengths]
    if not met or not is_one_sided([cell for cell, _ in met]):
        return -np.inf, np.inf
    won = (met[0][0].wins > 0) == (sign > 0)

    def likelihood(strength: float) -> float:
        """Of what was seen, as a logarithm."""
        odds = [strength - strengths[other] + sign * strengths[cell.count] for cell, other in met]
        return -sum(cell.games * float(np.logaddexp(0, -each if won else each)) for (cell, _), each in zip(met, odds, strict=True))

    low, high = -FARTHEST, FARTHEST
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if (likelihood(middle) < np.log(UNLIKELY)) == won else (low, middle)
    points = low * ELO - zero
    return (points, np.inf) if won else (-np.inf, points)


def design_of(cells: Sequence[Cell], roles: Sequence[Role], counts: Sequence[int]) -> Numbers:
    """A row a pairing: +1 for its guards, -1 for its novices, and one for how many novices there are."""
    rows = np.zeros((len(cells), len(roles) + len(counts)))
    for row, cell in zip(rows, cells, strict=True):
        guards, novices = cell.roles
        row[roles.index(guards)] = 1
        row[roles.index(novices)] = -1
        row[len(roles) + counts.index(cell.count)] = 1
    return rows


def chance(odds: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-odds)))


def fit(design: Numbers, wins: Numbers, games: Numbers) -> Numbers:
    """The most likely ratings, by Newton's method."""
    strengths = np.zeros(design.shape[1])
    for _ in range(ROUNDS):
        expected = chance(design @ strengths)
        slope = design.T @ (wins - games * expected) - RIDGE * strengths
        curvature = (design * (games * expected * (1 - expected))[:, None]).T @ design + RIDGE * np.eye(len(strengths))
        step = np.linalg.solve(curvature, slope)
        strengths += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-10:
            break
    return strengths


def points_of(strengths: Numbers, roles: Sequence[Role]) -> Numbers:
    """Rating points, in each role above the bot that they are measured from."""
    points = strengths[: len(roles)] * ELO
    for side in {role for role, _ in roles}:
        those = [place for place, (role, _) in enumerate(roles) if role == side]
        zero = [place for place in those if roles[place][1] == REFERENCE] or those
        points[those] -= points[zero].mean()
    return np.asarray(points)
