"""What bots reckon with agrees with the rules: who is heard, where a movement may end, beside whom a false noise may lie."""

from itertools import islice

import pytest

from nuns.board.shape import copy_of
from nuns.board.tables import Board, the_board
from nuns.bots.policies import careful
from nuns.bots.policies.careful import NEVER, WEIGHTS, worth_from
from nuns.bots.policies.noise_decisions import faces_against, is_heard_with
from nuns.bots.policies.rollout import is_heard_alike
from nuns.referee.game_setup import GameSetup
from nuns.rules.caught import is_caught_on, is_on_way_home
from nuns.rules.noise import FACES, faces_heard, hear
from nuns.rules.options import EDITIONS, Options, change_option
from nuns.rules.state import Novice, State
from nuns.rules.turn import answer, legal
from nuns.rules.words import ABBESS, BLESS, END, MONK, Ask, Gait, NoiseStep, Stage, Status
from tests.kit.eager import eager_choice
from tests.kit.game_runs import steps
from tests.kit.lockstep import random_tables
from tests.kit.sample import sample

End = tuple[int, int, int]  # gait, dots, and the last of them


def heard_faces(board: Board, state: State, novice: int, guard: int) -> int:
    """On how many faces of the novice's die the rules let that guard hear her."""
    faces = 0
    for face in range(1, FACES + 1):
        tried = copy_of(state)
        tried.noise_step, tried.dice[novice] = NoiseStep.MAKING, face
        for each in tried.novices:
            each.heard = [0] * len(each.heard)
        hear(board, tried)
        faces += tried.novices[novice].heard[guard] != 0
    return faces


@pytest.mark.rule("7.1", "7.2", "7.4")
def test_the_faces_that_are_feared_are_those_that_the_rules_hear() -> None:
    compared = 0
    for number, (options, novices, guard_players) in enumerate(islice(random_tables(9), sample(16, 200))):
        table = GameSetup("mayfair", options, novices, guard_players)
        for count, (game, _, _) in enumerate(steps(table, 17, number, eager_choice)):
            if game.is_over or game.state.ask != Ask.BLESSING or game.state.noise_step != NoiseStep.MAKING or count % 3:
                continue
            state = copy_of(game.state)
            state.shifts = [0] * len(state.shifts)
            for novice in state.novices:
                if novice.status == Status.ON_THE_RUN and state.dice[novice.figure]:
                    by_guard = [heard_faces(table.board, state, novice.figure, guard.number) for guard in state.guards]
                    assert faces_against(table.board, state, novice, novice.figure) == max(by_guard), options
                    compared += 1
    assert compared > 60


@pytest.mark.rule("7.4", "11.2")
def test_a_novice_on_fredericks_dot_is_not_heard_by_him() -> None:
    """She has nothing to mark there, and so fears nothing; and whoever looks for her does not rule the dot out."""
    table = GameSetup("mayfair", change_option(EDITIONS["mayfair"], "monk", "frederick"), 1)
    game = next(
        game for game, _, _ in steps(table, 4, choose=eager_choice) if game.state.noise_step == NoiseStep.MAKING and game.state.turn > 2
    )
    state = copy_of(game.state)
    novice = next(each for each in state.novices if each.status == Status.ON_THE_RUN)
    monk = state.guards[MONK - ABBESS]
    for guard in state.guards:
        guard.hears = int(guard.number == monk.number)
    novice.dot, novice.gait, novice.heard = monk.dot, Gait.RUN, [0] * len(novice.heard)
    novice.noise = [[0] * 4 for _ in novice.noise]
    state.noise_step, state.dice[novice.figure], state.shifts[novice.figure] = NoiseStep.MAKING, 6, 0
    assert faces_heard(state, NoiseStep.MAKING, Gait.RUN, 0) == 0
    assert faces_against(table.board, state, novice, novice.figure) == 0
    assert not is_heard_with(table.board, state, novice, novice.figure, 0)
    assert is_heard_alike(table.board, state, novice, monk.dot)
    assert not is_heard_alike(table.board, state, novice, table.board.next[monk.dot][0])


def legal_ends(board: Board, state: State, figure: int, came_from: int = 0) -> set[End]:
    """Every end of a plan that the rules allow, but for those that turn back or meet a guard on the run, which she does not weigh."""
    novice, ends = state.novices[figure], set[End]()
    allowed = legal(board, state, figure)
    for number in range(END):
        if novice.plan == Gait.UNWRITTEN or not allowed >> number & 1:
            continue
        here, there = novice.route[novice.steps], board.next[novice.route[novice.steps]][number]
        if there == came_from and novice.plan != Gait.SNEAK and board.degree[here] > 1:
            continue
        further = copy_of(state)
        answer(board, further, figure, number)
        if is_weighed(board, further, further.novices[figure], there):
            ends |= legal_ends(board, further, figure, here)
    if allowed >> END & 1 and novice.plan != Gait.UNWRITTEN:
        ends.add((novice.plan, novice.steps, novice.route[novice.steps]))
    return ends


def is_weighed(board: Board, state: State, novice: Novice, there: int) -> bool:
    return not is_caught_on(state, novice, there) or (novice.status == Status.CAUGHT and is_on_way_home(board, novice))


def weighed_ends(state: State, figure: int, gait: int, monkeypatch: pytest.MonkeyPatch) -> set[End]:
    """Every end that a careful novice weighs with a gait."""
    ends = set[End]()

    def noted(board: object, game: object, novice: object, gait: int, here: int, steps: int, *others: object) -> int:
        ends.add((gait, steps, here))
        return 0

    with monkeypatch.context() as patched:
        patched.setattr(careful, "worth_of_end", noted)
        worth_from(the_board(), state, state.novices[figure], gait, 0, state.novices[figure].route[0], 0, NEVER - 1, WEIGHTS)
    return ends


def tables_with_captures() -> list[Options]:
    """Every edition and way to disobey."""
    return [
        change_option(change_option(change_option(options, "disobey-in-sight", word), "blessings", "off"), "opening", "single")
        for options in EDITIONS.values()
        for word in ("off", "on", "once-unseen")
    ]


@pytest.mark.rule("5.1", "5.6", "8.4", "8.5")
def test_a_careful_novice_weighs_just_the_ends_that_the_rules_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = dict.fromkeys((Status.ON_THE_RUN, Status.CAUGHT), 0)
    for number, options in enumerate(tables_with_captures()):
        table = GameSetup("mayfair", options, 2)
        for game, _, _ in steps(table, 8, number, eager_choice):
            state = game.state
            if game.is_over or state.ask != Ask.PLAN or state.stage != Stage.ROUTES:
                continue
            for novice in state.novices:
                is_new = state.asked >> novice.figure & 1 and novice.plan == Gait.UNWRITTEN
                if not is_new or (novice.status == Status.ON_THE_RUN and state.turn % 5):
                    continue
                for gait in range(Gait.STAND, Gait.RUN + 1):
                    if legal(table.board, state, novice.figure) >> gait & 1:
                        begun = copy_of(state)
                        answer(table.board, begun, novice.figure, gait)
                        assert not legal(table.board, begun, novice.figure) >> BLESS & 1
                        expected = legal_ends(table.board, begun, novice.figure)
                        assert weighed_ends(copy_of(state), novice.figure, gait, monkeypatch) == expected, (options, Gait(gait))
                        compared[Status(novice.status)] += 1
    assert min(compared.values()) > 40
