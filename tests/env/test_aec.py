"""The PettingZoo environment: its own tests without a warning that is ours, rewards, secrets, pictures and copies."""

import copy
import pickle
import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from nuns.env import ENV_ID, aec_env
from nuns.env.layout import OBSERVATION, STATE_SIZE
from nuns.env.picture import RENDER_MODES
from nuns.rules.options import EDITIONS
from nuns.rules.words import GUARDS_WIN
from tests.kit.sample import sample

# PettingZoo gives these two to every environment with masks in its observations whose name is not on a list of its own (docs/research.md).
NOT_OURS = ("Observation is not a NumPy array", "Observation space for each agent probably should be gymnasium.spaces.box")
TABLES = [(edition, novices, 1) for edition in EDITIONS for novices in range(1, 7)] + [(edition, 6, 2) for edition in EDITIONS]
FULL = {"blessings": "on", "monk": "frederick", "all-or-nun": "on"}


def play(env: Any, seed: int, steps: int = 100_000) -> None:
    """Plays at random by the masks."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for agent in env.agent_iter(steps):
        observation, _, over, _, _ = env.last()
        env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        assert agent in env.possible_agents


@pytest.mark.parametrize("edition, novices, guard_players", TABLES)
def test_pettingzoo_finds_nothing_to_warn_of(edition: str, novices: int, guard_players: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(aec_env(edition, novices, guard_players), num_cycles=sample(200, 2000))
    assert [str(each.message) for each in caught if not str(each.message).startswith(NOT_OURS)] == []
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("edition, novices, guard_players", TABLES)
def test_a_seed_gives_the_same_game(edition: str, novices: int, guard_players: int) -> None:
    seed_test(lambda: aec_env(edition, novices, guard_players), num_cycles=sample(20, 500))


PICTURED = [(*each, 1) for each in zip(list(EDITIONS)[:3], (2, 1, 4), strict=True)] + [(list(EDITIONS)[3], 6, 2)]


@pytest.mark.parametrize("edition, novices, guard_players", sample(PICTURED, TABLES))
def test_every_picture_is_drawn(edition: str, novices: int, guard_players: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: aec_env(edition, novices, guard_players, render_mode=render_mode),
        {"svg": lambda svg: svg.startswith("<svg") and "piece" in svg},
    )
    assert "abbess on" in capsys.readouterr().out


def test_it_is_registered() -> None:
    env = pettingzoo.make("aec", ENV_ID, edition="dutch", novices=2)
    assert str(env) == "convent_v0"
    assert env.possible_agents == ["novice_0", "novice_1", "guards_0"]
    assert aec_env(novices=6, guard_players=2).possible_agents[-2:] == ["abbess_0", "prioress_0"]
    assert env.metadata["render_modes"] == RENDER_MODES


def test_rewards_say_who_won() -> None:
    for seed in range(4):
        env = aec_env("dutch", 2, options={"turns": 3})
        play(env, seed)
        assert env.agents == []
        env.reset(seed=seed)
        rng, total = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, over, _, _ = env.last()
            total[agent] += reward
            env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        winners = int(env._core.games[0]["winners"])
        assert total["guards_0"] == (1 if winners == GUARDS_WIN else -1)
        assert all(abs(each) == 1 for each in total.values())


def test_several_decisions_in_a_row_select_the_agent_again() -> None:
    env = aec_env(novices=2)
    env.reset(seed=1)
    selected = []
    for agent in env.agent_iter(30):
        selected.append(agent)
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
    assert selected[0] == selected[1] == "novice_0"
    assert "novice_1" in selected


def test_an_illegal_answer_is_refused_with_what_was_expected() -> None:
    env = aec_env(novices=1)
    env.reset(seed=1)
    for wrong in (15, 16, -1, 1.0, 3.7, "walk", None, 10**30):
        with pytest.raises(ValueError, match=rf"^expected a legal action of novice_0, one of 1, 2, 3, 4; got {re.escape(repr(wrong))}$"):
            env.step(wrong)
    env.step(np.int64(1))
    with pytest.raises(ValueError, match="expected an edition among"):
        aec_env("english")
    with pytest.raises(ValueError, match="expected blessings = "):
        aec_env(options={"blessings": "maybe"})
    unnamed: Any = ["turns=3"]
    with pytest.raises(ValueError, match=r"expected options by their names, such as .*; got \['turns=3'\]"):
        aec_env(options=unnamed)
    word: Any = "2"
    with pytest.raises(ValueError, match="expected a whole number as novices; got '2'"):
        aec_env(novices=word)


@pytest.mark.parametrize(
    "use",
    [
        lambda env: env.step(1),
        lambda env: env.observe("novice_0"),
        lambda env: env.last(),
        lambda env: env.state(),
        lambda env: env.render(),
    ],
    ids=["step", "observe", "last", "state", "render"],
)
def test_nothing_is_done_before_the_first_reset(use: Callable[[Any], object]) -> None:
    with pytest.raises(RuntimeError, match=r"expected reset\(\) before anything else"):
        use(aec_env(novices=1, render_mode="ansi"))


def test_those_who_are_not_asked_observe_too_and_have_a_mask() -> None:
    env = aec_env("reference", 3, options=FULL)
    env.reset(seed=3)
    for agent in env.agent_iter(300):
        for other in env.agents:
            seen = env.observe(other)
            assert env.observation_space(other).contains(seen)
            assert seen["action_mask"].sum() == 1 or other == agent
            assert (seen["observation"][OBSERVATION["ask"].start] == 10) == (other != agent)
        if env.terminations[agent]:
            break
        env.step(int(np.random.default_rng(len(env.agents)).choice(np.flatnonzero(env.observe(agent)["action_mask"]))))
    assert env.state().shape == (STATE_SIZE,)
    assert env.state_space.contains(env.state())


def test_the_belief_is_where_the_novices_may_be() -> None:
    env = aec_env("mayfair", 2, belief=True, options={"turns": 3})
    env.reset(seed=4)
    seen = 0
    for agent in env.agent_iter(sample(160, 2000)):
        observation, _, over, _, _ = env.last()
        if over:
            break
        if agent == "guards_0":
            assert env.observation_space(agent).contains(observation)
            for figure in env._figures:
                dots = observation["belief"][figure]
                assert dots.sum() == pytest.approx(1, abs=1e-4)
                assert dots[env._core.games[0]["novices"][figure]["dot"]] > 0  # the truth is never impossible
                seen += 1
        env.step(int(np.random.default_rng(seen).choice(np.flatnonzero(observation["action_mask"]))))
    assert seen > 5


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "deepcopy", "pickle"]
)
@pytest.mark.parametrize("belief", [False, True])
def test_a_copy_plays_on_with_other_dice(copied: Any, belief: bool) -> None:
    env = aec_env(novices=1, belief=belief, options={"turns": 1})
    play(env, 5, 8)
    agent, twins = env.agent_selection, [copied(env) for _ in range(4)]
    for twin in twins:
        assert (twin.agent_selection, twin.observe(agent)["observation"].tolist()) == (agent, env.observe(agent)["observation"].tolist())
    assert len({int(twin._core.games[0]["key_low"]) for twin in (env, *twins)}) == 5
    ends = []
    for twin in (*twins[:2], env):
        if twin is not env:
            twin.reseed(1)
        seen = []
        while not twin.terminations[twin.agent_selection]:
            seen.append(twin.observe(twin.agent_selection)["observation"].tobytes())
            twin.step(int(twin.observe(twin.agent_selection)["action_mask"].argmax()))
        ends.append(seen)
    assert ends[0] == ends[1] != ends[2]
