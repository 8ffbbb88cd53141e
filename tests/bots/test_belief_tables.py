"""The filter's tables against the rules: on random states under random options of all editions, both say the same."""

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from nuns.board.shape import copy_of
from nuns.board.tables import DOTS, OUTLOOKS, Board, the_board
from nuns.bots.belief.event_reader import EventReader
from nuns.bots.belief.guard_tracker import GuardTracker
from nuns.bots.belief.motion_model import MOTION, motion_model_of
from nuns.bots.belief.noise_model import heard_ways, marks
from nuns.bots.belief.rule_tables import HAS_KEY, RuleTables
from nuns.referee import events as ev
from nuns.referee.game_setup import GAIT_NAMES, GameSetup
from nuns.referee.seats import Seat
from nuns.rules.blessings import may_play, places_for_false_noise
from nuns.rules.caught import free_those_away, is_on_way_home, meet_guards
from nuns.rules.noise import hear, may_mark
from nuns.rules.novices import may_end, may_write
from nuns.rules.options import EDITIONS, NAMES, Options, changed, parsed, words_of
from nuns.rules.setup import set_table
from nuns.rules.sight import is_watched, seen_by, sees
from nuns.rules.state import Guard, State
from nuns.rules.words import DIE_OWNERS, END, NOWHERE, PASS, Blessing, Gait, NoiseStep, Status

STATES = range(40)
TOWER_DOTS = (67, 68)


def random_options(rng: random.Random) -> Options:
    """An edition with some options changed, and the last readings of the rulebooks more often than others."""
    options = EDITIONS[rng.choice(sorted(EDITIONS))]
    for name in rng.sample(NAMES, rng.choice((0, 4, len(NAMES)))):
        options = changed(options, name, rng.choice(words_of(name)))
    return options


def put(board: Board, guard: Guard, outlook: int) -> None:
    """Stands a guard where that outlook is, facing its way."""
    guard.outlook = outlook
    guard.dot = board.facing[outlook][1 - outlook % 2]


def random_state(rng: random.Random) -> tuple[Board, State]:
    """Guards anywhere, some of whom ran; six novices of any status; dice and shifts of either noise step."""
    board, state = the_board(), State(options=random_options(rng))
    set_table(board, state, 6, 1)
    state.turn, state.noise_step = rng.randint(1, 3), rng.choice(tuple(NoiseStep))
    for guard in state.guards:
        if guard.dot != NOWHERE and rng.random() < 0.9:
            put(board, guard, rng.randrange(1, OUTLOOKS))
        guard.ran = rng.randint(0, 1) if guard.chases else 0
    for novice in state.novices:
        novice.status = rng.choice((Status.ON_THE_RUN, Status.ON_THE_RUN, Status.CAUGHT, Status.HOME))
        novice.gait = rng.choice((Gait.STAND, Gait.SNEAK, Gait.WALK, Gait.RUN))
    for owner in range(DIE_OWNERS):
        state.dice[owner] = rng.choice((0, 1, 2, 3, 4, 5, 6, 6))
        state.shifts[owner] = rng.choice((-1, 0, 0, 1, 2))
    return board, state


@pytest.fixture(params=STATES)
def drawn(request: pytest.FixtureRequest) -> tuple[random.Random, Board, State, RuleTables]:
    rng = random.Random(request.param)
    board, state = random_state(rng)
    return rng, board, state, motion_model_of(board, state.options, MOTION).tables


Drawn = tuple[random.Random, Board, State, RuleTables]


@pytest.mark.rule("6.1", "6.5", "8.5", "11.2")
def test_sight_is_that_of_the_rules(drawn: Drawn) -> None:
    _, board, state, tables = drawn
    masks = GuardTracker(tables, state).masks()
    for dot in range(1, DOTS):
        assert masks.seen[dot] == (seen_by(board, state, dot) != 0)
        assert masks.watched[dot] == is_watched(board, state, dot)
        for guard in state.guards:
            assert tables.seen_from(guard)[dot] == sees(board, state, guard, dot)


