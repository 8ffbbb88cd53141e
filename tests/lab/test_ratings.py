"""Ratings: what was put into a made-up round robin comes out again, with honest intervals and residuals."""

import numpy as np
import pytest

from nuns.lab.ratings import ELO, Cell, rate, win_chance

GUARDS = {"weak": -1.0, "fair": 0.0, "strong": 1.0}
NOVICES = {"dull": -0.8, "sharp": 0.8}
TERMS = {1: 0.5, 3: 0.0, 6: -0.5}


def round_robin(games: int, seed: int = 3) -> list[Cell]:
    rng = np.random.default_rng(seed)
    return [
        Cell(guards, novices, count, int(rng.binomial(games, win_chance(np.array(a - b + term)))), games)
        for guards, a in GUARDS.items()
        for novices, b in NOVICES.items()
        for count, term in TERMS.items()
    ]


def test_the_strengths_behind_the_results_are_found_within_their_intervals() -> None:
    ratings, residuals = rate(round_robin(4000))
    for rating in ratings:
        truth = (GUARDS if rating.role == "guards" else NOVICES)[rating.bot] * ELO
        assert rating.low - 5 <= truth <= rating.high + 5
        assert rating.points is not None
        assert rating.low < rating.points < rating.high
        assert rating.high - rating.low < 40
    assert max(abs(residual.difference) for residual in residuals) < 0.03


def test_more_games_give_narrower_intervals() -> None:
    few, many = (max(r.high - r.low for r in rate(round_robin(games))[0]) for games in (100, 6400))
    assert many < few / 4


def test_points_are_counted_from_greedy_where_it_played() -> None:
    cells = [Cell({"fair": "greedy"}.get(c.guards, c.guards), c.novices, c.count, c.wins, c.games) for c in round_robin(4000)]
    points = {(r.role, r.bot): r.points for r in rate(cells)[0]}
    assert points["guards", "greedy"] == 0
    assert points["guards", "strong"] == pytest.approx(ELO, abs=20)
    assert points["novices", "dull"] == pytest.approx(-0.8 * ELO, abs=20)  # nobody greedy among them: from their mean


def test_a_bot_that_never_wins_has_a_bound_and_moves_nobody() -> None:
    cells = round_robin(4000)
    lost = [Cell(guards, "hopeless", count, 50, 50) for guards in GUARDS for count in TERMS]
    without, _ = rate(cells)
    ratings, residuals = rate([*cells, *lost])
    hopeless = next(r for r in ratings if r.bot == "hopeless")
    assert [r for r in ratings if r is not hopeless] == without
    assert len(residuals) == len(cells)
    assert (hopeless.points, hopeless.low) == (None, -np.inf)
    odds = [GUARDS[cell.guards] + TERMS[cell.count] - hopeless.high / ELO for cell in lost]
    assert np.prod([win_chance(np.array(each)) ** 50 for each in odds]) == pytest.approx(0.025, rel=0.2)


def test_one_that_never_loses_is_bounded_from_below_and_where_nothing_was_contested_nothing_is_said() -> None:
    perfect = next(r for r in rate([*round_robin(4000), Cell("perfect", "sharp", 1, 80, 80)])[0] if r.bot == "perfect")
    assert (perfect.points, perfect.high) == (None, np.inf)
    assert ELO < perfect.low < 10 * ELO
    ratings, residuals = rate([Cell("a", "x", 1, 5, 5), Cell("b", "x", 1, 5, 5)])
    assert {(r.points, r.low, r.high) for r in ratings} == {(None, -np.inf, np.inf)}
    assert residuals == []


def test_a_pairing_that_goes_against_the_grain_shows_in_its_residual() -> None:
    cells = round_robin(4000)
    odd = cells.index(next(c for c in cells if (c.guards, c.novices, c.count) == ("strong", "dull", 3)))
    cells[odd] = Cell("strong", "dull", 3, 2000, 4000)
    _, residuals = rate(cells)
    assert max(residuals, key=lambda each: abs(each.difference)).cell is cells[odd]


def test_no_results_are_refused() -> None:
    with pytest.raises(ValueError, match="expected at least one pairing; got none"):
        rate([])
