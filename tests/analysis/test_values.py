"""What positions are worth: the same luck for all that is compared, the outcome at the end, and nothing that a seat cannot know.

While plans are written it is the mean over those to come, so that a plan changes nothing by being written before others.
"""

import random
from dataclasses import replace

import numpy as np
import pytest

from nuns.analysis.replayed_minds import NightPosition
from nuns.analysis.values import PLANS, WHOLE, Chances, Evaluator, over_chances, result_row
from nuns.kernel.records import from_record
from nuns.referee.game import Game
from nuns.referee.seats import knowledge_seat
from nuns.rules.bits import count_bits
from nuns.rules.state import State
from nuns.rules.words import GUARDS_WIN, Ask, Stage
from tests.analysis.nights import TABLES, positions, twin


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_every_position_can_be_played_on(name: str, novices: int, guard_players: int) -> None:
    """Somebody wins in each roll-out: the guards, or some of the novices who play."""
    found = positions(name, novices, guard_players)
    evaluator = Evaluator(found[0].setup, WHOLE)
    playing = [novice.status > 0 for novice in found[0].truth.novices]
    for position in found[:: len(found) // 6]:
        results = evaluator.results(position, None, 2)
        assert ((results[:, 0] > 0) != (results[:, 1:].max(axis=1) > 0)).all()
        assert not results[:, 1:][:, np.logical_not(playing)].any()


def test_a_night_that_is_over_is_worth_its_result() -> None:
    """Without roll-outs and without doubt."""
    last = positions()[-1]
    evaluator = Evaluator(last.setup, WHOLE)
    chances = evaluator.chances(last)
    assert (chances.guards, *chances.novices) == tuple(result_row(last.truth.winners))
    assert chances.error == 0
    assert evaluator.played == 0


def test_a_roll_out_leaves_everything_as_it_was_and_is_the_same_again() -> None:
    """Two evaluators agree result by result, whatever was played before; other luck leads to other nights."""
    position, another = positions("mayfair", 3, 1)[5], positions("mayfair", 3, 1)[60]
    first, second = Evaluator(position.setup, WHOLE), Evaluator(position.setup, WHOLE)
    second.results(another, None, 2)
    before = position.state.tobytes()
    results = first.results(position, None, 24)
    assert (second.results(position, None, 6, first=18) == results[18:]).all()
    assert position.state.tobytes() == before
    assert len({tuple(row) for row in results.tolist()}) > 1


def test_what_a_seat_expects_does_not_depend_on_what_it_cannot_know() -> None:
    """Result by result, in a night with other secrets and other minds."""
    rng, found = random.Random(5), positions("mayfair", 3, 1)
    evaluator = Evaluator(found[0].setup, WHOLE)
    chosen = [position for position in found if position.truth.ask in (Ask.ORDER, Ask.PLAN)]
    for position in chosen[:: len(chosen) // 3]:
        for seat in Game(position.setup, position.truth).seats:
            number = knowledge_seat(seat)
            here = evaluator.results(position, number, 2)
            assert (evaluator.results(twin(position, seat, rng), number, 2) == here).all()


def test_a_night_may_be_left_when_a_turn_is_over() -> None:
    """Then nobody has won yet, and the value model says what the rest is worth."""
    position = positions("mayfair", 3, 1)[0]
    short, whole = Evaluator(position.setup, 2), Evaluator(position.setup, WHOLE)
    assert all(0 < guards < 1 for guards in short.results(position, 9, 3)[:, 0])
    assert set(whole.results(position, 9, 3)[:, 0]) <= {0.0, 1.0}


def test_chances_are_means_with_an_error() -> None:
    """The error of a proportion; a few results that agree are not certain."""
    rows = np.array([result_row(GUARDS_WIN)] * 30 + [result_row(1 << 2)] * 10)
    chances = Chances.of_nights(rows)
    assert chances.guards == pytest.approx(0.75)
    assert chances.novices[2] == pytest.approx(0.25)
    assert chances.error == pytest.approx((0.75 * 0.25 / 40) ** 0.5)
    assert 0 < Chances.of_nights(rows[:8]).error < 0.1


# -- while plans are written ---------------------------------------------------------------------------------------------


def is_planning(position: NightPosition) -> bool:
    return position.truth.stage != Stage.OVER and position.truth.ask == Ask.PLAN


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_a_plan_that_was_to_be_written_changes_nothing(name: str, novices: int, guard_players: int) -> None:
    """With one plan of each novice: whoever writes hers, the value stays until the last is written."""
    tried = 0
    for position in [each for each in positions(name, novices, guard_players) if is_planning(each)][::2]:
        evaluator = Evaluator(position.setup, plans=1, seed=tried)
        before = evaluator.chances(position)
        game, crew = position.state.copy(), position.crew()
        while count_bits(int(game["asked"][0])) > 1:
            evaluator.answer(game, crew, 0)
            after = evaluator.chances(replace(position, truth=from_record(State, game[0])))
            assert (after.guards, *after.novices) == pytest.approx((before.guards, *before.novices))
            tried += 1
    assert tried > 2


def test_it_is_the_mean_over_the_plans() -> None:
    position = next(each for each in positions("mayfair", 3) if is_planning(each))
    evaluator = Evaluator(position.setup, plans=6)
    values = []
    for number in range(6):
        values.append(evaluator.worth_with_plans(position.state.copy(), position.crew(), number)[0])
    found = evaluator.chances(position)
    assert len(set(values)) > 1
    assert found.guards == pytest.approx(sum(values) / 6)
    assert found.error > 0


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_elsewhere_it_is_the_value_model(name: str, novices: int, guard_players: int) -> None:
    some = [each for each in positions(name, novices, guard_players) if not is_planning(each)]
    evaluator, model = Evaluator(some[0].setup, plans=PLANS), Evaluator(some[0].setup)
    for position in some[:-1:20]:
        assert evaluator.chances(position) == model.chances(position)
    assert evaluator.chances(some[-1]) == over_chances(some[-1].truth.winners)