@pytest.mark.rule("5.5", "8.9")
def test_a_novice_is_caught_on_the_dots_on_which_the_rules_catch_her(drawn: Drawn) -> None:
    _, _, state, tables = drawn
    state.guards[0].dot = state.novices[0].cell
    for novice in state.novices:
        novice.status = Status.ON_THE_RUN
        dots = set()
        for dot in {guard.dot for guard in state.guards} - {NOWHERE}:
            trial = copy_of(state)
            trial.novices[novice.figure].dot = dot
            if meet_guards(trial, trial.novices[novice.figure]):
                dots.add(dot)
        assert set(GuardTracker(tables, state).capture_dots(novice)) == dots


@pytest.mark.rule("7.1", "7.2", "7.3", "7.4", "10.3")
def test_hearing_is_that_of_the_rules(drawn: Drawn) -> None:
    _, board, state, tables = drawn
    expected = np.zeros((len(state.novices), len(state.guards), DOTS), dtype=np.intp)
    for dot in range(1, DOTS):
        trial = copy_of(state)
        for novice in trial.novices:
            novice.dot = dot
        hear(board, trial)
        for novice in trial.novices:
            expected[novice.figure, :, dot] = novice.heard[: len(state.guards)]
    for novice in state.novices:
        for guard in state.guards:
            ways = heard_ways(tables, state, novice, guard)
            assert (expected[novice.figure, guard.number, 1:] == (0 if ways is None else ways[1:])).all()


@pytest.mark.rule("7.4")
def test_marks_are_those_of_the_rules(drawn: Drawn) -> None:
    _, _, state, tables = drawn
    for ways in range(1, 16):
        novice = state.novices[0]
        novice.heard[0], novice.marked[0] = ways, 0
        allowed = may_mark(state, novice)
        assert [tables.marks[marked, ways] > 0 for marked in range(16)] == [bool(allowed >> marked & 1) for marked in range(16)]
        assert tables.marks[:, ways].sum() == pytest.approx(1)


@pytest.mark.rule("10.4")
def test_false_noises_are_placed_where_the_rules_let_them(drawn: Drawn) -> None:
    _, board, state, _ = drawn
    for figure in range(8):
        state.blessings[figure] = Blessing.FALSE_NOISE
        assert may_play(board, state, figure) == places_for_false_noise(board, state, figure) | 1 << PASS


@pytest.mark.rule("8.4")
def test_the_way_home_is_that_of_the_rules(drawn: Drawn) -> None:
    rng, board, state, tables = drawn
    novice = rng.choice(state.novices)
    for phase, has_key in enumerate(HAS_KEY):
        novice.has_key, novice.steps, novice.plan = has_key, 1, Gait.WALK
        for dot in range(1, DOTS):
            for way in range(board.degree[dot]):
                novice.route[:2] = [dot, board.next[dot][way]]
                is_open = bool(board.open_ways[has_key][dot] >> way & 1)
                assert tables.homeward(novice)[dot, way, phase] == (is_open and is_on_way_home(board, novice))


@pytest.mark.rule("8.6", "8.7")
def test_those_are_freed_whom_the_rules_free(drawn: Drawn) -> None:
    rng, _, state, tables = drawn
    novice = rng.choice(state.novices)
    away = np.array([rng.random() < 0.5 for _ in range(DOTS)])
    freed = tables.freed(novice, away)
    for dot in range(1, DOTS):
        novice.status, novice.dot, novice.slipped_away, state.said = Status.CAUGHT, dot, int(away[dot]), 0
        free_those_away(state)
        assert freed[dot] == (novice.status == Status.ON_THE_RUN)


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


