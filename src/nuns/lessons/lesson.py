"""What a lesson is: a position, a seat, a goal, and what counts as success or failure; read from the files in ``data/``."""

import re
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from nuns.referee.actions import Action
from nuns.referee.notation import BadNotation, read
from nuns.referee.position import StartPosition
from nuns.referee.seats import Seat

Code = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Face = Annotated[int, Meta(ge=1, le=6)]
DecisionKind = Literal["plan", "mark", "blessing", "first", "path", "step"]
FILE_NAME = re.compile(r"(\d\d)-([a-z0-9-]+)\.toml")


class BadLesson(ValueError):
    """Raised for a lesson or scene whose file is wrong; the message names the file."""


class EventPattern(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Matches an event by its kind and some of its fields, and by where figures stand when its action is done.

    A field that is given as a list in ``among`` may have any of these values.
    """

    event: str
    fields: dict[str, Any] = {}
    among: dict[str, tuple[Any, ...]] = {}
    standing: dict[str, tuple[int, ...]] = {}  # by figure: the dots on which it may stand
    away: dict[str, tuple[int, ...]] = {}  # by figure: the dots on which it may not stand


class FailureCase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way to fail: its code, for which the client has words, the event that shows it, and the rules if they are not that event's."""

    code: Code
    when: EventPattern
    rules: tuple[str, ...] = ()


class LessonScript(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What everyone but the learner does. Without a line for a decision, guards patrol and chase, and novices stand still."""

    before: tuple[str, ...] = ()  # actions that are done before the learner is asked
    lines: tuple[str, ...] = ()  # answers, each given once, as soon as it is asked for and legal
    dice: dict[str, tuple[Face, ...]] = {}  # by owner, in order
    face: Face = 1  # of every other die


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One lesson. ``solution`` reaches its success, ``trap`` the first of its failures."""

    id: Code = ""
    side: Literal["novices", "guards"]
    seat: Seat
    rules: Annotated[tuple[str, ...], Meta(min_length=1)]  # the paragraphs that it teaches
    decides: Annotated[tuple[DecisionKind, ...], Meta(min_length=1)]  # which decisions are the learner's
    figures: tuple[str, ...] = ()  # for the guards: whose decisions; none for all
    hints: Annotated[int, Meta(ge=1, le=3)]
    start: StartPosition
    script: LessonScript = LessonScript()
    success: Annotated[tuple[EventPattern, ...], Meta(min_length=1)]  # all of them, in any order
    failure: Annotated[tuple[FailureCase, ...], Meta(min_length=1)]  # any of them
    solution: Annotated[tuple[str, ...], Meta(min_length=1)]
    trap: Annotated[tuple[str, ...], Meta(min_length=1)]


@cache
def all_lessons() -> dict[str, Lesson]:
    """Returns every lesson by its id, in the order in which they are taught."""
    return {lesson.id: lesson for lesson in (_read_lesson(name, text) for name, text in data_files("data"))}


def data_files(folder: str) -> list[tuple[str, str]]:
    """Returns the name and text of each data file of a folder, in the order of their names."""
    found = sorted((each for each in files("nuns.lessons").joinpath(folder).iterdir()), key=lambda each: each.name)
    return [(each.name, each.read_text(encoding="utf-8")) for each in found]


def _read_lesson(name: str, text: str) -> Lesson:
    lesson: Lesson = decode_file(name, text, Lesson)
    for line in (*lesson.script.before, *lesson.script.lines, *lesson.solution, *lesson.trap):
        read_line(name, line)
    return msgspec.structs.replace(lesson, id=id_of(name))


def id_of(name: str) -> str:
    """Returns the id that a file's name gives: ``first-steps`` for ``01-first-steps.toml``."""
    found = FILE_NAME.fullmatch(name)
    if not found:
        raise BadLesson(f"{name}: expected a name such as 01-first-steps.toml")
    return found[2]


def decode_file(name: str, text: str, kind: type[Any]) -> Any:
    """Reads a data file as a struct, or raises BadLesson with what is wrong in it."""
    try:
        return msgspec.toml.decode(text, type=kind)
    except (msgspec.DecodeError, ValueError) as fault:
        raise BadLesson(f"{name}: {fault}") from None


def read_line(name: str, line: str) -> Action:
    """Reads a line of notation in a data file."""
    try:
        return read(line)
    except BadNotation as fault:
        raise BadLesson(f"{name}: {fault}") from None
