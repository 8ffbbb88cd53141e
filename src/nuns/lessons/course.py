"""A lesson while it is taken: the learner's actions so far, their events, and whether they are success or failure."""

from collections.abc import Sequence
from typing import Any

import msgspec

from nuns.lessons.lesson import EventPattern, FailureCase, Lesson
from nuns.lessons.others import ScriptedPlayers
from nuns.lessons.seat_moment import SeatMoment, TooManyActions, planned_aim, seat_moment
from nuns.referee.actions import Action
from nuns.referee.aims import Aim
from nuns.referee.events import Event, as_object
from nuns.referee.explain import Explanation, explain
from nuns.referee.game import Game, apply
from nuns.referee.notation import read
from nuns.referee.position import begin_at
from nuns.referee.seat_events import known_event, known_to
from nuns.referee.seats import FIGURE_NAMES, Seat
from nuns.rules.words import ABBESS, NOVICES, Ask

MOST_ACTIONS = 60  # of the learner in one lesson; the longest solution has some twenty
MOST_ANSWERS = 400  # of everyone else between two decisions of the learner
KINDS = {Ask.PLAN: "plan", Ask.DIRECTION: "mark", Ask.BLESSING: "blessing", Ask.ORDER: "first", Ask.PATH: "path", Ask.STEP: "step"}


class LessonOutcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a lesson ended: the code of the failure, or none for success; and the event that it came from, with its explanation."""

    success: bool
    code: str | None = None
    event: int | None = None  # its number among the seat's events
    explanation: Explanation | None = None


class LessonMoment(SeatMoment, frozen=True, kw_only=True, omit_defaults=True):
    """What the learner knows at a moment of a lesson, and how it ended."""

    outcome: LessonOutcome | None = None


class LessonCourse:
    """One attempt at a lesson; it goes on by itself until the learner must decide, or until it is decided."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.game = lesson, begin_at(lesson.start)
        self._others = ScriptedPlayers(lesson.script)
        self._open = list(lesson.success)
        self._decided: tuple[FailureCase | None, Event] | None = None  # the failure, or None for success, and the event
        self._count = 0
        for line in lesson.script.before:
            apply(self.game, read(line))
        self._go_on()

    @property
    def is_decided(self) -> bool:
        """Whether the lesson has ended in success or failure."""
        return self._decided is not None

    @property
    def is_asked(self) -> bool:
        """Whether the learner has to decide something now."""
        return not self.is_decided and self._is_asked()

    def act(self, action: Action) -> None:
        """Carries out an action of the learner; raises IllegalAction, or TooManyActions."""
        if self._count >= MOST_ACTIONS:
            raise TooManyActions(f"expected at most {MOST_ACTIONS} actions in a lesson; got more")
        if self.is_decided:
            raise TooManyActions("expected no action after the end of the lesson; got one")
        self._count += 1
        self._apply(action, self.lesson.seat)
        self._go_on()

    def moment(self) -> LessonMoment:
        """Returns what the learner knows now."""
        now = seat_moment(self.game, self.lesson.seat, self._count if self.is_asked else None)
        return LessonMoment(**now.fields(), outcome=self.outcome())

    def outcome(self) -> LessonOutcome | None:
        """Returns how the lesson ended, or None while it goes on."""
        if self._decided is None:
            return None
        failure, event = self._decided
        code = None if failure is None else failure.code
        if failure is not None and failure.because:
            event = next((each for each in reversed(self.game.events) if as_object(each)["event"] == failure.because), event)
        if known_event(event, self.lesson.seat) is None:
            return LessonOutcome(success=failure is None, code=code)
        before = self.game.events[: next(place for place, each in enumerate(self.game.events) if each is event)]
        number = len(known_to(self.lesson.seat, before))
        explanation = self.explanation(number)
        if failure is not None and failure.rules:
            explanation = msgspec.structs.replace(explanation, rules=failure.rules)
        return LessonOutcome(success=failure is None, code=code, event=number, explanation=explanation)

    def explanation(self, event: int) -> Explanation:
        """Returns why an event happened, as the learner's seat knows it; raises ValueError."""
        return explain(self.game, event, self.lesson.seat)

    def aim(self, dot: int) -> Aim:
        """Returns how the learner's novice would go to a dot in several turns; raises ValueError."""
        return planned_aim(self.game, self.lesson.seat, self.moment(), dot)

    def _is_asked(self) -> bool:
        """Whether the learner has something to decide that the lesson leaves to them."""
        game, lesson = self.game, self.lesson
        if not game.is_waiting_for(lesson.seat) or KINDS.get(Ask(game.ask)) not in lesson.decides:
            return False
        asked = [FIGURE_NAMES[figure] for figure in game.figures(lesson.seat) if game.state.asked >> figure & 1]
        return not lesson.figures or any(figure in lesson.figures for figure in asked)

    def _go_on(self) -> None:
        """Lets everyone else answer until the learner is asked or the lesson is decided."""
        for _ in range(MOST_ANSWERS):
            if self.is_decided or self.game.is_over or self._is_asked():
                return
            seat = self.game.waiting[0]
            self._apply(self._others.answer(self.game, seat), seat)
        raise AssertionError(f"the lesson {self.lesson.id} never asks its learner")

    def _apply(self, action: Action, seat: Seat) -> None:
        for event in apply(self.game, action, None if seat == Seat.CHANCE else seat):
            if self._decided is None:
                self._judge(event)

    def _judge(self, event: Event) -> None:
        for case in self.lesson.failure:
            if matches(self.game, event, case.when):
                self._decided = case, event
                return
        before = len(self._open)
        self._open = [pattern for pattern in self._open if not matches(self.game, event, pattern)]
        if not self._open and before:
            self._decided = None, event


def take(lesson: Lesson, actions: Sequence[Action]) -> LessonCourse:
    """Returns the attempt at a lesson in which the learner has done all this."""
    course = LessonCourse(lesson)
    for action in actions:
        course.act(action)
    return course


def matches(game: Game, event: Event, pattern: EventPattern) -> bool:
    """Tells whether an event fits a pattern, in the state of the game after its action."""
    told: dict[str, Any] = as_object(event)
    return (
        told["event"] == pattern.event
        and all(_same(told.get(name), value) for name, value in pattern.fields.items())
        and all(any(_same(told.get(name), value) for value in values) for name, values in pattern.among.items())
        and all(dot_of(game, figure) in dots for figure, dots in pattern.standing.items())
        and not any(dot_of(game, figure) in dots for figure, dots in pattern.away.items())
    )


def _same(one: Any, two: Any) -> bool:
    return list(one) == list(two) if isinstance(one, list | tuple) and isinstance(two, list | tuple) else bool(one == two)


def dot_of(game: Game, figure: str) -> int:
    """Returns the dot on which a novice or a guard stands."""
    number = FIGURE_NAMES.index(figure)
    return game.state.novices[number].dot if number < NOVICES else game.state.guards[number - ABBESS].dot
