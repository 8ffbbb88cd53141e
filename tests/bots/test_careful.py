"""What a careful novice does when it is plain what she should do."""

import random

import pytest

from nuns.bots.players.player import decision_in
from nuns.bots.players.policy_bot import PolicyBot
from nuns.bots.policies.policy_games import CAREFUL
from nuns.referee.actions import Plan
from nuns.referee.game import apply
from nuns.referee.notation import written
from nuns.referee.seats import Seat
from tests.kit.scenario import Night
from tests.kit.scenario_defaults import BOOKS, OUT_OF_THE_WAY, evening, on_watch


def answer(night: Night, seat: str, seed: int = 1) -> str:
    """What she does now, one small action."""
    return written(PolicyBot(CAREFUL).decide(decision_in(night.game, Seat(seat)), random.Random(seed)))


def plan(night: Night, number: int, seed: int = 1) -> Plan:
    """Her whole plan, written to its end."""
    bot, rng, before = PolicyBot(CAREFUL), random.Random(seed), len(night.game.actions)
    while len(night.game.actions) == before:
        apply(night.game, bot.decide(decision_in(night.game, Seat(f"novice-{number}")), rng))
    found = night.game.actions[before]
    assert isinstance(found, Plan)
    return found


@pytest.mark.rule("5.4")
@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("start", [88, 104, 112])
def test_she_ends_on_her_key_when_it_is_near_and_nobody_else_is(edition: str, start: int) -> None:
    night = evening(edition, (4,), keys={4: 5})
    key = night.novice(4).key_dot
    assert night.game.setup.board.unlocked[start][key] <= 5
    night.put_novice(4, start)
    assert plan(night, 4).route[-1] == key


@pytest.mark.rule("5.7")
@pytest.mark.parametrize("edition", BOOKS)
def test_she_goes_home_with_her_wish_even_under_a_guards_eyes(edition: str) -> None:
    night = evening(edition, (4,))
    night.put_novice(4, 18, has_key=1, has_wish=1)
    on_watch(night, "abbess", 39, 27)
    assert plan(night, 4).route[-1] == 4


@pytest.mark.rule("5.5")
@pytest.mark.parametrize("seed", range(5))
def test_she_never_walks_into_a_guard_and_stays_out_of_sight_where_she_can(seed: int) -> None:
    night = evening("mayfair", (4,), keys={4: 5})
    night.put_novice(4, 60)
    on_watch(night, "abbess", 88, 78)
    assert 78 not in plan(night, 4, seed).route
    assert night.game.state.novices[3].seen == 0


@pytest.mark.rule("10.1")
@pytest.mark.parametrize("far, played", [(6, True), (5, False), (12, False)])
def test_one_more_step_is_played_when_it_reaches_the_key_and_kept_when_that_gains_little(far: int, played: bool) -> None:
    night = Night("mayfair(opening=single)", (4,), keys={4: 5}, blessings={"novice-4": "one-more-step"})
    night.pass_time("plan")
    for guard in ("abbess", "prioress"):
        night.put_guard(guard, OUT_OF_THE_WAY)
    board, key = night.game.setup.board, night.novice(4).key_dot
    night.put_novice(4, next(dot for dot in night.game.setup.convent.dots if board.unlocked[dot][key] == far))
    night.tear_plans()
    made = plan(night, 4)
    assert made.one_more_step is played
    assert (made.route[-1] == key) is (far <= 6)


def heard_from(far: int, card: str, face: int, also: str = "false-noise=listening") -> Night:
    """Novice 4 has walked to 60, so many dots from the Abbess, and rolled; blessings are asked for."""
    night = Night(f"mayfair(opening=single,{also})", (4,), blessings={"novice-4": card})
    night.pass_time("plan")
    board = night.game.setup.board
    night.put_novice(4, 30)
    night.put_guard("prioress", OUT_OF_THE_WAY)
    night.put_guard(
        "abbess", next(dot for dot in night.game.setup.convent.dots if board.distance[dot][60] == far and dot not in (30, 35, 51))
    )
    night.tear_plans()
    night.do("novice-4 walk 30-35-51-60", f"roll {face}")
    assert night.asks == "blessing"
    return night


@pytest.mark.rule("10.2", "10.3")
@pytest.mark.parametrize("card, face, does", [
    ("noise-range", 6, "noise-range novice-4"),  # a walk is heard at 5 dots; one less is not
    ("noise-range", 5, "pass"),  # not heard
    ("roll-again", 6, "roll-again novice-4"),
    ("roll-again", 2, "pass"),
    ("false-noise", 6, "pass"),  # in this edition not while noise is made
    ("one-more-step", 6, "pass"),
])  # fmt: skip
def test_a_card_is_played_on_a_die_when_it_keeps_her_from_being_heard(card: str, face: int, does: str) -> None:
    assert answer(heard_from(5, card, face), "novice-4") == f"novice-4 {does}"


@pytest.mark.rule("10.2", "10.3")
@pytest.mark.parametrize("card", ["noise-range", "roll-again"])
def test_a_card_is_kept_when_it_would_hardly_help(card: str) -> None:
    """Two dots away she is heard whatever is changed, or most likely again."""
    assert answer(heard_from(2, card, 6), "novice-4") == "novice-4 pass"


@pytest.mark.rule("10.4")
def test_a_false_noise_leads_a_close_guard_away_from_her() -> None:
    night = heard_from(4, "false-noise", 1, also="false-noise=either")
    board, abbess = night.game.setup.board, night.guard("abbess").dot
    dot = next(dot for dot in board.next[abbess][: board.degree[abbess]] if board.distance[dot][60] == 5)
    assert answer(night, "novice-4") == f"novice-4 false-noise abbess {dot}"
