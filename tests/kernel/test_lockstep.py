"""The same rules interpreted and compiled: every state and event after every action, and the end of many games, bit by bit."""

from itertools import islice

import pytest

from nuns.board.tables import the_board
from nuns.kernel.batch import Batch
from nuns.kernel.play import decide
from nuns.kernel.records import array_of, from_record
from nuns.rules.options import EDITIONS
from nuns.rules.state import TAPE, State
from tests.kit.lockstep import CHOICES, POLICIES, check_ends, check_every_state, random_tables


@pytest.mark.parametrize("policy", CHOICES)
def test_every_state_and_event_after_every_action_is_the_same(policy: str) -> None:
    assert sum(check_every_state(table, policy, 3) for table in islice(random_tables(1), 40)) > 6_000


def test_the_compiled_rules_stay_within_their_tables() -> None:
    """Compiled once with every index checked."""
    for table in islice(random_tables(2), 12):
        check_every_state(table, "eager", 3, bounds_checked=True)


@pytest.mark.parametrize("policy", POLICIES)
def test_the_end_of_every_game_is_the_same(policy: str) -> None:
    for table in islice(random_tables(4), 24):
        check_ends(table, policy, 9, 12)


def test_a_game_is_the_same_in_every_batch_and_on_all_cores() -> None:
    large, small = Batch(games=300, seed=2**64 - 5), Batch(games=20, seed=2**64 - 5, first=120)
    large.play()
    small.play()
    assert large.games[120:140].tobytes() == small.games.tobytes()
    shared = Batch(games=300, seed=2**64 - 5)
    shared.play(all_cores=True)
    assert shared.games.tobytes() == large.games.tobytes()


def test_a_record_can_be_taken_to_the_table_and_back() -> None:
    batch = Batch(EDITIONS["italian"], novices=4, games=1, seed=6, with_events=True)
    game = from_record(State, batch.games[0])
    assert array_of(game, tape=TAPE).tobytes() == batch.games.tobytes()
    for _ in range(50):
        decide(the_board(), game)
    assert game.decisions + game.chances > 50
