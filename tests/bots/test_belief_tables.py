"""What the filter reads: events as numbers, and a motion model that follows the rules of the doors."""

import numpy as np
import pytest

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS, Board, the_board
from nuns.bots.event_codes import codes_of, rows_of
from nuns.bots.filter.motion_model import MOTION, motion_tables
from nuns.bots.filter.noise_model import share_of_marks
from nuns.bots.filter.observation import DOT_TOLD, begin_movement
from nuns.bots.filter.records import BeliefRecord
from nuns.referee.game_setup import GameSetup
from nuns.referee.tape_events import entries
from nuns.rules.noise import fitting_marks
from nuns.rules.novices import may_end, may_write
from nuns.rules.options import EDITIONS, parse_options
from nuns.rules.setup import set_table
from nuns.rules.state import State
from nuns.rules.words import END, Event, Gait, Status
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps

NIGHTS = [
    ("mayfair", 2, 1),
    ("reference(monk=robert,guard-false-noise=any-guard)", 3, 2),
    ("italian(all-or-nun=on,monk=frederick)", 2, 3),
    ("dutch(blessings=on)", 3, 4),
]


def table_of(name: str, novices: int) -> GameSetup:
    return GameSetup(name.partition("(")[0], parse_options(name), novices)


def read_by_filter(what: int, who: int, first: int, second: int) -> tuple[int, ...]:
    """A row without the numbers that the filter does not read: who saw, for whom a token lies, whose path, whether a noise is real."""
    match what:
        case Event.VANISHED:
            second &= 255
        case Event.NOISE:
            second &= ~1
        case Event.SEEN | Event.PATH | Event.OVER:
            second = 0
        case Event.MOVED | Event.HOME:
            first = 0
        case _:
            pass
    return what, who, first, second


@pytest.mark.parametrize("name, novices, seed", NIGHTS)
def test_events_become_the_numbers_of_the_tape_again(name: str, novices: int, seed: int) -> None:
    compared: set[int] = set()
    for game, _, happened in steps(table_of(name, novices), seed, choose=eager_choice):
        told = [read_by_filter(*row) for event in happened for row in rows_of(game.setup, event) if row[0] != DOT_TOLD]
        taped = [read_by_filter(*row) for row in entries(game.state) if row[0] not in (Event.DEALT, Event.NOISE_OVER)]
        # A route comes with its movement in an event, and step by step on the tape.
        assert sorted(told) == sorted(taped)
        assert [row for row in told if row[0] != Event.STEPPED] == [row for row in taped if row[0] != Event.STEPPED]
        compared.update(row[0] for row in told)
    assert {Event.MOVED, Event.STEPPED, Event.SEEN, Event.NOISE, Event.GUARD_STEPPED, Event.TURN_ENDED} <= compared


def test_no_events_are_no_rows() -> None:
    assert codes_of(table_of("mayfair", 1), []) == []


@pytest.mark.rule("1.2", "5.3")
@pytest.mark.parametrize("name", EDITIONS)
def test_a_step_of_the_motion_model_is_one_that_the_doors_allow(name: str) -> None:
    board, options = the_board(), EDITIONS[name]
    model = motion_tables(board, options, MOTION)
    for dot in range(1, DOTS):
        for has_key, weights in enumerate(np.split(model.goal[dot], 2, axis=1)):
            allowed = np.array([board.open_ways[has_key][dot] >> way & 1 for way in range(4)])
            assert (weights.max(axis=1)[allowed == 0] == 0).all()
            assert (weights.min(axis=1)[allowed == 1] > 0).all()  # no legal step is impossible
            assert weights.sum(axis=0) == pytest.approx(float(allowed.any()))  # behind locked doors there may be no way
            assert model.plain[has_key, dot].sum() == pytest.approx(float(allowed.any()))
        assert model.home[:, dot].sum(axis=1) == pytest.approx(1)
        nearer = [
            way for way in range(board.degree[dot]) if board.distance[board.next[dot][way]][model.wish_dots[0]] < model.far[dot, WISH_CARDS]
        ]
        if nearer:
            assert model.goal[dot, nearer, WISH_CARDS].sum() >= 1 - MOTION.stray


@pytest.mark.rule("7.4")
@pytest.mark.parametrize("name", ["mayfair", "reference(equal-directions=all)", "reference(equal-directions=one-or-more)"])
def test_marks_that_fit_are_equally_likely(name: str) -> None:
    state = State(options=parse_options(name))
    for ways in range(16):
        shares = [share_of_marks(fitting_marks(state, ways), marked, ways) for marked in range(16)]
        assert sum(shares) == pytest.approx(1)
        assert [share > 0 for share in shares] == [
            bool(fitting_marks(state, ways) >> marked & 1 or ways == marked == 0) for marked in range(16)
        ]


def step_range(board: Board, state: State, gait: int, longer: int) -> tuple[int, int]:
    """The fewest and the most dots of a plan, as the rules let her write it: to and fro from her cell."""
    novice = state.novices[0]
    novice.status, novice.plan, novice.longer, novice.dot = Status.ON_THE_RUN, gait, longer, novice.cell
    state.asked, novice.steps, novice.route[0] = 1, 0, novice.cell
    ends = []
    while True:
        if may_end(board, state, novice):
            ends.append(novice.steps)
        allowed = may_write(board, state, novice)
        assert bool(allowed >> END & 1) == (novice.steps in ends)
        way = next((way for way in range(4) if allowed >> way & 1), None)
        if way is None:
            return ends[0], ends[-1]
        novice.route[novice.steps + 1] = board.next[novice.route[novice.steps]][way]
        novice.steps += 1


@pytest.mark.rule("4.1", "5.1", "5.6", "10.1")
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("name", [*EDITIONS, "mayfair(exact-run=on)", "reference(exact-run=on)", "dutch(opening=single)"])
def test_step_limits_are_those_of_the_rules(name: str, turn: int) -> None:
    table = GameSetup(name.partition("(")[0], parse_options(name), 1)
    state = State(options=table.options)
    set_table(table.board, state, 1, 1)
    state.turn = turn
    for gait in (Gait.STAND, Gait.SNEAK, Gait.WALK, Gait.RUN):
        for longer in (0, 1) if gait != Gait.STAND else (0,):
            belief = BeliefRecord()
            belief.public.options, belief.public.turn = table.options, turn
            begin_movement(belief, 0, gait | longer << 3 | 1 << 4)
            assert (belief.tracks[0].least, belief.tracks[0].most) == step_range(table.board, state, gait, longer)
