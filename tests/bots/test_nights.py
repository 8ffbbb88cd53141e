"""Nights of bots that keep beliefs: at a table, in machine code and interpreted they are the same nights, and nobody is told a secret."""

from itertools import islice

import pytest

from nuns.board.shape import copy_of
from nuns.bots.event_codes import codes_of
from nuns.bots.filter import tape_reader
from nuns.bots.filter.observation import ACTION_ENDED
from nuns.bots.filter.records import BeliefRecord, FilterScratch, MotionTables
from nuns.bots.players.compiled_policies import keeps_beliefs, play_nights
from nuns.bots.policies.policy_games import BELIEF, CAREFUL, GREEDY, RANDOM, SEARCH
from nuns.kernel.entries import record_of
from nuns.lab.games import play_bot_game
from nuns.lab.lineup import LineUp
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat
from nuns.rules.knowledge import SPECTATOR
from nuns.rules.options import EDITIONS, parse_options
from nuns.rules.state import State
from nuns.rules.words import GUARD_SIDE, Event, Stage
from tests.bots.agreement import LONG, SEARCHING, THINKING, WHOLE, Kind, compare_night
from tests.bots.test_belief_tables import read_by_filter
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.lockstep import random_tables
from tests.kit.sample import sample

SHORT_SEARCHES = [kind for kind in SEARCHING if kind.turns < LONG and kind.guard_players == 1]
KINDS = [*THINKING, *SHORT_SEARCHES, Kind(CAREFUL, GREEDY)]
# `make test` follows those in which one side has a belief or a search and the other has none: each way to think once a side.
BOTH_THINK = [
    kind for kind in KINDS if kind.guard_players == 2 or {kind.novice, kind.guards} <= {BELIEF, SEARCH} or kind.novice == kind.guards
]
TABLES = [
    ("mayfair(blessings=off)", 3, 1, "belief", "careful"),
    ("mayfair", 6, 2, "belief", "careful"),
    ("italian(monk=robert)", 2, 1, "careful", "belief"),
    ("dutch(blessings=on,monk=frederick)", 3, 1, "belief", "greedy"),
    ("reference(all-or-nun=on)", 2, 1, "greedy", "belief"),
    ("mayfair", 1, 1, "search", "careful"),
    ("reference(all-or-nun=on)", 2, 1, "greedy", "search"),
    ("dutch(blessings=on,monk=robert)", 6, 2, "search", "careful"),
]


@pytest.mark.parametrize("name, novices, guard_players, guards, bots", TABLES)
def test_a_night_at_a_table_is_the_night_in_machine_code(name: str, novices: int, guard_players: int, guards: str, bots: str) -> None:
    """Bots that are told the referee's events by seat decide as in a batch, where the tape is read: so a batch tells no secret."""
    table, lineup = GameSetup(name.partition("(")[0], parse_options(name), novices, guard_players), LineUp(guards, (bots,))
    policies = lineup.policies()
    assert policies is not None
    assert keeps_beliefs(policies)
    ends = play_nights(table, 43, 0, sample(1, 20), policies)
    for index, ended in enumerate(ends):
        game, faults = play_bot_game(table, 43, index, lineup)
        assert faults == []
        state = record_of(game.state, State, with_events=True)[0]
        for field in ("winners", "turn", "captures", "ending", "decisions", "chances"):
            assert state[field] == ended[field], field
        assert state["novices"].tobytes() == ended["novices"].tobytes()
        assert state["guards"].tobytes() == ended["guards"].tobytes()


def test_the_same_nights_are_played_on_any_number_of_threads() -> None:
    table, policies = GameSetup("mayfair", EDITIONS["mayfair"], 2), (CAREFUL,) * 6 + (BELIEF,)
    one, two = (play_nights(table, 7, 3, 6, policies, threads) for threads in (1, 2))
    assert one.tobytes() == two.tobytes()
    assert (one["stage"] == Stage.OVER).all()


@pytest.mark.rule("3.1", "3.2", "3.3")
def test_a_belief_hears_from_the_tape_what_its_seat_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entry by entry the same numbers as those of the seat's events, for every seat, over all options."""
    told: list[tuple[int, int, int, int]] = []
    monkeypatch.setattr(tape_reader, "observe", lambda board, model, belief, scratch, *code: told.append(code))
    compared = 0
    for number, (options, novices, guard_players) in enumerate(islice(random_tables(21), sample(12, 300))):
        table = GameSetup("mayfair", options, novices, guard_players)
        seats = {SPECTATOR: Seat.SPECTATOR, GUARD_SIDE: table.guard_seats[0]}
        for count, (game, _, happened) in enumerate(steps(table, 31, number, eager_choice)):
            seats |= {n.figure: Seat(f"novice-{n.figure + 1}") for n in game.state.novices if n.status}
            if count % 3 or not happened or happened[0].turn == 0:
                continue
            for figure, seat in seats.items():
                told.clear()
                belief = BeliefRecord(seat=figure)
                tape_reader.read_tape(table.board, MotionTables(), belief, copy_of(game.state), FilterScratch())
                assert told.pop() == (ACTION_ENDED, 0, 0, 0)
                if (Event.NOISE_OVER, 0, 0, 0) in told:
                    assert game.is_over or (Event.NOISE_OVER, 0, 0, 0) in codes_of(table, (), game.state)
                heard = [read_by_filter(*code) for code in told if code[0] != Event.NOISE_OVER]
                expected = [read_by_filter(*code) for code in codes_of(table, known_to(seat, happened))]
                assert sorted(heard) == sorted(expected), (options, seat)  # her own steps come with her movement in an event
                assert [code for code in heard if code[0] != Event.STEPPED] == [code for code in expected if code[0] != Event.STEPPED]
                assert all(first == 0 for what, _, first, _ in told if what == Event.MOVED)
                assert not any(second & 1 for what, _, _, second in told if what == Event.NOISE)
                compared += len(expected)
    assert compared > 500


@pytest.mark.parametrize(
    "place, kind",
    [pytest.param(place, kind, marks=[pytest.mark.full] * (kind in BOTH_THINK)) for place, kind in enumerate(KINDS)],
)
def test_decisions_are_the_same_interpreted_and_compiled(place: int, kind: Kind) -> None:
    """Together the kinds meet all editions; the searches of more turns and of two guard players are left to ``tests/bots/agreement.py``."""
    for index in range(sample(1, 125)):
        options = list(EDITIONS.values())[(index + place) % len(EDITIONS)]
        followed = kind if kind in SEARCHING else kind._replace(turns=sample(kind.turns, WHOLE))
        assert compare_night((options, kind.novices or 1, kind.guard_players), index, followed) > 10


def test_which_policies_keep_beliefs() -> None:
    assert not keeps_beliefs((CAREFUL,) * 6 + (GREEDY,))
    assert not keeps_beliefs((RANDOM,) * 7)
    assert keeps_beliefs((GREEDY,) * 6 + (CAREFUL,))
    assert keeps_beliefs((GREEDY, SEARCH, *(GREEDY,) * 5))
