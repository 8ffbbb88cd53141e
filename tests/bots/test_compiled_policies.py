"""Bots in machine code: the same nights, byte by byte, and enough of them to tell the rungs of the ladder apart."""

from functools import partial
from itertools import islice

import pytest

from nuns.board.shape import copy_of
from nuns.bots.players import compiled_policies
from nuns.bots.policies import greedy
from nuns.bots.policies.policy_games import CAREFUL, GREEDY, RANDOM, policy_choice
from nuns.kernel.batch import Batch
from nuns.kernel.records import array_of
from nuns.lab.games import play_games, play_policy_game
from nuns.lab.lineup import LineUp
from nuns.lab.simulate import SimulationSummary, simulate
from nuns.referee.game_setup import GameSetup
from nuns.rules.options import EDITIONS
from nuns.rules.turn import answer
from nuns.rules.words import GUARDS_WIN, NOVICES, Ask
from tests.kit.game_runs import steps
from tests.kit.lockstep import random_tables
from tests.kit.sample import sample


@pytest.mark.parametrize("policies", [(CAREFUL,) * 6 + (GREEDY,), (GREEDY, CAREFUL) * 3 + (RANDOM,), (RANDOM,) * 6 + (GREEDY,)])
def test_the_end_of_every_night_is_the_same(policies: tuple[int, ...]) -> None:
    for options, novices, guard_players in islice(random_tables(8), sample(8, 50)):
        table = GameSetup("mayfair", options, novices, guard_players)
        for index, ended in enumerate(compiled_policies.play_nights(table, 3, 0, sample(2, 5), policies)):
            state = play_policy_game(table, 3, index, policies)
            assert array_of(state, with_tape=True)[0].tobytes() == ended.tobytes(), f"{options}, {novices} novices, game {index}"


@pytest.mark.parametrize("policy", [RANDOM, GREEDY, CAREFUL])
def test_a_plan_is_the_same_compiled_and_interpreted(policy: int) -> None:
    """With the same numbers drawn on the way."""
    table, compared = GameSetup("reference", EDITIONS["reference"], 2), 0
    for game, _, _ in steps(table, 19, 0, partial(policy_choice, policy=policy)):
        for figure in range(NOVICES):
            novice = game.state.novices[figure]
            if game.state.ask == Ask.PLAN and game.state.asked >> figure & 1 and not novice.plan:
                state, written = copy_of(game.state), []
                while state.asked >> figure & 1:
                    written.append(policy_choice(table.board, state, figure, policy))
                    answer(table.board, state, figure, written[-1])
                assert compiled_policies.plan_compiled(game.state, figure, policy) == (written, state.decisions)
                compared += 1
    assert compared > 8


@pytest.mark.full
def test_greedy_bots_play_the_greedy_nights_of_the_kernel() -> None:
    batch = Batch(EDITIONS["italian"], novices=3, games=50, seed=7, extra_modules=compiled_policies.MODULES)
    batch.play_with(greedy.greedy_choice)
    table = GameSetup("italian", EDITIONS["italian"], 3)
    ended = compiled_policies.play_nights(table, 7, 0, 50, (GREEDY,) * 7)
    for field in ("winners", "ending", "turn", "captures", "novices", "decisions", "chances"):
        assert (ended[field] == batch.games[field]).all(), field


def test_a_simulation_of_bots_gives_the_same_figures_compiled_and_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    table, lineup, summary = GameSetup("dutch", EDITIONS["dutch"], 2), LineUp("greedy", ("careful", "greedy")), SimulationSummary()
    summary.add(play_games(table, 5, range(12), lineup, compiled=True, threads=2))
    monkeypatch.setattr("nuns.bots.players.compiled_policies.can_start_at_once", lambda: False)
    assert simulate(table, 12, 5, lineup=lineup) == summary


@pytest.mark.full
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("novices", [1, 3])
def test_each_rung_of_novices_beats_the_one_below(edition: str, novices: int) -> None:
    """Against greedy guards, on the same deals and dice."""
    table = GameSetup(edition, EDITIONS[edition], novices)
    won = {
        policy: (compiled_policies.play_nights(table, 12, 0, 300, (policy,) * 6 + (GREEDY,))["winners"] != GUARDS_WIN).mean()
        for policy in (RANDOM, GREEDY, CAREFUL)
    }
    assert won[CAREFUL] > won[GREEDY] + 0.3 > won[RANDOM] + 0.3
