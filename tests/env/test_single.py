"""The Gymnasium environment for one seat: its own checker without a warning, any bot as opponent, the same observations as everywhere."""

import copy
import pickle
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from nuns.bots.registry import UnknownBot
from nuns.env import ENV_ID, single_env
from nuns.env.layout import OBSERVATION
from nuns.kernel.records import array_of
from nuns.rules.options import EDITIONS
from tests.kit.sample import sample

TABLES = [(edition, novices) for edition in EDITIONS for novices in range(1, 7)]


def play(env: Any, seed: int, steps: int = 10_000) -> tuple[list[bytes], float]:
    """What is observed and earned in a game of random legal answers."""
    observed, _ = env.reset(seed=seed)
    rng, seen = np.random.default_rng(seed), []
    for _ in range(steps):
        seen.append(observed["observation"].tobytes())
        observed, reward, over, truncated, _ = env.step(rng.choice(np.flatnonzero(observed["action_mask"])))
        assert not truncated
        if over:
            return seen, reward
    return seen, 0.0


@pytest.mark.parametrize("edition, novices", TABLES)
def test_gymnasium_finds_nothing_to_warn_of(edition: str, novices: int, capsys: pytest.CaptureFixture[str]) -> None:
    seat = f"novice_{novices - 1}" if novices % 2 else "guards_0"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = gymnasium.make(ENV_ID, seat=seat, opponents="random", edition=edition, novices=novices)
        check_env(made.unwrapped, skip_render_check=novices != 2)


@pytest.mark.parametrize("seat, opponents", [("guards", "careful"), ("novice_1", {"novice_0": "greedy", "guards_0": "random"})])
def test_a_game_is_played_against_bots(seat: str, opponents: Any) -> None:
    env = single_env(seat, opponents, novices=2, options={"turns": 4})
    seen, reward = play(env, 3)
    assert reward in (1.0, -1.0)
    assert play(env, 3) == (seen, reward)
    assert env.game.is_over
    assert len(seen) > 5


def test_abbess_and_prioress_are_two_agents() -> None:
    env = single_env("prioress_0", "greedy", novices=6, guard_players=2, options={"turns": 1})
    play(env, 1)
    assert env.seat == "prioress"
    assert env.game.is_over


@pytest.mark.parametrize(
    "opponents, words", [("chess", "expected a bot for the"), ({"novice_0": "random"}, "expected a bot for each of guards_0; got novice_0")]
)
def test_unknown_opponents_are_refused(opponents: Any, words: str) -> None:
    with pytest.raises((ValueError, UnknownBot), match=words):
        single_env("novice_0", opponents)


def test_an_illegal_answer_loses() -> None:
    env = single_env("novice_0", "random")
    env.reset(seed=1)
    observed, reward, over, _, info = env.step(15)
    assert (reward, over, info["illegal"]) == (-1.0, True, 15)
    assert observed["observation"][OBSERVATION["ask"].start] == 10
    with pytest.raises(RuntimeError, match="expected reset"):
        env.step(1)


def test_nothing_is_done_before_the_first_reset() -> None:
    with pytest.raises(RuntimeError, match=r"expected reset\(\) before anything else"):
        single_env().step(1)


def test_a_bot_that_fails_is_told_in_the_info(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("class Bad:\n    def choose(self, view, actions, rng):\n        return 1 // 0\n", encoding="utf-8")
    env = single_env("novice_0", f"{tmp_path / 'bad.py'}:Bad", options={"turns": 1})
    observed, info = env.reset(seed=1)
    faults = []
    for _ in range(100):
        observed, _, over, _, info = env.step(int(observed["action_mask"].argmax()))
        faults += info.get("faults", ())
        if over:
            break
    assert "bad.py:Bad: line 3: ZeroDivisionError: integer division or modulo by zero" in faults[0]


def test_the_belief_of_the_seat_is_optional() -> None:
    env = single_env("guards_0", "greedy", novices=1, belief=True, options={"turns": 2})
    observed, _ = env.reset(seed=2)
    assert env.observation_space.contains(observed)
    for _ in range(sample(12, 60)):
        observed, _, over, _, _ = env.step(int(observed["action_mask"].argmax()))
        novice = next(novice for novice in env.game.state.novices if novice.status == 1 or over)
        if over:
            break
        assert observed["belief"][novice.figure, novice.dot] > 0


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"])
def test_a_copy_has_other_dice(copied: Any) -> None:
    env = single_env("novice_0", "greedy")
    play(env, 5, 10)
    one, two, three = (copied(env) for _ in range(3))
    assert len({each.game.state.key_low for each in (env, one, two, three)}) == 4
    one.reseed(3)
    two.reseed(3)
    futures = []
    for each in (one, two, three):
        seen, over = [], False
        while not over:
            state = each.game.state
            seen.append(array_of(state, tape=1)["dice"].tobytes())
            observed = each._observed()
            _, _, over, _, _ = each.step(int(observed["action_mask"].argmax()))
        futures.append(seen)
    assert futures[0] == futures[1]
    assert futures[0] != futures[2]
