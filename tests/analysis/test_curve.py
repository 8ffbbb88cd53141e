"""The curve of a night says of each of its chances how uncertain it is, and whole nights correct what the model says."""

from typing import Any

import numpy as np
import pytest

from nuns.analysis.curve import BATCH, LIKENESS, SPREAD, TRUTH_DOUBT, Curve, Readings
from nuns.analysis.replayed_minds import NightPosition, replay_night
from nuns.analysis.values import PARTIES, WHOLE, Chances, Evaluator, Results, ValueFunction
from nuns.referee.seats import Seat, knowledge_seat
from nuns.rules.words import NOVICES
from tests.analysis.nights import a_night


class Even(ValueFunction):
    """Says that nobody is ahead."""

    def chances(self, position: NightPosition, seat: int | None = None, *given: Any) -> Chances:
        return Chances(0.5, 0.0, (0.5,) * NOVICES)


class Won(Evaluator):
    """Whole nights that the guards always win."""

    def results(self, position: NightPosition, seat: int | None, count: int, first: int = 0) -> Results:
        """Returns one row a night."""
        return np.tile([1.0] + [0.0] * (PARTIES - 1), (count, 1))


def test_every_chance_has_its_error() -> None:
    """From the truth and as each seat had to expect it; whole nights make it smaller, and a result has none."""
    game = a_night("mayfair", 2, 1)
    curve = Curve(list(replay_night(game)), Evaluator(game.setup))
    before = curve.points()
    curve.readings[knowledge_seat(Seat("guards"))].improve(0, Evaluator(game.setup, WHOLE))
    after = curve.points()
    for point in after:
        assert set(point.known_errors) == set(point.known) == {seat.value for seat in game.seats}
        assert all((error > 0) == (point.part != "end") for error in point.known_errors.values())
    assert after[0].known_errors["guards"] < before[0].known_errors["guards"]
    assert after[0].known_errors["novice-1"] == before[0].known_errors["novice-1"]


def test_nights_from_one_position_correct_its_neighbours_too() -> None:
    """The less the farther away, with the weights of their errors; the result is never touched."""
    game = a_night("mayfair", 2, 1)
    marks = Curve(list(replay_night(game)), Even()).milestones
    truth = Readings([each.position for each in marks], None, Even())
    assert truth.errors[:-1] == pytest.approx(TRUTH_DOUBT)
    nights = Won(game.setup)
    for _ in range(2):
        truth.improve(3, nights)
    doubt, noise = TRUTH_DOUBT**2, SPREAD / (2 * BATCH)
    share = doubt / (doubt + noise)
    assert truth.chances[3][0] == pytest.approx(0.5 + 0.5 * share)
    assert truth.chances[3][1] == pytest.approx(0.5 - 0.5 * share)
    assert truth.errors[3] == pytest.approx((share * noise) ** 0.5)
    for far in (1, 2, 3):
        assert truth.chances[3 + far][0] == pytest.approx(0.5 + 0.5 * share * LIKENESS**far)
        assert truth.chances[3 - far][0] == pytest.approx(truth.chances[3 + far][0])
        assert truth.errors[2 + far] < truth.errors[3 + far] < TRUTH_DOUBT
    assert (truth.chances[-1][0], truth.errors[-1]) == (0.5, 0.0)


def test_nights_are_played_where_least_is_known() -> None:
    """Spread over the night instead of side by side; the truth counts double."""
    game = a_night("mayfair", 2, 1)
    curve = Curve(list(replay_night(game)), Even())
    for _ in range(6):
        curve.improve(Won(game.setup))
    played = [place for place, nights in enumerate(curve.readings[None].results) if nights]
    assert len(played) == 6
    assert min(np.diff(played)) > 1
