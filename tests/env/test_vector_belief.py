"""The beliefs of a vector environment: those of a seat at the referee, of the same games, and never of others' secrets."""

import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nuns.env import vector_env
from nuns.env.layout import GUARD_SEAT
from nuns.env.mirror import BeliefFeed, answer_at_table, deal_at_table
from nuns.env.table import BELIEF_SHAPE, seat_of_agent
from nuns.env.vector_core import Opponents, VectorCore
from nuns.referee.game_setup import GameSetup
from nuns.rules.options import EDITIONS, change_option
from nuns.rules.words import Status
from tests.bots.truth import Followed

ROOT = Path(__file__).parents[2]
GREEDY = 1
SHORT = change_option(EDITIONS["mayfair"], "turns", "3")
COMPARED = ("stage", "turn", "ask", "captures", "chances", "decisions", "winners")


def made(options: Any = SHORT, **more: Any) -> VectorCore:
    core = VectorCore(options, belief=True, **{"count": 3, "novices": 2, **more})
    core.reset(7)
    return core


TABLES = [(SHORT, 2, 1), (change_option(EDITIONS["italian"], "turns", "2"), 6, 2), (change_option(EDITIONS["dutch"], "turns", "3"), 1, 1)]


@pytest.mark.parametrize("options, novices, guard_players", TABLES, ids=["mayfair", "two guard players", "dutch"])
def test_each_agent_believes_what_its_seat_believes_at_the_referee(options: Any, novices: int, guard_players: int) -> None:
    core = made(options, novices=novices, guard_players=guard_players, count=1, autoreset="Disabled")
    setup = GameSetup(options=options, novices=novices, guard_players=guard_players)
    feed, steps, rng = BeliefFeed(deal_at_table(setup, 7, 0)), 0, np.random.default_rng(1)
    followed, told = Followed(feed.game, feed.game.seats), 0
    while core.agents[0] >= 0 and steps < 120:
        seat = seat_of_agent(setup, int(core.agents[0]), core.figures(0))
        followed.observe(feed.game.events[told:])
        told = len(feed.game.events)
        np.testing.assert_allclose(core.beliefs[0], feed(seat), atol=1e-6)
        for novice in followed.beliefs[seat].novices:
            np.testing.assert_allclose(core.beliefs[0, novice - 1], followed.beliefs[seat].dots(novice), atol=1e-6)
        action = int(rng.choice(np.flatnonzero(core.masks[0])))  # random_actions() would draw from the game's own numbers
        core.step([action])
        answer_at_table(feed.game, action)
        steps += 1
    assert steps > 40


@pytest.mark.parametrize("agent", [0, 2])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_a_learner_among_policies_has_the_belief_of_the_games_that_are_played(agent: int, mode: str) -> None:
    core, ended = made(autoreset=mode, opponents=Opponents(agent, (GREEDY,) * 7)), 0
    for _ in range(90):
        core.step(core.random_actions())
        assert core._beliefs is not None
        for name in COMPARED:
            assert (core.games[name] == core._beliefs._games[name]).all(), name
        for place in range(core.count):
            novices = core.games[place]["novices"]
            for figure in core.figures(place):
                if novices[figure]["status"] == Status.ON_THE_RUN:
                    assert core.beliefs[place, figure, novices[figure]["dot"]] > 0
        if mode == "SameStep" and core.terminations.any():
            assert (core.final_beliefs[core.terminations].sum(axis=(1, 2)) > 1.99).all()
        ended += int(core.terminations.sum())
    assert ended > 2


def test_beliefs_are_kept_where_python_leaves_assertions_out() -> None:
    script = "from tests.env.test_vector_belief import made; print(made(count=1).beliefs.sum(axis=2).max())"
    done = subprocess.run([sys.executable, "-O", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1.0"]


def test_a_novice_knows_her_own_dot_and_the_guards_do_not() -> None:
    core = made(count=8, autoreset="Disabled")
    for _ in range(40):
        for place in np.flatnonzero(core.agents >= 0):
            seat = int(core._places["seat"][place])
            if seat != GUARD_SEAT:
                assert core.beliefs[place, seat].max() == 1
        core.step(core.random_actions())
    hidden = [core.beliefs[place][core.figures(place)].max() < 1 for place in range(8) if core._places["seat"][place] == GUARD_SEAT]
    assert any(hidden)


def test_an_illegal_answer_changes_no_belief() -> None:
    core = made()
    before = core.beliefs.copy()
    core.step(np.full(3, 15))
    assert core.refused.all()
    assert (core.beliefs == before).all()


def test_copies_believe_the_same_and_play_on_apart() -> None:
    core = made(autoreset="Disabled")
    for _ in range(10):
        core.step(core.random_actions())
    twins = [copy.deepcopy(core) for _ in range(2)]
    for twin in twins:
        assert (twin.beliefs == core.beliefs).all()
        twin.reseed(4)
    futures = []
    for twin in (*twins, core):
        seen = []
        for _ in range(60):
            twin.step(twin.masks.argmax(axis=1))
            seen.append(twin.beliefs.tobytes())
        futures.append(seen)
    assert futures[0] == futures[1] != futures[2]


def test_the_vector_environment_offers_it_in_its_space() -> None:
    envs = vector_env(2, novices=1, belief=True, autoreset_mode="SameStep", options={"turns": 1})
    observed, _ = envs.reset(seed=3)
    assert observed["belief"].shape == (2, *BELIEF_SHAPE)
    for _ in range(60):
        assert observed in envs.observation_space
        observed, _, ended, _, infos = envs.step(envs.random_actions())
        assert infos["final_obs"]["belief"][ended].sum() == pytest.approx(ended.sum(), abs=1e-5)


def test_a_device_is_refused_with_a_reason() -> None:
    with pytest.raises(ValueError, match="expected belief=True on the cpu, since the filter has no code for a device; got 'cuda'"):
        VectorCore(belief=True, on="cuda")
    with pytest.raises(ValueError, match="expected belief=True on the cpu"):
        vector_env(2, "cuda", belief=True)


@pytest.mark.parametrize("name", ["beliefs", "final_beliefs"])
def test_an_environment_without_beliefs_says_so(name: str) -> None:
    core = VectorCore(EDITIONS["mayfair"], count=1)
    with pytest.raises(AttributeError, match="expected an environment made with belief=True"):
        getattr(core, name)
