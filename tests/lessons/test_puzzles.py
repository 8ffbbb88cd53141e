"""The puzzles: each is solved by its best choice and failed by its trap, before the referee alone, and its figures hold together."""

from importlib.resources import files

import msgspec
import pytest

from nuns.lessons.check_puzzles import puzzle_faults
from nuns.lessons.lesson import BadLesson
from nuns.lessons.puzzle import WHOLE, Puzzle, all_puzzles, night_before, puzzle_text, read_puzzle
from nuns.lessons.puzzle_course import PuzzleCourse, solve
from nuns.lessons.seat_moment import TooManyActions
from nuns.referee.actions import Deal, IllegalAction
from nuns.referee.game import refusal
from nuns.referee.notation import read, written
from nuns.referee.seat_events import known_to

PUZZLES = all_puzzles()
KEYS = range(1, 9)
TWINS = 3  # of each puzzle


def of_kind(kind: str) -> list[Puzzle]:
    return [puzzle for puzzle in PUZZLES.values() if puzzle.kind == kind]


def test_there_are_enough_of_each_kind_and_all_of_them_are_small() -> None:
    assert len(of_kind("plan")) >= 24
    assert len(of_kind("movement")) >= 24
    assert len(of_kind("where")) >= 12
    assert sum(len(each.read_bytes()) for each in files("nuns.lessons").joinpath("puzzles").iterdir()) < 1_000_000


def test_no_night_gives_the_same_moment_twice() -> None:
    moments = [(each.source.check, each.source.moment, each.figure, each.kind) for each in PUZZLES.values()]
    assert len(set(moments)) == len(moments)


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_a_puzzle_is_solved_by_its_best_choice_and_failed_by_its_trap(puzzle: Puzzle) -> None:
    assert list(puzzle_faults([puzzle])) == []


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_a_puzzle_begins_as_its_seat_knew_the_night(puzzle: Puzzle) -> None:
    game, moment = night_before(puzzle), PuzzleCourse(puzzle).moment()
    assert moment.events == known_to(puzzle.seat, game.events)
    assert moment.outcome is None
    assert game.setup.options_name == puzzle.options
    assert bool(moment.view.actions) == (puzzle.kind != "where")
    assert (moment.foresight is not None) == (puzzle.kind == "plan")
    assert read_puzzle(f"{puzzle.id}.json", puzzle_text(puzzle)) == puzzle


@pytest.mark.parametrize("puzzle", of_kind("plan") + of_kind("movement"), ids=lambda each: each.id)
def test_the_figures_of_a_decision_hold_together(puzzle: Puzzle) -> None:
    best, *others = puzzle.choices
    assert puzzle.rollouts >= 200
    assert (best.grade, best.loss, best.low, best.high) == ("best", 0, 0, 0)
    for choice in others:
        assert choice.low <= choice.loss <= choice.high
        assert choice.grade == ("worse" if choice.low > 0 else "equal")
    trap = next(choice for choice in others if choice.actions == puzzle.trap)
    if puzzle.kind == "plan":  # a guard's movement may end the turn
        assert best.after
        assert trap.after


@pytest.mark.parametrize("puzzle", of_kind("where"), ids=lambda each: each.id)
def test_where_she_is_believed_adds_up_and_is_shown_afterwards(puzzle: Puzzle) -> None:
    assert WHOLE - 40 <= sum(puzzle.dots.values()) <= WHOLE + 20
    outcome = solve(puzzle, (), puzzle.trap_dot).moment().outcome
    assert outcome is not None
    assert outcome.dots == puzzle.dots
    assert outcome.score == round(100 * puzzle.dots[puzzle.trap_dot] / puzzle.dots[puzzle.best_dot])
    assert outcome.true_dot in puzzle.dots
    nowhere = next(dot for dot in night_before(puzzle).setup.convent.dots if dot not in puzzle.dots)
    missed = solve(puzzle, (), nowhere).moment().outcome
    assert missed is not None
    assert (missed.verdict, missed.score) == ("wrong", 0)


def twins_of(puzzle: Puzzle) -> list[Puzzle]:
    """The same night for the seat, in which novices have other wish cards."""
    deal, found = read(puzzle.before[0]), list[Puzzle]()
    assert isinstance(deal, Deal)
    known = known_to(puzzle.seat, night_before(puzzle).events)
    taken = {each.key for each in deal.novices}
    for place, novice in enumerate(deal.novices):
        for key in KEYS:
            if key in taken or f"novice-{novice.novice}" == puzzle.seat or len(found) == TWINS:
                continue
            dealt = tuple(msgspec.structs.replace(each, key=key) if at == place else each for at, each in enumerate(deal.novices))
            other = msgspec.structs.replace(puzzle, before=(written(Deal(dealt, deal.abbess, deal.prioress)), *puzzle.before[1:]))
            try:
                if known_to(puzzle.seat, night_before(other).events) == known:
                    found.append(other)
            except IllegalAction:
                continue
    return found