def movements(table: GameSetup, turn: int) -> Iterator[tuple[int, int, tuple[int, int]]]:
    """Gait, blessing and the range of steps that the filter reckons with in that turn."""
    for gait in (Gait.STAND, Gait.SNEAK, Gait.WALK, Gait.RUN):
        for longer in (0, 1) if gait != Gait.STAND else (0,):
            reader = EventReader(table, Seat.SPECTATOR, MOTION)
            dealt = (ev.SetUpNovice(novice=1),)
            reader.observe(ev.SetUp(turn=0, edition="mayfair", options={}, players=2, novices=dealt, guards=(), monk="none"))
            reader.observe(ev.NoviceMoved(turn=turn, novice=1, phase=1, gait=GAIT_NAMES[gait], blessing=bool(longer)))
            movement = reader.tracks[1].movement
            assert movement is not None
            yield gait, longer, (movement.least, movement.most)


@pytest.mark.rule("4.1", "5.1", "5.6", "10.1")
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("name", [*EDITIONS, "mayfair(exact-run=on)", "reference(exact-run=on)", "dutch(opening=single)"])
def test_step_limits_are_those_of_the_rules(name: str, turn: int) -> None:
    table = GameSetup(name.partition("(")[0], parsed(name), 1)
    state = State(options=table.options)
    set_table(table.board, state, 1, 1)
    state.turn = turn
    for gait, longer, limits in movements(table, turn):
        assert limits == step_range(table.board, state, gait, longer)


# -- where copies of a rule had drifted apart ---------------------------------------------------------------------------------


@pytest.mark.rule("7.4", "11.2")
def test_on_the_dot_of_one_who_listens_nothing_is_placed() -> None:
    board, state = the_board(), State(options=parsed("mayfair(monk=frederick)"))
    set_table(board, state, 1, 1)
    state.dice[0] = 6
    novice, tables = state.novices[0], motion_model_of(board, state.options, MOTION).tables
    novice.status, novice.gait = Status.ON_THE_RUN, Gait.RUN
    for guard in state.guards:
        ways = heard_ways(tables, state, novice, guard)
        assert ways is not None
        assert ways[guard.dot] == 0
        assert ways[board.next[guard.dot][0]] == 1
    assert not any(tables.earshot(step, die, gait)[0] for step in NoiseStep for die in range(1, 8) for gait in range(1, 5))


@pytest.mark.rule("5.6")
def test_an_exact_run_has_no_fewer_dots_than_five() -> None:
    limits = {(gait, longer): found for gait, longer, found in movements(GameSetup("mayfair", parsed("mayfair(exact-run=on)"), 1), 2)}
    assert limits[Gait.RUN, 0] == (5, 5)
    assert limits[Gait.RUN, 1] == (5, 6)
    assert limits[Gait.SNEAK, 0] == (1, 2)


@pytest.mark.rule("6.4")
@pytest.mark.parametrize("name, is_seen", [("mayfair", False), ("italian", True)])
def test_the_tower_is_seen_in_one_edition(name: str, is_seen: bool) -> None:
    board, tables = the_board(), motion_model_of(the_board(), parsed(name), MOTION).tables
    one, two = TOWER_DOTS
    outlooks = [outlook for outlook in range(1, OUTLOOKS) if board.facing[outlook] == [one, two] and outlook % 2]
    guard = Guard(sees=1, chases=1)
    put(board, guard, outlooks[0])
    assert guard.dot == one
    assert tables.seen_from(guard)[two] == is_seen


@pytest.mark.rule("7.1", "7.3")
def test_a_limit_on_hearing_holds_for_both_noise_steps() -> None:
    tables = motion_model_of(the_board(), parsed("italian(run-modifier=1)"), MOTION).tables
    free = motion_model_of(the_board(), parsed("italian(run-modifier=1,hearing-limit=0)"), MOTION).tables
    assert [int(each.earshot(NoiseStep.MAKING, 6, Gait.RUN).sum()) for each in (tables, free)] == [6, 7]
    assert [int(each.earshot(NoiseStep.LISTENING, 7, Gait.RUN).sum()) for each in (tables, free)] == [6, 7]


def test_two_tokens_on_one_way_are_not_both_real() -> None:
    guard = Guard(number=1)
    assert marks(Counter({(1, 2): 1, (1, 0): 1, (0, 3): 1}), guard) == 0b101
    assert marks(Counter({(1, 2): 2}), guard) == -1
