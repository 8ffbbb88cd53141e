"""What positions are worth: the same luck for all that is compared, the outcome at the end, and nothing that a seat cannot know."""

import random

import numpy as np
import pytest

from nuns.analysis.evaluator import NO_ANSWER, Chances, RolloutEvaluator, result_row
from nuns.analysis.worlds import draw_worlds
from nuns.referee.game import Game
from nuns.referee.seats import knowledge_seat
from nuns.rules.words import GUARDS_WIN, Ask
from tests.analysis.nights import TABLES, positions, twin


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_every_position_can_be_played_on(name: str, novices: int, guard_players: int) -> None:
    """Somebody wins in each roll-out: the guards, or some of the novices who play."""
    found = positions(name, novices, guard_players)
    evaluator = RolloutEvaluator(found[0].setup, rollouts=2)
    playing = [novice.status > 0 for novice in found[0].truth.novices]
    for position in found[:: len(found) // 6]:
        results = evaluator.results(position, None, 2)
        assert ((results[:, 0] > 0) != (results[:, 1:].max(axis=1) > 0)).all()
        assert not results[:, 1:][:, np.logical_not(playing)].any()


def test_a_night_that_is_over_is_worth_its_result() -> None:
    """Without roll-outs and without doubt."""
    last = positions()[-1]
    evaluator = RolloutEvaluator(last.setup)
    chances = evaluator.chances(last)
    assert (chances.guards, *chances.novices) == tuple(result_row(last.truth.winners))
    assert chances.error == 0
    assert evaluator.played == 0


def test_a_roll_out_leaves_everything_as_it_was_and_is_the_same_again() -> None:
    """Two evaluators agree result by result, whatever was played before; other luck leads to other nights."""
    position, another = positions("mayfair", 3, 1)[5], positions("mayfair", 3, 1)[60]
    first, second = RolloutEvaluator(position.setup), RolloutEvaluator(position.setup)
    second.results(another, None, 2)
    before = position.state.tobytes()
    results = first.results(position, None, 24)
    assert (second.results(position, None, 6, first=18) == results[18:]).all()
    assert position.state.tobytes() == before
    assert len({tuple(row) for row in results.tolist()}) > 1


def test_what_a_seat_expects_does_not_depend_on_what_it_cannot_know() -> None:
    """Result by result, in a night with other secrets and other minds."""
    rng, found = random.Random(5), positions("mayfair", 3, 1)
    evaluator = RolloutEvaluator(found[0].setup)
    chosen = [position for position in found if position.truth.ask in (Ask.ORDER, Ask.PLAN)]
    for position in chosen[:: len(chosen) // 3]:
        for seat in Game(position.setup, position.truth).seats:
            number = knowledge_seat(seat)
            here = evaluator.results(position, number, 2)
            assert (evaluator.results(twin(position, seat, rng), number, 2) == here).all()


def test_a_night_may_be_left_when_a_turn_is_over() -> None:
    """Then nobody has won yet, unless it ended before."""
    position = positions("mayfair", 3, 1)[0]
    evaluator = RolloutEvaluator(position.setup)
    worlds = draw_worlds(position, 9, 3, 0)
    assert [evaluator.play_one(worlds, place, NO_ANSWER, place, last_turn=2) for place in range(3)] == [-1] * 3


def test_chances_are_means_with_an_error() -> None:
    """The error of a proportion; a few results that agree are not certain."""
    rows = np.array([result_row(GUARDS_WIN)] * 30 + [result_row(1 << 2)] * 10)
    chances = Chances.of(rows)
    assert chances.guards == pytest.approx(0.75)
    assert chances.novices[2] == pytest.approx(0.25)
    assert chances.error == pytest.approx((0.75 * 0.25 / 40) ** 0.5)
    assert 0 < Chances.of(rows[:8]).error < 0.1