def test_before_the_answer_twin_nights_give_the_same_bytes() -> None:
    """Nights that differ only in secrets of others look the same to the solver, byte by byte."""
    compared = 0
    for puzzle in PUZZLES.values():
        here = msgspec.json.encode(PuzzleCourse(puzzle).moment())
        for other in twins_of(puzzle):
            compared += 1
            assert night_before(other).state != night_before(puzzle).state
            assert msgspec.json.encode(PuzzleCourse(other).moment()) == here, puzzle.id
    assert compared >= len(PUZZLES)


def test_the_same_answer_gives_the_same_bytes() -> None:
    puzzle = of_kind("plan")[0]
    one, two = (msgspec.json.encode(solve(puzzle, [read(puzzle.trap[0])]).moment()) for _ in range(2))
    assert one == two


def test_the_turn_is_played_to_its_end_after_an_answer() -> None:
    for puzzle in of_kind("plan")[:6]:
        for actions in (puzzle.best.actions, puzzle.trap):
            course = solve(puzzle, [read(line) for line in actions])
            assert course.game.is_over or course.game.turn == puzzle.turn + 1
            assert course.moment().decision is None
            assert course.moment().view.actions == ()


def test_a_choice_that_nobody_tried_has_no_worth() -> None:
    """Every plan is judged: as one of the choices, or as one that was not measured."""
    puzzle = of_kind("plan")[0]
    foresight = PuzzleCourse(puzzle).moment().foresight
    assert foresight is not None
    fits = [(fit, reach.dot) for reach in foresight.reaches for fit in reach.fits if not fit.one_more_step]
    valued = {(choice.gait, choice.route[-1]) for choice in puzzle.choices}
    fit, dot = next((fit, dot) for fit, dot in fits if (fit.gait, dot) not in valued)
    outcome = solve(puzzle, [read(f"{puzzle.figure} {fit.gait} {'-'.join(map(str, fit.route))}")]).moment().outcome
    assert outcome is not None
    assert (outcome.verdict, outcome.loss) == ("unvalued", None)
    assert outcome.best is not None
    assert outcome.best.route == puzzle.best.route
    assert dot not in outcome.best.route[-1:]


def test_a_movement_is_made_step_by_step_and_can_be_refused() -> None:
    puzzle = next(each for each in of_kind("movement") if len(each.best.actions) > 2)
    first, *rest = [read(line) for line in puzzle.best.actions]
    course = solve(puzzle, [first])
    assert course.is_answered or course.moment().decision == "1"
    with pytest.raises(IllegalAction):
        PuzzleCourse(puzzle).act(read("novice-1 stand 1"))
    assert refusal(PuzzleCourse(puzzle).game, first, puzzle.seat) is None
    assert rest


def test_what_a_puzzle_does_not_ask_for_is_refused() -> None:
    plan, where = of_kind("plan")[0], of_kind("where")[0]
    with pytest.raises(TooManyActions, match="after the answer"):
        solve(plan, [read(plan.trap[0])] * 2)
    with pytest.raises(TooManyActions, match="after the answer"):
        solve(where, [read("abbess first")])
    with pytest.raises(ValueError, match="asks where she is"):
        solve(plan, (), 5)
    with pytest.raises(ValueError, match="expected a dot of"):
        solve(where, (), 400)


@pytest.mark.parametrize("name, text, said", [("plan-01.json", "{}", "missing required field"), ("plan-01.json", "{", "plan-01.json")])
def test_a_bad_file_is_named_with_what_is_wrong(name: str, text: str, said: str) -> None:
    with pytest.raises(BadLesson, match=said):
        read_puzzle(name, text)


def test_a_puzzle_with_wrong_figures_is_found_out() -> None:
    plan, where = of_kind("plan")[0], of_kind("where")[0]
    wrong = [
        msgspec.structs.replace(plan, trap=plan.best.actions),
        msgspec.structs.replace(plan, gap=0.5, high=0.6),
        msgspec.structs.replace(plan, low=-0.1),
        msgspec.structs.replace(plan, turn=plan.turn + 1),
        msgspec.structs.replace(plan, before=plan.before[:-1]),
        msgspec.structs.replace(where, trap_dot=where.best_dot),
    ]
    for puzzle in wrong:
        assert list(puzzle_faults([puzzle])), puzzle
