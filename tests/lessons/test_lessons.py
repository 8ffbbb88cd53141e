"""The lessons: each is solved by its solution and failed by its trap, and says why."""

from typing import Any

import msgspec
import pytest

from nuns.lessons.check import lesson_faults
from nuns.lessons.course import MOST_ACTIONS, LessonCourse, take
from nuns.lessons.lesson import BadLesson, Lesson, all_lessons, decode_file, id_of
from nuns.lessons.seat_moment import TooManyActions
from nuns.referee.actions import IllegalAction
from nuns.referee.events import as_object
from nuns.referee.notation import read

LESSONS = all_lessons()
ORDER = [
    "first-steps", "quiet-feet", "out-of-the-light", "vanish", "key-and-wish", "caught", "home-before-dawn", "a-blessing",
    "paths", "leave-the-path", "listen", "shadow",
]  # fmt: skip
# What decides each lesson, by value: the event of its solution, and of its trap with the rules that are named.
DECIDED: dict[str, tuple[dict[str, Any], dict[str, Any], tuple[str, ...]]] = {
    "first-steps": ({"event": "key_taken", "novice": 2, "dot": 36}, {"event": "novice_moved", "gait": "walk"}, ("5.4",)),
    "quiet-feet": ({"event": "turn_ended"}, {"event": "novice_caught", "guard": "prioress", "dot": 36}, ("7.1", "7.4")),
    "out-of-the-light": ({"event": "turn_ended"}, {"event": "novice_caught", "guard": "abbess", "dot": 82}, ("6.1", "6.6")),
    "vanish": ({"event": "turn_ended"}, {"event": "novice_caught", "guard": "abbess", "dot": 72}, ("6.7", "9.6")),
    "key-and-wish": ({"event": "wish_taken", "dot": 118}, {"event": "turn_ended", "turn": 4}, ("5.3", "5.4")),
    "caught": ({"event": "turn_ended"}, {"event": "novice_caught", "dot": 72}, ("8.6",)),
    "home-before-dawn": ({"event": "game_over", "reason": "home", "turn": 15}, {"event": "game_over", "reason": "dawn"}, ("1.3",)),
    "a-blessing": ({"event": "turn_ended"}, {"event": "novice_caught", "guard": "abbess", "dot": 107}, ("7.1", "10.5")),
    "paths": ({"event": "novice_caught", "guard": "abbess", "dot": 69}, {"event": "turn_ended"}, ("9.3", "9.6")),
    "leave-the-path": ({"event": "novice_caught", "guard": "prioress", "dot": 36}, {"event": "turn_ended"}, ("9.6", "9.8")),
    "listen": ({"event": "novice_caught", "guard": "abbess", "dot": 28}, {"event": "guard_stopped", "gait": "run"}, ("7.3", "9.1")),
    "shadow": ({"event": "novice_caught", "guard": "prioress", "dot": 19}, {"event": "game_over", "reason": "home"}, ("1.2",)),
}


def played(lesson: Lesson, lines: tuple[str, ...]) -> LessonCourse:
    return take(lesson, [read(line) for line in lines])


def deciding(course: LessonCourse) -> dict[str, Any]:
    moment, outcome = course.moment(), course.outcome()
    assert outcome is not None
    assert outcome.event is not None
    return as_object(moment.events[outcome.event])


def test_there_are_twelve_lessons_in_their_order() -> None:
    assert list(LESSONS) == ORDER == list(DECIDED)


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_lesson_is_solved_by_its_solution_and_failed_by_its_trap(lesson: Lesson) -> None:
    assert list(lesson_faults(lesson)) == []
    success, failure, rules = DECIDED[lesson.id]
    solved, failed = played(lesson, lesson.solution), played(lesson, lesson.trap)
    assert deciding(solved).items() >= success.items()
    assert any(as_object(event).items() >= failure.items() for event in failed.moment().events)
    assert deciding(failed)["event"] == (lesson.failure[0].because or failure["event"])
    outcome = failed.outcome()
    assert outcome is not None
    assert outcome.explanation is not None
    assert outcome.explanation.rules == rules


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_lesson_asks_at_its_start_and_explains_everything_its_seat_learns(lesson: Lesson) -> None:
    begun = LessonCourse(lesson).moment()
    assert begun.decision == "0"
    assert begun.outcome is None
    assert begun.view.actions
    assert (begun.foresight is not None) == (lesson.side == "novices")
    for lines in (lesson.solution, lesson.trap):
        course = played(lesson, lines)
        events = course.moment().events
        assert all(course.explanation(number).rules for number in range(len(events)))


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_the_same_actions_lead_to_the_same_bytes(lesson: Lesson) -> None:
    one, two = (msgspec.json.encode(played(lesson, lesson.trap).moment()) for _ in range(2))
    assert one == two


def test_a_failed_or_solved_lesson_asks_no_more() -> None:
    lesson = LESSONS["first-steps"]
    course = played(lesson, lesson.solution)
    assert course.moment().decision is None
    assert course.moment().view.actions == ()
    with pytest.raises(TooManyActions, match="after the end of the lesson"):
        course.act(read("novice-2 stand 36"))


def test_a_lesson_refuses_what_the_rules_refuse_and_goes_on() -> None:
    course = LessonCourse(LESSONS["first-steps"])
    with pytest.raises(IllegalAction, match="walk"):
        course.act(read("novice-2 walk 51-50-36"))
    with pytest.raises(IllegalAction):
        course.act(read("abbess stops"))
    course.act(read("novice-2 sneak 51-50-36"))
    assert course.is_decided


def test_a_lesson_that_is_never_finished_ends() -> None:
    course = LessonCourse(LESSONS["first-steps"])
    for _ in range(MOST_ACTIONS):
        course.act(read("novice-2 ruler 1-2"))
    with pytest.raises(TooManyActions, match=f"at most {MOST_ACTIONS} actions"):
        course.act(read("novice-2 sneak 51-50-36"))


def test_what_the_other_side_hides_is_not_told() -> None:
    """The guards of the last lesson are told a run, and never its route, as at a table."""
    moment = LessonCourse(LESSONS["shadow"]).moment()
    moved = next(as_object(event) for event in moment.events if as_object(event)["event"] == "novice_moved")
    assert (moved["gait"], "route" in moved) == ("run", False)
    assert moment.view.sheets == ()
    assert b'"dot":19' not in msgspec.json.encode(moment.view.novices)


@pytest.mark.parametrize(
    "text, said",
    [
        ("side = 1", "Expected `str`, got `int`"),
        ('side = "novices"', "missing required field"),
        ("= =", "03-x.toml"),
    ],
)
def test_a_bad_file_is_named_with_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(BadLesson, match=r"03-x\.toml") as fault:
        decode_file("03-x.toml", text, Lesson)
    assert said in str(fault.value)


def test_an_id_comes_from_a_numbered_name() -> None:
    assert id_of("01-first-steps.toml") == "first-steps"
    with pytest.raises(BadLesson, match="expected a name such as"):
        id_of("first.toml")
