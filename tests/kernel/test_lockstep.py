"""The same rules interpreted and compiled: every state and event after every action, and the end of many games, bit by bit."""

from itertools import islice

import pytest

from nuns.board.tables import the_board
from nuns.kernel.batch import Batch
from nuns.kernel.play import decide
from nuns.kernel.records import array_of, from_record
from nuns.rules.options import EDITIONS, NAMES, Options, value_of, words_of
from nuns.rules.state import State
from tests.kit.lockstep import CHOICES, POLICIES, check_ends, check_every_state, random_tables
from tests.kit.sample import sample


def tables_of(policy: str) -> list[tuple[Options, int, int]]:
    """The tables at which a policy is followed action by action; each policy has others."""
    return list(islice(random_tables(list(CHOICES).index(policy)), sample(14, 100)))


@pytest.mark.parametrize("policy", CHOICES)
@pytest.mark.parametrize("bounds_checked", sample([True], [True, False]))
def test_every_state_and_event_after_every_action_is_the_same(policy: str, bounds_checked: bool) -> None:
    """Compiled with every index checked: so the compiled rules also stay within their tables."""
    assert sum(check_every_state(table, policy, 3, bounds_checked=bounds_checked) for table in tables_of(policy)) > 2_000


def test_every_edition_number_of_players_and_value_of_a_choice_is_followed() -> None:
    """The numbers of turns and of dots in sight are drawn from their ranges."""
    tables = [table for policy in CHOICES for table in tables_of(policy)]
    choices = {(name, word) for name in NAMES if name not in ("turns", "sight-range") for word in words_of(name)}
    assert choices <= {(name, str(value_of(options, name))) for options, _, _ in tables for name in NAMES}
    assert {options for options, _, _ in tables} >= set(EDITIONS.values())
    assert {(novices, guards) for _, novices, guards in tables} == {*((novices, 1) for novices in range(1, 7)), (6, 2)}


@pytest.mark.parametrize("policy", POLICIES)
def test_the_end_of_every_game_is_the_same(policy: str) -> None:
    for table in islice(random_tables(4), sample(12, 100)):
        check_ends(table, policy, 9, sample(6, 12))


def test_a_game_is_the_same_in_every_batch_and_on_all_cores() -> None:
    large, small = Batch(games=300, seed=2**64 - 5), Batch(games=20, seed=2**64 - 5, first=120)
    large.play()
    small.play()
    assert large.games[120:140].tobytes() == small.games.tobytes()
    shared = Batch(games=300, seed=2**64 - 5)
    shared.play(all_cores=True)
    assert shared.games.tobytes() == large.games.tobytes()


def test_a_record_can_be_taken_to_the_table_and_back() -> None:
    batch = Batch(EDITIONS["italian"], novices=4, games=1, seed=6, with_events=True, bounds_checked=True)
    game = from_record(State, batch.games[0])
    assert array_of(game, with_tape=True).tobytes() == batch.games.tobytes()
    for _ in range(50):
        decide(the_board(), game)
    assert game.decisions + game.chances > 50
