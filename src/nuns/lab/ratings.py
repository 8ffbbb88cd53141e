"""Ratings from a round robin: one Bradley-Terry model, with guards and novices apart and a term for the number of novices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

ELO = 400 / np.log(10)  # rating points for each unit of log odds
REFERENCE = "greedy"  # the bot that has 0 points in either role
RIDGE = 1e-3  # a small penalty that fixes what differences leave open
FARTHEST = 60.0  # log odds beyond which no strength is searched
UNLIKELY = 0.025  # a bot that never won is bounded where its results have so small a chance
ROUNDS = 50
Numbers = np.ndarray[Any, np.dtype[np.float64]]
Role = tuple[str, str]  # guards or novices, and the bot


@dataclass(frozen=True)
class Cell:
    """The results of one pairing: how often the guards won."""

    guards: str
    novices: str
    count: int  # the number of novices
    wins: int
    games: int

    @property
    def roles(self) -> tuple[Role, Role]:
        """The guards' role and the novices'."""
        return ("guards", self.guards), ("novices", self.novices)


@dataclass(frozen=True)
class Rating:
    """A bot in one role, in points above the greedy bot of that role (or the mean of the role), with its 95 % interval.

    A bot that never won, or never lost, has no points: one end of its interval is infinite.
    """

    role: str
    bot: str
    points: float | None
    low: float
    high: float


@dataclass(frozen=True)
class Residual:
    """The model's prediction for a pairing, as the guards' share of wins."""

    cell: Cell
    predicted: float

    @property
    def difference(self) -> float:
        """The observed share of wins minus the predicted one."""
        return self.cell.wins / self.cell.games - self.predicted


def rate(cells: Sequence[Cell], *, resamples: int = 200, seed: int = 1) -> tuple[list[Rating], list[Residual]]:
    """Returns ratings with bootstrap intervals, in which each pairing is drawn again by its share of wins, and the residuals."""
    if not cells:
        raise ValueError("expected at least one pairing; got none")
    even = drop_one_sided(cells)
    roles, counts = roles_of(even), sorted({cell.count for cell in cells})
    design = design_of(even, roles, counts)
    games, wins = np.array([cell.games for cell in even], float), np.array([cell.wins for cell in even], float)
    fitted = fit(design, wins, games)
    rng = np.random.default_rng(seed)
    shares = (wins + 0.5) / (games + 1)  # a pairing that was never lost could have been
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
    return ratings, [Residual(cell, float(share)) for cell, share in zip(even, win_chance(design @ fitted), strict=True)]


def roles_of(cells: Sequence[Cell]) -> list[Role]:
    """Returns the roles in the cells, the guards' first."""
    return [role for side in zip(*(cell.roles for cell in cells), strict=True) for role in dict.fromkeys(side)]


def drop_one_sided(cells: Sequence[Cell]) -> list[Cell]:
    """Returns the cells without bots that never won or never lost, from which nothing is learnt but a bound of their own."""
    left = list(cells)
    while one_sided := {role for role in roles_of(left) if is_one_sided([cell for cell in left if role in cell.roles])}:
        left = [cell for cell in left if not one_sided & set(cell.roles)]
    return left


def is_one_sided(cells: Sequence[Cell]) -> bool:
    """Tells whether one side won all games."""
    return all(cell.wins == cell.games for cell in cells) or all(cell.wins == 0 for cell in cells)


def bounds(cells: Sequence[Cell], role: Role, strengths: Mapping[Any, float], zero: float) -> tuple[float, float]:
    """Returns the points between which a bot lies that won everything or nothing against rated ones; ``zero`` is the zero of its role."""
    sign = 1 if role[0] == "guards" else -1
    met = [(cell, other) for cell in cells for other in cell.roles if role in cell.roles and other != role and other in strengths]
    if not met or not is_one_sided([cell for cell, _ in met]):
        return -np.inf, np.inf
    won = (met[0][0].wins > 0) == (sign > 0)

    def likelihood(strength: float) -> float:
        """Returns the logarithm of the likelihood of the results."""
        odds = [strength - strengths[other] + sign * strengths[cell.count] for cell, other in met]
        return -sum(cell.games * float(np.logaddexp(0, -each if won else each)) for (cell, _), each in zip(met, odds, strict=True))

    low, high = -FARTHEST, FARTHEST
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if (likelihood(middle) < np.log(UNLIKELY)) == won else (low, middle)
    points = low * ELO - zero
    return (points, np.inf) if won else (-np.inf, points)


def design_of(cells: Sequence[Cell], roles: Sequence[Role], counts: Sequence[int]) -> Numbers:
    """Returns one row for each pairing: +1 for its guards, -1 for its novices, and 1 for the number of novices."""
    rows = np.zeros((len(cells), len(roles) + len(counts)))
    for row, cell in zip(rows, cells, strict=True):
        guards, novices = cell.roles
        row[roles.index(guards)] = 1
        row[roles.index(novices)] = -1
        row[len(roles) + counts.index(cell.count)] = 1
    return rows


def win_chance(odds: Numbers) -> Numbers:
    """Returns probabilities from log odds."""
    return np.asarray(1 / (1 + np.exp(-odds)))


def fit(design: Numbers, wins: Numbers, games: Numbers) -> Numbers:
    """Returns the most likely strengths, by Newton's method."""
    strengths = np.zeros(design.shape[1])
    for _ in range(ROUNDS):
        expected = win_chance(design @ strengths)
        slope = design.T @ (wins - games * expected) - RIDGE * strengths
        curvature = (design * (games * expected * (1 - expected))[:, None]).T @ design + RIDGE * np.eye(len(strengths))
        step = np.linalg.solve(curvature, slope)
        strengths += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-10:
            break
    return strengths


def points_of(strengths: Numbers, roles: Sequence[Role]) -> Numbers:
    """Returns rating points, in each role relative to the reference bot."""
    points = strengths[: len(roles)] * ELO
    for side in {role for role, _ in roles}:
        those = [place for place, (role, _) in enumerate(roles) if role == side]
        zero = [place for place in those if roles[place][1] == REFERENCE] or those
        points[those] -= points[zero].mean()
    return np.asarray(points)
