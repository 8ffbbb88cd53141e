"""Ratings: what was put into a made-up round robin comes out again, with honest intervals and residuals."""

import numpy as np
import pytest

from nuns.lab.ratings import ELO, Cell, chance, rate

GUARDS = {"weak": -1.0, "fair": 0.0, "strong": 1.0}
NOVICES = {"dull": -0.8, "sharp": 0.8}
TERMS = {1: 0.5, 3: 0.0, 6: -0.5}


def round_robin(games: int, seed: int = 3) -> list[Cell]:
    rng = np.random.default_rng(seed)
    return [
        Cell(guards, novices, count, int(rng.binomial(games, chance(np.array(a - b + term)))), games)
        for guards, a in GUARDS.items()
        for novices, b in NOVICES.items()
        for count, term in TERMS.items()
    ]


def test_the_strengths_behind_the_results_are_found_within_their_intervals() -> None:
    ratings, residuals = rate(round_robin(4000))
    for rating in ratings:
        truth = (GUARDS if rating.role == "guards" else NOVICES)[rating.bot] * ELO
        assert rating.low - 5 <= truth <= rating.high + 5
        assert rating.low < rating.points < rating.high
        assert rating.high - rating.low < 40
    assert max(abs(residual.difference) for residual in residuals) < 0.03


def test_more_games_give_narrower_intervals() -> None:
    few, many = (max(r.high - r.low for r in rate(round_robin(games))[0]) for games in (100, 6400))
    assert many < few / 4


def test_each_role_has_its_own_mean_and_never_losing_stays_finite() -> None:
    ratings, _ = rate([Cell("a", "x", 1, 50, 50), Cell("b", "x", 1, 0, 50), Cell("a", "y", 1, 50, 50), Cell("b", "y", 1, 10, 50)])
    for role in ("guards", "novices"):
        assert sum(r.points for r in ratings if r.role == role) == pytest.approx(0, abs=1e-6)
    assert all(np.isfinite([r.points, r.low, r.high]).all() for r in ratings)


def test_a_pairing_that_goes_against_the_grain_shows_in_its_residual() -> None:
    cells = round_robin(4000)
    odd = cells.index(next(c for c in cells if (c.guards, c.novices, c.count) == ("strong", "dull", 3)))
    cells[odd] = Cell("strong", "dull", 3, 2000, 4000)
    _, residuals = rate(cells)
    assert max(residuals, key=lambda each: abs(each.difference)).cell is cells[odd]


def test_no_results_are_refused() -> None:
    with pytest.raises(ValueError, match="expected at least one pairing; got none"):
        rate([])
