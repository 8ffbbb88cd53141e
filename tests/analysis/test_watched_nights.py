"""Nights that are watched: they are the nights that are played unwatched, and their luck is 0 on average."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from nuns.analysis.counterfactuals import (
    DEAL,
    GUARDS_PART,
    JUST_DEALT,
    LISTENING,
    LISTENING_PART,
    NOISE,
    NOISE_PART,
    PLANNING,
    PLANS,
    ROWS,
    TRIAL,
    TRUTH,
    WALKS,
    Watch,
    watch_plan,
)
from nuns.analysis.night_watch import watch_nights
from nuns.analysis.replayed_minds import replay_night
from nuns.analysis.value_records import ValueWeights
from nuns.board.shape import copy_of
from nuns.bots.players.compiled_policies import play_nights
from nuns.bots.policies.policy_games import BELIEF, CAREFUL, GREEDY, GUARDS_SEAT, RANDOM
from nuns.kernel.entries import new_record
from nuns.lab.ladder import QUIET
from nuns.referee.action_codec import bundle, figure_of
from nuns.referee.actions import Plan
from nuns.referee.game_setup import GameSetup
from nuns.rules.bits import count_bits
from nuns.rules.options import parse_options
from nuns.rules.words import Ask, Status
from tests.analysis.nights import a_night

ENDS = ("winners", "ending", "turn", "captures", "decisions", "chances")


@pytest.mark.parametrize("policy", [RANDOM, GREEDY, CAREFUL, BELIEF])
@pytest.mark.parametrize("name, novices", [("mayfair", 3), ("dutch(blessings=on,monk=robert)", 2), ("reference", 6)])
def test_watching_changes_nothing(policy: int, name: str, novices: int) -> None:
    table, policies = GameSetup(name.partition("(")[0], parse_options(name), novices), (policy,) * (GUARDS_SEAT + 1)
    watched = watch_nights(table, 31, 5, 4, policies, is_lucky=True, deals=2, rows=3)
    unwatched = play_nights(table, 31, 5, 4, policies)
    for end in ENDS:
        assert (watched.states[end] == unwatched[end]).all()


def test_luck_is_nothing_on_average() -> None:
    watched = watch_nights(GameSetup("mayfair", QUIET, 3), 12, 0, 600, (GREEDY,) * (GUARDS_SEAT + 1), is_lucky=True, deals=16)
    for kind in (DEAL, NOISE, LISTENING, PLANS, WALKS):
        luck = watched.luck[:, kind]
        assert luck.std() > 0.005
        assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))


def test_those_who_think_draw_no_lots() -> None:
    watched = watch_nights(GameSetup("mayfair", QUIET, 2), 12, 0, 3, (BELIEF,) * (GUARDS_SEAT + 1), is_lucky=True, deals=4)
    assert (watched.luck[:, [PLANS, WALKS]] == 0).all()
    assert (watched.luck[:, [DEAL, NOISE, LISTENING]].std(axis=0) > 0).all()


def test_the_deals_luck_is_what_it_is_worth_beyond_other_deals() -> None:
    watched = watch_nights(GameSetup("mayfair", QUIET, 2), 12, 0, 5, (GREEDY,) * (GUARDS_SEAT + 1), is_lucky=True, deals=8)
    before, after = watched.notes["start"].T
    assert watched.luck[:, DEAL] == pytest.approx(after - before)


def test_as_many_positions_are_kept_as_are_wanted() -> None:
    nothing = new_record(ValueWeights)
    watched = watch_nights(GameSetup("italian", parse_options("italian"), 2), 3, 0, 4, (GREEDY,) * 7, weights=nothing, rows=ROWS)
    assert (watched.notes["seen"] > ROWS).all()
    assert (watched.notes["tellings"][:, :, 0] == 0.5).all()
    turns = watched.notes["tellings"][:, :, 1]
    assert (turns >= 1).all()
    assert (turns <= watched.states["turn"][:, None]).all()
    assert (watched.notes["presents"].sum(axis=2) == 2).all()


def test_positions_are_kept_as_an_analysis_asks_about_them() -> None:
    """The guards know what they were told, dice that are due among them, and any of the novices may have written her plan."""
    nights = watch_nights(GameSetup("mayfair", QUIET, 3), 12, 0, 30, (BELIEF,) * (GUARDS_SEAT + 1), rows=ROWS, one_in=2)
    kept = np.arange(ROWS) < np.minimum(nights.notes["seen"], ROWS)[:, None]
    told = nights.notes["tellings"][kept]
    assert set(told[:, 4]) == {JUST_DEALT, PLANNING, NOISE_PART, GUARDS_PART, LISTENING_PART}
    is_told = told[:, 5] == 0
    for part in (NOISE_PART, LISTENING_PART):
        assert (told[is_told, 4] == part).any()
    assert is_told.mean() > 0.8


def test_any_plans_may_be_written_in_a_position_that_is_kept() -> None:
    """Bots plan in the order of their numbers, people do not: every choice of plans is kept now and then, but for all of them."""
    steps = replay_night(a_night("mayfair", 3))
    last = next(
        step for step in steps if step.before and isinstance(step.action, Plan) and count_bits(step.before.truth.asked) == 1
    )  # the other two have planned
    assert last.before is not None
    setup, figure = last.before.setup, figure_of(last.action)
    space: Any = SimpleNamespace(plan=bundle(setup, last.before.truth, last.action))
    watch, found = Watch(rows=ROWS), set()
    for _ in range(60):
        watch.moments += 1
        watch.states[TRUTH] = copy_of(last.before.truth)
        watch_plan(setup.board, ValueWeights(), space, watch, figure)
        found.add(watch.states[TRIAL].asked)
        assert watch.states[TRIAL].ask == Ask.PLAN
    playing = sum(1 << novice.figure for novice in last.before.truth.novices if novice.status != Status.ABSENT)
    assert found == {asked for asked in range(1, playing + 1) if asked & ~playing == 0}


def test_roll_outs_keep_no_positions() -> None:
    with pytest.raises(ValueError, match="got roll-outs"):
        watch_nights(GameSetup("mayfair", QUIET, 1), 12, 0, 1, (GREEDY,) * (GUARDS_SEAT + 1), rollouts=2, rows=2)
