"""Many games at once for learners: the same games as everywhere, honest observations, three ways to begin again."""

import copy
import pickle
import warnings
from itertools import islice
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from nuns.board.tables import the_board
from nuns.env import ENV_ID, vector_env
from nuns.env.layout import ACTIONS, GUARD_SEAT, OBSERVATION, OBSERVATION_SIZE, bounds
from nuns.env.observation import observe, seat_of_figure
from nuns.env.stepping import agent_of, reward_of, settle_luck
from nuns.env.table import observation_space
from nuns.env.vector_core import VectorCore
from nuns.kernel.batch import Batch
from nuns.kernel.records import from_record
from nuns.rules.knowledge import Known
from nuns.rules.options import EDITIONS, Options
from nuns.rules.state import State
from nuns.rules.turn import apply, next_figure
from nuns.rules.words import GUARDS_WIN, HOLDERS, Blessing, Status
from tests.kit.lockstep import interpreted, random_tables
from tests.kit.sample import sample

TABLES = list(islice(random_tables(17), sample(8, 60)))


def core_of(table: tuple[Options, int, int], count: int, **more: Any) -> VectorCore:
    options, novices, guard_players = table
    core = VectorCore(options, count=count, novices=novices, guard_players=guard_players, **more)
    core.reset(7)
    return core


def play_out(core: VectorCore) -> Any:
    """Plays every game once to its end, at random, and returns what it brought to each agent."""
    rewards = np.zeros_like(core.rewards)
    while (core.agents >= 0).any():
        core.step(core.random_actions())
        rewards += core.rewards
    return rewards


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_random_play_is_the_same_game_as_in_a_batch(table: tuple[Options, int, int]) -> None:
    options, novices, guard_players = table
    core, batch = core_of(table, 12, autoreset="Disabled"), Batch(options, novices=novices, guard_players=guard_players, games=12, seed=7)
    play_out(core)
    batch.play()
    assert core.games.tobytes() == batch.games.tobytes()


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_compiled_step_is_the_interpreted_one(table: tuple[Options, int, int]) -> None:
    """Observation, mask, agent and reward after every decision, and all within the space."""
    core, game = core_of(table, 1, autoreset="Disabled"), interpreted(*table, 7, 0)
    space, most = observation_space(), np.array(bounds(OBSERVATION))
    figure = settle_luck(the_board(), game)
    while figure >= 0:
        row, mask = np.zeros(OBSERVATION_SIZE, np.uint8), np.zeros(ACTIONS, np.int8)
        observe(the_board(), game, Known(), seat_of_figure(figure), figure, row, mask)
        assert core.observations[0].tolist() == row.tolist()
        assert core.masks[0].tolist() == mask.tolist()
        assert core.agents[0] == agent_of(game, figure)
        assert (row <= most).all()
        action = int(core.random_actions()[0])
        core.step([action])
        game.decisions += 1  # the number that the choice used up
        apply(the_board(), game, figure, action)
        figure = settle_luck(the_board(), game)
    assert space.contains({"observation": core.observations[0], "action_mask": core.masks[0]})
    assert core.terminations[0]
    assert core.rewards[0].tolist() == [reward_of(game, agent, 0) for agent in range(len(core.rewards[0]))]


def test_agents_are_novices_by_their_numbers_then_guards() -> None:
    core = core_of((EDITIONS["mayfair"], 6, 2), 4)
    seen = set()
    for _ in range(400):
        for game, agent, row in zip(core.games, core.agents, core.observations, strict=True):
            if agent >= 0:
                seen.add(int(agent))
                figure = row[OBSERVATION["figure"].start]
                assert agent == figure if agent < 6 else figure in ((6, 8), (7,))[agent - 6]
                assert game["asked"] >> figure & 1
        core.step(core.random_actions())
    assert seen == set(range(8))


def test_rewards_are_for_winning_and_may_sum_to_zero() -> None:
    for seed in range(3):
        plain, zero = (
            VectorCore(EDITIONS["dutch"], count=60, novices=3, autoreset="Disabled", rewards=kind) for kind in ("winning", "zero-sum")
        )
        rewards = []
        for core in (plain, zero):
            core.reset(seed)
            rewards.append(play_out(core))
        guards_won = plain.games["winners"] == GUARDS_WIN
        assert (rewards[0][:, 3] == np.where(guards_won, 1, -1)).all()
        assert np.allclose(rewards[1].sum(axis=1), 0)
        assert (np.abs(rewards[1][:, 3]) == 1).all()


