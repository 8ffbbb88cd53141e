"""The Gymnasium environment for one seat: its own checker without a warning, any bot as opponent, the same observations as everywhere."""

import copy
import gc
import json
import pickle
import sys
import warnings
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from nuns.bots.players import exec_bot
from nuns.bots.registry import UnknownBot
from nuns.env import ENV_ID, aec_env, single_env
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


def test_a_seed_is_dealt_as_everywhere_else() -> None:
    """Game 0 of the seed, as ``aec_env`` and ``nuns simulate`` deal it; later games are others, and the same again."""
    one, all_seats = single_env("novice_0", "random", novices=2), aec_env(novices=2)
    dealt = []
    for seed in range(6):
        observed, _ = one.reset(seed=seed)
        all_seats.reset(seed=seed)
        assert all_seats.agent_selection == "novice_0"
        assert observed["observation"].tolist() == all_seats.observe("novice_0")["observation"].tolist()
        dealt.append([novice.key_dot for novice in one.game.state.novices])
        assert dealt[-1] == all_seats._core.games[0]["novices"]["key_dot"].tolist()
    assert len({tuple(dots) for dots in dealt}) > 1
    later = []
    for _ in range(2):
        one.reset(seed=3)
        later.append([one.reset()[0]["observation"].tobytes() for _ in range(3)])
    assert later[0] == later[1]
    assert len(set(later[0])) == 3


def test_human_eyes_see_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = single_env("novice_0", "random", options={"turns": 1}, render_mode="human")
    observed, _ = env.reset(seed=1)
    assert "novice-" in capsys.readouterr().out
    _, _, over, _, _ = env.step(int(observed["action_mask"].argmax()))
    assert not over
    assert capsys.readouterr().out.count("turn 1, ") == 1
    env.step("nonsense")
    assert capsys.readouterr().out.count("turn 1, ") == 1


def test_abbess_and_prioress_are_two_agents() -> None:
    env = single_env("prioress_0", "greedy", novices=6, guard_players=2, options={"turns": 1})
    play(env, 1)
    assert env.seat == "prioress"
    assert env.game.is_over


@pytest.mark.parametrize(
    "opponents, words",
    [
        ("chess", "expected a bot for the"),
        ({"novice_0": "random"}, "expected a bot for each of guards_0; got novice_0"),
        (None, "expected the name of a bot as opponents, or a name for each agent; got None"),
        ({"guards_0": 3}, "expected the name of a bot as opponents, or a name for each agent; got {'guards_0': 3}"),
    ],
)
def test_unknown_opponents_are_refused(opponents: Any, words: str) -> None:
    with pytest.raises((ValueError, UnknownBot), match=words):
        single_env("novice_0", opponents)


@pytest.mark.parametrize("answer", [15, 3.7, "walk", None])
def test_an_illegal_answer_loses(answer: Any) -> None:
    env = single_env("novice_0", "random")
    env.reset(seed=1)
    observed, reward, over, _, info = env.step(answer)
    assert (reward, over, info["illegal"]) == (-1.0, True, answer)
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


TELLTALE = """import json, os, sys
for text in sys.stdin:
    line = json.loads(text)
    with open(sys.argv[1], "a") as log:
        log.write(json.dumps([os.getpid(), line]) + chr(10))
    if line["line"] == "ask":
        print(0, flush=True)
"""


def test_every_environment_and_every_copy_has_programs_of_its_own(tmp_path: Path) -> None:
    """Otherwise a program would be told several games at once."""
    (tmp_path / "bot.py").write_text(TELLTALE, encoding="utf-8")
    program = f"exec:{sys.executable} {tmp_path / 'bot.py'} {tmp_path / 'log'}"
    one, two = (single_env("novice_0", program, options={"turns": 2}) for _ in range(2))
    ends = [until_over(one, 1), until_over(two, 2)]
    for _ in zip_longest(*ends):  # by turns
        pass
    assert [kinds_told(lines).count("game") for lines in told_programs(tmp_path / "log").values()] == [1, 1]
    running = until_over(one, 3)
    for _ in range(4):
        next(running)
    copied, over = copy.deepcopy(one), False
    while not over:
        _, _, over, _, _ = copied.step(int(copied._observed()["action_mask"].argmax()))
    *others, of_copy = told_programs(tmp_path / "log").values()
    assert [kinds_told(lines).count("game") for lines in (*others, of_copy)] == [2, 1, 1]
    again = others[0][[place for place, line in enumerate(others[0]) if line["line"] == "game"][1] :]
    before = [line for line in again if line["line"] == "event"]
    assert len(before) > 2
    assert [line for line in of_copy if line["line"] == "event"][: len(before)] == before, "a copy is told the game from its beginning"
    del running, ends, copied
    for env in (one, two):
        env.close()
    gc.collect()
    assert len(exec_bot._running) == len(exec_bot._idle) == 1
    exec_bot.end_programs()


def until_over(env: Any, seed: int) -> Iterator[None]:
    """Plays the first legal answers of a game, one whenever it is asked to."""
    observed, _ = env.reset(seed=seed)
    over = False
    while not over:
        yield
        observed, _, over, _, info = env.step(int(observed["action_mask"].argmax()))
        assert "faults" not in info


def told_programs(log: Path) -> dict[int, list[dict[str, Any]]]:
    """What each program was told, by its process."""
    told: dict[int, list[dict[str, Any]]] = {}
    for text in log.read_text(encoding="utf-8").splitlines():
        pid, line = json.loads(text)
        told.setdefault(pid, []).append(line)
    return told


def kinds_told(lines: list[dict[str, Any]]) -> list[str]:
    return [line["line"] for line in lines]


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


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "deepcopy", "pickle"]
)
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
            seen.append(array_of(state)["dice"].tobytes())
            observed = each._observed()
            _, _, over, _, _ = each.step(int(observed["action_mask"].argmax()))
        futures.append(seen)
    assert futures[0] == futures[1]
    assert futures[0] != futures[2]
