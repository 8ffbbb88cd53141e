"""The value while plans are written: the mean over those to come, so that a plan changes nothing by being written before others."""

from dataclasses import replace

import pytest

from nuns.analysis.evaluator import over_chances
from nuns.analysis.planning import PlanningEvaluator
from nuns.analysis.replayed_minds import NightPosition
from nuns.analysis.value_model import LearnedEvaluator, silent
from nuns.bots.policies.nights import GUARDS_MIND
from nuns.kernel.records import from_record
from nuns.rules.bits import count_bits
from nuns.rules.state import State
from nuns.rules.words import Ask, Stage
from tests.analysis.nights import TABLES, positions


def is_planning(position: NightPosition) -> bool:
    return position.truth.stage != Stage.OVER and position.truth.ask == Ask.PLAN


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_a_plan_that_was_to_be_written_changes_nothing(name: str, novices: int, guard_players: int) -> None:
    """With one plan of each novice: whoever writes hers, the value stays until the last is written."""
    tried = 0
    for position in [each for each in positions(name, novices, guard_players) if is_planning(each)][::2]:
        evaluator = PlanningEvaluator(position.setup, plans=1, seed=tried)
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
    evaluator = PlanningEvaluator(position.setup, plans=6)
    values = []
    for number in range(6):
        game, crew = position.state.copy(), position.crew()
        while game["ask"][0] in (Ask.PLAN, Ask.ROLL):
            evaluator.answer(game, crew, number)
        values.append(evaluator.weigh(silent(game), evaluator.likely(crew["minds"][:, GUARDS_MIND]["belief"])).guards)
    found = evaluator.chances(position)
    assert len(set(values)) > 1
    assert found.guards == pytest.approx(sum(values) / 6)
    assert found.error > 0


@pytest.mark.parametrize("name, novices, guard_players", TABLES)
def test_elsewhere_it_is_the_value_model(name: str, novices: int, guard_players: int) -> None:
    some = [each for each in positions(name, novices, guard_players) if not is_planning(each)]
    evaluator, model = PlanningEvaluator(some[0].setup), LearnedEvaluator(some[0].setup)
    for position in some[:-1:20]:
        assert evaluator.chances(position) == model.chances(position)
    assert evaluator.chances(some[-1]) == over_chances(some[-1].truth.winners)
