"""The curve of a night says of each of its chances how uncertain it is."""

from nuns.analysis.curve import Curve
from nuns.analysis.evaluator import RolloutEvaluator
from nuns.analysis.replayed_minds import replay_night
from nuns.analysis.value_model import LearnedEvaluator
from nuns.referee.seats import Seat, knowledge_seat
from tests.analysis.nights import a_night


def test_every_chance_has_its_error() -> None:
    """From the truth and as each seat had to expect it; whole nights make it smaller, and a result has none."""
    game = a_night("mayfair", 2, 1)
    curve = Curve(list(replay_night(game)), LearnedEvaluator(game.setup))
    before = curve.points()
    curve.readings[0][knowledge_seat(Seat("guards"))].improve(RolloutEvaluator(game.setup))
    after = curve.points()
    for point in after:
        assert set(point.known_errors) == set(point.known) == {seat.value for seat in game.seats}
        assert all((error > 0) == (point.part != "end") for error in point.known_errors.values())
    assert after[0].known_errors["guards"] < before[0].known_errors["guards"]
    assert after[0].known_errors["novice-1"] == before[0].known_errors["novice-1"]
