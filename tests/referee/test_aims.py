"""Planning towards a dot that takes several turns."""

import random
from itertools import pairwise

import pytest

from nuns.board.tables import FAR
from nuns.referee.actions import Plan
from nuns.referee.aims import Aim, AimedMove, aim_at
from nuns.referee.foresight import Leg, foresee
from nuns.referee.game import Game, refusal
from nuns.referee.seats import Seat
from nuns.rules.caught import steps_through
from nuns.rules.novices import MOST, movements_for
from nuns.rules.words import Gait
from tests.kit.sample import sample
from tests.kit.scenario import Night
from tests.referee.test_foresight import NOVICE, OPTIONS, some_moment


def aim_of(game: Game, dot: int, number: int = NOVICE) -> Aim:
    seat = Seat(f"novice-{number}")
    foresight = foresee(game, seat)
    assert foresight is not None
    return aim_at(game, seat, foresight, dot)


def expect_good(game: Game, aim: Aim, move: AimedMove) -> None:
    """It is a plan the referee takes, it meets nobody, it gets nearer, and goes on to the aim edge by edge."""
    novice, board = game.state.novices[NOVICE - 1], game.setup.board
    assert refusal(game, Plan(NOVICE, move.fit.gait, move.fit.route)) is None
    assert move.fit.caught is None
    assert steps_through(board, novice, move.onward[0], aim.dot) < steps_through(board, novice, novice.dot, aim.dot)
    assert (move.onward[0], move.onward[-1]) == (move.fit.route[-1], aim.dot)
    assert len(move.onward) - 1 == steps_through(board, novice, move.onward[0], aim.dot)
    assert all(steps_through(board, novice, one, two) == 1 for one, two in pairwise(move.onward))
    most = {"sneak": 2, "walk": 4, "run": 5}[move.fit.gait]
    assert len(move.stops) == -(-(len(move.onward) - 1) // most)
    assert all(len_of(move, one, two) <= most for one, two in pairwise((move.onward[0], *move.stops)))


def len_of(move: AimedMove, one: int, two: int) -> int:
    return move.onward.index(two) - move.onward.index(one)


@pytest.mark.rule("5.1", "5.3")
@pytest.mark.parametrize("options", OPTIONS)
def test_every_move_towards_a_dot_is_legal_safe_and_nearer(options: str) -> None:
    rng = random.Random(options)
    found = 0
    for _ in range(sample(6, 200)):
        game = some_moment(options, rng)
        dots = sorted(game.setup.convent.dots)
        for dot in rng.sample(dots, 4):
            aim = aim_of(game, dot)
            found += len(aim.moves)
            for move in aim.moves:
                expect_good(game, aim, move)
    assert found > 10


@pytest.mark.rule("5.3")
def test_nothing_leads_behind_a_lock_without_the_key() -> None:
    night = Night("mayfair", (NOVICE,))
    novice, board = night.put_novice(NOVICE, has_key=0), night.game.setup.board
    locked = next(dot for dot in night.game.setup.convent.dots if board.unlocked[novice.dot][dot] == FAR)
    assert aim_of(night.game, locked).moves == ()
    night.put_novice(NOVICE, has_key=1)
    assert [move.fit.gait for move in aim_of(night.game, locked).moves] == ["walk", "run", "sneak"]


def test_a_dot_that_the_convent_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a dot of the convent; got 999"):
        aim_of(Night("mayfair", (NOVICE,)).game, 999)


@pytest.mark.rule("1.2", "5.1")
def test_the_legs_lead_to_key_wish_and_cell_with_the_runs_and_walks_they_take() -> None:
    """13.1: Celeste in cell 4 has 13 steps to her key, then 12 to her wish, then 14 home."""
    night = Night("reference(blessings=off)", (4,), keys={4: 5})
    night.pass_time("plan")
    foresight = foresee(night.game, Seat.NOVICE_4)
    assert foresight is not None
    assert [(leg.what, leg.dot, leg.steps) for leg in foresight.legs] == [("key", 130, 13), ("wish", 121, 12), ("home", 4, 14)]
    assert foresight.legs[0] == Leg(what="key", dot=130, steps=13, runs=2, walks=3)  # the first of them is doubled (4.1)


@pytest.mark.rule("4.1", "5.1")
def test_movements_are_counted_from_this_turn_on() -> None:
    night = Night("mayfair(blessings=off)", (4,))
    state = night.game.state
    assert [movements_for(state, Gait.RUN, steps) for steps in (0, 1, 5, 6, 11)] == [0, 1, 1, 2, 3]
    assert [movements_for(state, Gait.WALK, steps) for steps in (4, 5)] == [1, 2]
    assert MOST[Gait.RUN] == 5