@pytest.mark.parametrize(
    "winners, plain, shares", [(64, [-1, -1, 1], [-0.5, -0.5, 1]), (2, [1, -1, -1], [1, 0, -1]), (10, [1, 1, -1], [0.5, 0.5, -1])]
)
def test_winners_share_what_the_guards_lose(winners: int, plain: list[float], shares: list[float]) -> None:
    game = State(winners=winners, novice_players=2, guard_players=1)
    for number, novice in enumerate(game.novices):
        novice.figure, novice.status = number, Status.HOME if number in (1, 3) else Status.ABSENT
    assert [reward_of(game, agent, 0) for agent in range(3)] == plain
    assert [reward_of(game, agent, 1) for agent in range(3)] == shares


def test_an_illegal_answer_is_noted_and_changes_nothing() -> None:
    core = core_of((EDITIONS["mayfair"], 1, 1), 3)
    before = core.games.tobytes(), core.observations.tobytes(), core.masks.tobytes()
    core.step([15, -1, 99])
    assert core.refused.all()
    assert (core.games.tobytes(), core.observations.tobytes(), core.masks.tobytes()) == before
    env = vector_env(3, novices=1)
    env.reset(seed=7)
    with pytest.raises(ValueError, match=r"expected legal actions; got illegal ones in environments \[0, 2\]"):
        env.step(np.array([15, int(np.flatnonzero(env.core.masks[1])[0]), 99]))
    assert not env.core.refused.any(), "no game was stepped"
    for actions, words in (
        ([1, 1], r"expected 3 values, one for each environment; got an array of shape \(2,\)"),
        (5, r"expected 3 values, one for each environment; got an array of shape \(\)"),
        ([[0], [0], [0]], r"expected 3 values, one for each environment; got an array of shape \(3, 1\)"),
        ([0.9, 0.9, 0.9], "expected whole numbers, one for each environment; got float64"),
        ([None, 0, 0], "expected whole numbers, one for each environment; got object"),
        ([10**30, 0, 0], "expected whole numbers, one for each environment; got object"),
    ):
        for steps in (core.step, env.step):
            with pytest.raises(ValueError, match=words):
                steps(actions)


@pytest.mark.parametrize("mode", AutoresetMode)
def test_one_illegal_answer_stops_no_other_game(mode: AutoresetMode) -> None:
    """What the step would have brought to the others, such as the reward of a game that ends, is not lost."""
    env, other = (vector_env(4, novices=1, options={"turns": 1}, autoreset_mode=mode, seat="novice_0") for _ in range(2))
    ends = 0
    for each in (env, other):
        each.reset(seed=3)
    for _ in range(30):
        if mode is AutoresetMode.DISABLED and ends:
            break
        actions = env.core.masks.argmax(axis=1)
        before = env.core.games.tobytes(), env.core._places["episodes"].tolist()
        for place in np.flatnonzero(env.core.agents >= 0):
            wrong = actions.copy()
            wrong[place] = 15 if not env.core.masks[place, 15] else -1
            with pytest.raises(ValueError, match=rf"got illegal ones in environments \[{place}\]"):
                env.step(wrong)
            assert (env.core.games.tobytes(), env.core._places["episodes"].tolist()) == before
        stepped, expected = env.step(actions), other.step(actions)
        for one, two in zip(stepped[:3], expected[:3], strict=True):
            np.testing.assert_equal(one, two)
        ends += int(stepped[2].sum())
    assert ends


def test_a_seed_begins_again_in_the_chosen_environments() -> None:
    env = vector_env(3, novices=2, options={"turns": 2}, autoreset_mode="Disabled", copy=False)
    first, _ = env.reset(seed=5)
    dealt = first["observation"].copy()
    again, _ = env.reset(seed=5, options={"reset_mask": np.array([True, True, False])})
    assert [env.core.game_number(place) for place in range(3)] == [(5, 0), (5, 1), (5, 2)]
    assert (again["observation"] == dealt).all()
    env.reset(options={"reset_mask": np.array([False, True, False])})
    env.reset(seed=5, options={"reset_mask": np.array([True, False, False])})
    assert [env.core.game_number(place) for place in range(3)] == [(5, 0), (5, 4), (5, 2)]
    with pytest.raises(ValueError, match="expected 3 values"):
        env.reset(seed=6, options={"reset_mask": np.array([True])})
    assert env.core.game_number(0) == (5, 0), "what was refused has changed nothing"


