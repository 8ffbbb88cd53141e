"""Many games at once: what is legal, steps, policies, and clear words for what is wrong."""

import numpy as np
import pytest

from nuns.bots.players.compiled_policies import MODULES
from nuns.bots.policies import greedy
from nuns.kernel.batch import Batch
from nuns.lab.games import EVERYBODY_RANDOM, play_games
from nuns.lab.simulate import SimulationSummary, simulate
from nuns.referee.game_setup import GameSetup
from nuns.rules.options import DUTCH, EDITIONS


def test_random_answers_from_the_masks_end_every_game() -> None:
    batch, rng = Batch(DUTCH, novices=2, games=50), np.random.default_rng(1)
    steps = 0
    while not batch.over.all():
        figures, masks = batch.legal()
        assert ((figures >= 0) == ~batch.over).all()
        assert ((masks > 0) == ~batch.over).all()
        bits = (masks[:, None] >> np.arange(16)) & 1
        batch.step((rng.random((50, 16)) * bits).argmax(axis=1))
        steps += 1
    assert 50 < steps < 3000
    assert set(np.unique(batch.games["ending"])) <= {1, 2, 3}


def test_an_answer_that_is_not_legal_changes_nothing() -> None:
    batch = Batch(games=3)
    before = batch.games.tobytes()
    for wrong in (np.array([15, 0, 99]), np.array([-1, -1, -1])):
        with pytest.raises(ValueError, match="expected legal actions; got 3"):
            batch.step(wrong)
    assert batch.games.tobytes() == before
    with pytest.raises(ValueError, match="expected 3 actions, one for each game; got 2"):
        batch.step(np.array([1, 1]))


def test_a_compiled_policy_of_ones_own_plays_for_everybody() -> None:
    import numba

    from nuns.kernel.machine import machine
    from nuns.rules.bits import lowest_bit
    from nuns.rules.turn import legal

    legal_compiled, lowest = machine().functions[legal], machine().functions[lowest_bit]

    @numba.njit
    def first_that_is_legal(board, game, figure):  # type: ignore[no-untyped-def]
        return lowest(legal_compiled(board, game, figure))

    batch = Batch(novices=3, games=5)
    batch.play_with(first_that_is_legal)
    assert batch.over.all()


@pytest.mark.full
def test_greedy_seats_get_home_and_make_captures_and_random_ones_do_neither() -> None:
    eager, dull = (Batch(novices=3, games=400, extra_modules=MODULES) for _ in range(2))
    eager.play_with(greedy.greedy_choice)
    dull.play()
    assert (eager.games["ending"] == 1).mean() > 0.1 > 0.02 > (dull.games["ending"] == 1).mean()
    assert eager.games["captures"].mean() / eager.games["turn"].mean() > dull.games["captures"].mean() / dull.games["turn"].mean()


def test_a_bad_table_is_refused_with_what_was_expected() -> None:
    with pytest.raises(ValueError, match="expected 6 novices with two guard players; got 3"):
        Batch(novices=3, guard_players=2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_simulation_gives_the_same_figures_compiled_and_interpreted(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, compiled = GameSetup(edition, EDITIONS[edition], 3), SimulationSummary()
    compiled.add(play_games(table, 5, range(60), EVERYBODY_RANDOM, compiled=True, threads=2))
    monkeypatch.setattr("nuns.lab.games.can_start_at_once", lambda: False)
    assert simulate(table, 60, 5) == compiled
