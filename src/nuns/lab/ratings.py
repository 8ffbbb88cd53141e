"""Ratings from a round robin: one Bradley-Terry model, guards and novices apart, with a term for the number of novices."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

ELO = 400 / np.log(10)  # rating points for each unit of log odds
RIDGE = 1e-3  # keeps the ratings of bots that never lose finite
ROUNDS = 50
Numbers = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Cell:
    """One pairing: how often the guards won."""

    guards: str
    novices: str
    count: int  # of novices
    wins: int
    games: int


@dataclass(frozen=True)
class Rating:
    """A bot in one role, in points above the mean of its role, with its 95 % interval."""

    role: str
    bot: str
    points: float
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
    roles = [("guards", bot) for bot in unique(cell.guards for cell in cells)] + [
        ("novices", bot) for bot in unique(cell.novices for cell in cells)
    ]
    counts = sorted({cell.count for cell in cells})
    design = design_of(cells, roles, counts)
    games = np.array([cell.games for cell in cells], float)
    wins = np.array([cell.wins for cell in cells], float)
    fitted = fit(design, wins, games)
    rng = np.random.default_rng(seed)
    again = np.array(
        [points_of(fit(design, rng.binomial(games.astype(int), wins / games).astype(float), games), roles) for _ in range(resamples)]
    )
    low, high = np.percentile(again, [2.5, 97.5], axis=0)
    ratings = [
        Rating(role, bot, float(points), float(low[place]), float(high[place]))
        for place, ((role, bot), points) in enumerate(zip(roles, points_of(fitted, roles), strict=True))
    ]
    return ratings, [Residual(cell, float(share)) for cell, share in zip(cells, chance(design @ fitted), strict=True)]


def unique(names: Any) -> list[str]:
    return list(dict.fromkeys(names))


def design_of(cells: Sequence[Cell], roles: Sequence[tuple[str, str]], counts: Sequence[int]) -> Numbers:
    """A row a pairing: +1 for its guards, -1 for its novices, and one for how many novices there are."""
    rows = np.zeros((len(cells), len(roles) + len(counts)))
    for row, cell in zip(rows, cells, strict=True):
        row[roles.index(("guards", cell.guards))] = 1
        row[roles.index(("novices", cell.novices))] = -1
        row[len(roles) + counts.index(cell.count)] = 1
    return rows


def chance(odds: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-odds)))


def fit(design: Numbers, wins: Numbers, games: Numbers) -> Numbers:
    """The most likely ratings, by Newton's method; a small ridge settles what the results leave open."""
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


def points_of(strengths: Numbers, roles: Sequence[tuple[str, str]]) -> Numbers:
    """Rating points, each role around its own mean."""
    points = strengths[: len(roles)] * ELO
    for role in ("guards", "novices"):
        those = np.array([name == role for name, _ in roles])
        points[those] -= points[those].mean()
    return np.asarray(points)