@pytest.mark.parametrize(
    "given, words",
    [
        ({"count": 0}, "expected at least 1 environment; got 0"),
        ({"novices": 7}, "expected 1 to 6 novices; got 7"),
        ({"autoreset": "Never"}, "expected an autoreset mode among NextStep, SameStep, Disabled; got 'Never'"),
        ({"rewards": "gold"}, "expected rewards among winning, zero-sum; got 'gold'"),
        ({"on": "tpu"}, "expected a device among cpu, cuda; got 'tpu'"),
    ],
)
def test_a_bad_setting_is_refused_with_what_was_expected(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        VectorCore(**given)


# -- Gymnasium ----------------------------------------------------------------------------------------------------------


def stepped(env: Any, steps: int) -> list[tuple[Any, ...]]:
    """What a vector environment gives for random legal actions."""
    return [env.step(env.random_actions()) for _ in range(steps)]


@pytest.mark.parametrize("mode", AutoresetMode)
def test_every_mode_begins_again_as_it_declares(mode: AutoresetMode) -> None:
    env = vector_env(8, novices=1, options={"turns": 2}, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] is mode
    observed, _ = env.reset(seed=3)
    ended = 0
    over = np.zeros(8, np.bool_)
    for _ in range(200):
        if mode is AutoresetMode.DISABLED and over.any():
            with pytest.raises(ValueError, match="expected reset"):
                env.step(env.random_actions())
            observed, _ = env.reset(options={"reset_mask": over})
            assert (observed["observation"][over, OBSERVATION["turn"].start] == 1).all()
        was_over = over if mode is not AutoresetMode.DISABLED else np.zeros(8, np.bool_)
        observed, rewards, over, truncated, infos = env.step(env.random_actions())
        assert env.observation_space.contains(observed)
        assert not truncated.any()
        turns = observed["observation"][:, OBSERVATION["turn"].start]
        if mode is AutoresetMode.SAME_STEP:
            assert (infos["_final_obs"] == over).all()
            assert (turns[over] == 1).all()
            assert (infos["final_obs"]["observation"][over, OBSERVATION["ending"].start] > 0).all()
            assert (infos["agent"] >= 0).all()
        else:
            assert (observed["observation"][over, OBSERVATION["ending"].start] > 0).all()
            assert (infos["agent"][over] == -1).all()
            assert (observed["action_mask"][over].sum(axis=1) == 1).all()
        if mode is AutoresetMode.NEXT_STEP:
            assert (turns[was_over] == 1).all()
            assert (rewards[was_over] == 0).all()
        assert ((rewards != 0) == over).all()
        ended += int(over.sum())
    assert ended > 12


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("edition, novices", [(edition, novices) for edition in EDITIONS for novices in range(1, 7)])
def test_gymnasium_makes_it_by_its_name_and_finds_nothing_to_warn_of(edition: str, novices: int, mode: AutoresetMode) -> None:
    """Spaces, and the statistics of Gymnasium's own wrapper, which wants to know the autoreset mode."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = gymnasium.make_vec(ENV_ID, 3, edition=edition, novices=novices, options={"turns": 1}, autoreset_mode=mode)
        env, ends = RecordEpisodeStatistics(made), 0
        assert env.observation_space == batch_space(env.single_observation_space, 3)
        assert env.action_space == batch_space(env.single_action_space, 3)
        observed, _ = env.reset(seed=4)
        over = np.zeros(3, np.bool_)
        for _ in range(sample(60, 600)):
            assert env.observation_space.contains(observed)
            if mode is AutoresetMode.DISABLED and over.any():
                observed, _ = env.reset(options={"reset_mask": over})
            observed, rewards, over, truncated, infos = env.step(made.unwrapped.random_actions())  # type: ignore[attr-defined]
            assert rewards.shape == over.shape == truncated.shape == (3,)
            assert over.dtype == truncated.dtype == np.bool_
            assert ("episode" in infos) == over.any()
            ends += int(over.sum())
        assert ends > 0 or novices > 1
        env.close()


def test_episodes_are_the_games_of_a_seed_in_order() -> None:
    """Environment i plays games i, i + n, i + 2n and so on, whatever happens elsewhere."""
    env = vector_env(3, novices=2, options={"turns": 2}, autoreset_mode="SameStep", copy=False)
    env.reset(seed=5)
    for place in range(3):
        assert env.core.game_number(place) == (5, place)
    while int(env.core._places["episodes"].min()) < 3:
        env.step(env.random_actions())
    seed, index = env.core.game_number(1)
    assert (seed, index % 3) == (5, 1)
    fresh = VectorCore(env.setup.options, count=1, novices=2, seed=5)
    fresh._places["episodes"][0] = index
    fresh.reset()
    assert fresh.games[0]["novices"]["key_dot"].tolist() == env.core.games[1]["novices"]["key_dot"].tolist()


def test_the_same_seed_gives_the_same_steps_and_copies_stay_as_they_were() -> None:
    runs = []
    for _ in range(2):
        env = vector_env(5, novices=2)
        first, _ = env.reset(seed=11)
        kept = first["observation"].copy()
        runs.append(stepped(env, 120))
        assert (first["observation"] == kept).all()
    for one, two in zip(*runs, strict=True):
        assert all((a == b).all() for a, b in zip(one[0].values(), two[0].values(), strict=True))
        assert (one[1] == two[1]).all()
    with pytest.raises(ValueError, match="expected one seed for all environments"):
        env.reset(seed=[1, 2])


def test_without_copies_the_arrays_are_written_again() -> None:
    env = vector_env(4, novices=1, copy=False)
    first, _ = env.reset(seed=1)
    second, *_ = env.step(env.random_actions())
    assert first["observation"] is second["observation"]


@pytest.mark.parametrize("seat", ["novice_0", "guards_0"])
def test_one_learner_plays_against_policies(seat: str) -> None:
    env = vector_env(32, novices=1, seat=seat, opponents="greedy", autoreset_mode="SameStep")
    env.reset(seed=2)
    own, wins, ends = env.agents.index(seat), 0, 0
    for observed, rewards, over, _, infos in stepped(env, 300):
        assert (infos["agent"] == own).all()
        assert (rewards == infos["rewards"][:, own]).all()
        assert (observed["observation"][:, 0] == GUARD_SEAT).all() == (seat == "guards_0")
        wins, ends = wins + int((rewards > 0).sum()), ends + int(over.sum())
    assert ends > 30
    assert (wins / ends < 0.2) == (seat == "novice_0")  # random novices never get home; greedy ones often do, against random guards


def test_what_is_no_seed_changes_nothing() -> None:
    env = vector_env(2, novices=1)
    first, _ = env.reset(seed=7)
    dealt = first["observation"].copy()
    wrongs: tuple[Any, ...] = (2**70, 1.5, "7")
    for wrong in wrongs:
        with pytest.raises(ValueError, match=r"expected a whole number from 0 to 2\*\*64 - 1 as the seed"):
            env.core.reset(wrong)
    again, _ = env.reset(seed=7)
    assert (again["observation"] == dealt).all()


def test_no_step_comes_before_reset() -> None:
    for mode in AutoresetMode:
        with pytest.raises(RuntimeError, match="expected reset"):
            vector_env(2, novices=1, autoreset_mode=mode).step([0, 0])


@pytest.mark.parametrize(
    "given, words",
    [
        ({"num_envs": -1}, "expected at least 1 environment; got -1"),
        ({"num_envs": "3"}, "expected at least 1 environment; got '3'"),
        ({"edition": ["mayfair"]}, r"expected the name of an edition, such as 'mayfair'; got \['mayfair'\]"),
        ({"autoreset_mode": "Never"}, "expected an autoreset mode among NextStep, SameStep, Disabled; got 'Never'"),
        ({"autoreset_mode": ["SameStep"]}, r"expected an autoreset mode among .*; got \['SameStep'\]"),
        ({"rewards": {}}, "expected rewards among winning, zero-sum; got {}"),
        ({"render_mode": ["svg"]}, r"expected a render mode among .*; got \['svg'\]"),
        ({"seat": "novice_0", "opponents": None}, "expected the name of one compiled bot as opponents; got None"),
    ],
)
def test_what_no_environment_can_be_made_from_is_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=f"^{words}$"):
        vector_env(**{"num_envs": 1, "novices": 1, **given})


def test_policies_that_are_not_compiled_are_refused() -> None:
    with pytest.raises(ValueError, match="expected a compiled bot for the guards, random or greedy"):
        vector_env(1, seat="novice_0", opponents="belief")
    with pytest.raises(ValueError, match="expected an agent among novice_0, guards_0; got 'novice_3'"):
        vector_env(1, seat="novice_3")


# -- secrets ------------------------------------------------------------------------------------------------------------


def scrambled(core: VectorCore, place: int, rng: np.random.Generator) -> VectorCore:
    """A copy in which everything is changed that the seat asked in one game cannot know (3.2)."""
    twin = copy.deepcopy(core)
    game, own = twin.games[place], int(core.observations[place, 0])
    for figure, novice in enumerate(game["novices"]):
        if figure != own and novice["status"] in (Status.ON_THE_RUN, Status.CAUGHT):
            if not novice["shown"]:
                novice["dot"] = rng.integers(1, 156)
            for name, most in (("key_dot", 156), ("wish_dot", 156), ("has_key", 2), ("has_wish", 2), ("slipped_away", 2), ("plan", 5)):
                novice[name] = rng.integers(0, most)
            novice["route"], novice["heard"], novice["marked"] = rng.integers(1, 156, 12), rng.integers(0, 16, 4), rng.integers(0, 16, 4)
    for holder in range(HOLDERS):
        if holder != own and not (holder >= 6 and own == GUARD_SEAT) and (game["blessings"][holder] or game["untold"][holder]):
            game["untold"][holder], game["blessings"][holder] = 0, rng.integers(Blessing.ONE_MORE_STEP, Blessing.FALSE_NOISE + 1)
    return twin


@pytest.mark.rule("3.2", "3.3")
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_an_observation_is_the_same_whatever_others_hide(table: tuple[Options, int, int]) -> None:
    rng, core, compared, changed = np.random.default_rng(5), core_of(table, 6, autoreset="SameStep"), 0, 0
    for step in range(sample(150, 1500)):
        core.step(core.random_actions())
        if step % 10 == 0:
            place = step // 10 % 6
            twin, seat = scrambled(core, place, rng), int(core.observations[place, 0])
            assert twin.observe(place, seat)[0].tobytes() == core.observe(place, seat)[0].tobytes()
            state = from_record(State, twin.games[place])
            row, mask = np.zeros(OBSERVATION_SIZE, np.uint8), np.zeros(ACTIONS, np.int8)
            observe(the_board(), state, Known(), seat, next_figure(state), row, mask)
            assert (row.tobytes(), mask.tobytes()) == (core.observations[place].tobytes(), core.masks[place].tobytes())
            compared, changed = compared + 1, changed + (twin.states()[place].tobytes() != core.states()[place].tobytes())
    assert compared > 10
    assert changed > 10 or table[1] == 1


# -- copies -------------------------------------------------------------------------------------------------------------


def future(core: VectorCore) -> bytes:
    """Everything that is seen until the games are over, when the first legal answer is always given."""
    seen = b""
    while (core.agents >= 0).any():
        core.step(core.masks.argmax(axis=1))
        seen += core.observations.tobytes()
    return seen


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda core: pickle.loads(pickle.dumps(core))], ids=["copy", "deepcopy", "pickle"]
)
def test_a_copy_has_other_dice_and_nothing_else_differs(copied: Any) -> None:
    core = core_of((EDITIONS["mayfair"], 3, 1), 16, autoreset="Disabled")
    for _ in range(40):
        core.step(core.random_actions())
    twin, before = copied(core), (core.observations.tobytes(), core.states().tobytes())
    for name in ("observations", "masks", "agents", "rewards"):
        assert (getattr(twin, name) == getattr(core, name)).all()
    assert (twin.states() == core.states()).all()
    assert not (twin.games["key_low"] == core.games["key_low"]).any()
    assert twin.game_number(0)[0] != core.game_number(0)[0]
    alike = [copied(core) for _ in range(2)]
    for each in alike:
        each.reseed(4)
    assert future(alike[0]) == future(alike[1])
    assert (core.observations.tobytes(), core.states().tobytes()) == before
    assert future(twin) != future(core)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy], ids=["copy", "deepcopy"])
def test_a_copy_of_the_gymnasium_environment_has_games_of_its_own(copied: Any) -> None:
    env = vector_env(8, novices=1, options={"turns": 2}, autoreset_mode="Disabled")
    env.reset(seed=3)
    before, twin = env.core.games.tobytes(), copied(env)
    assert not (twin.core.games["key_low"] == env.core.games["key_low"]).any()
    twin.step(twin.random_actions())
    assert env.core.games.tobytes() == before
