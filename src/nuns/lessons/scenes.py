"""Scenes: the worked examples of the rulebooks and the questions players ask, each a position, some actions and what must come of them."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from nuns.lessons.course import matches
from nuns.lessons.lesson import Code, EventPattern, LessonScript, data_files, decode_file, id_of, read_line
from nuns.lessons.others import ScriptedPlayers
from nuns.referee.actions import Action
from nuns.referee.codes import RuleRefusal
from nuns.referee.events import Event
from nuns.referee.explain import Explanation, explain_event
from nuns.referee.game import Game, apply, refusal
from nuns.referee.notation import read, written
from nuns.referee.options import EDITIONS
from nuns.referee.position import StartPosition, begin_at
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat
from nuns.referee.view import View, known_by, seen_by_seat

OTHERS = "..."  # in a list of actions: everyone else answers until one of the actions that follow is legal
REFUSED = "! "  # before an action that the rules refuse
MOST_ANSWERS = 200


class SceneCase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One answer to the question of a scene, with the editions that give it."""

    code: Code
    editions: Annotated[tuple[str, ...], Meta(min_length=1)]
    options: str = ""  # that differ from the edition, such as ``blessings=off``
    start: StartPosition | None = None  # where it differs from the scene's
    actions: tuple[str, ...] = ()  # where they differ from the scene's
    expect: Annotated[tuple[EventPattern, ...], Meta(min_length=1)]  # in this order, others between them
    never: tuple[EventPattern, ...] = ()
    refused: tuple[str, ...] = ()  # the codes of the refusals, in order


class RuleScene(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scene: which question or example it shows, under which rules it stands, and its answers."""

    id: Code = ""
    question: int | None = None  # its number among the questions
    example: int | None = None  # its number in section 13 of the rules
    rules: Annotated[tuple[str, ...], Meta(min_length=1)]
    seat: Seat = Seat.OMNISCIENT  # through whose eyes it is shown
    start: StartPosition
    actions: tuple[str, ...] = ()
    script: LessonScript = LessonScript()
    cases: Annotated[tuple[SceneCase, ...], Meta(min_length=1)]


class SceneStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One action of a scene, what happened, why, and what is seen afterwards; the first step has only the view."""

    view: View
    action: str | None = None
    events: tuple[Event, ...] = ()
    explanations: tuple[Explanation, ...] = ()  # one for each event
    refusal: RuleRefusal | None = None


class ShownCase(msgspec.Struct, frozen=True, kw_only=True):
    """One answer of a scene, played."""

    code: str
    editions: tuple[str, ...]
    options: str
    steps: tuple[SceneStep, ...]


class ShownScene(msgspec.Struct, frozen=True, kw_only=True):
    """A scene, played: each of its answers step by step."""

    id: str
    rules: tuple[str, ...]
    cases: tuple[ShownCase, ...]


@cache
def all_scenes() -> dict[str, RuleScene]:
    """Returns every scene by its id, in the order of their files."""
    return {scene.id: scene for scene in (read_scene(name, text) for name, text in data_files("scenes"))}


def read_scene(name: str, text: str) -> RuleScene:
    """Reads a scene from the text of its file, or raises BadLesson."""
    scene: RuleScene = decode_file(name, text, RuleScene)
    for line in (*scene.actions, *(line for case in scene.cases for line in case.actions)):
        if line != OTHERS:
            read_line(name, line.removeprefix(REFUSED))
    return replace(scene, id=id_of(name))


def shown(scene: RuleScene) -> ShownScene:
    """Plays a scene, each answer by the first of its editions."""
    cases = tuple(
        ShownCase(code=case.code, editions=case.editions, options=_options(case, case.editions[0]), steps=_steps(scene, case))
        for case in scene.cases
    )
    return ShownScene(id=scene.id, rules=scene.rules, cases=cases)


def _options(case: SceneCase, edition: str) -> str:
    return f"{edition}({case.options})" if case.options else edition


def _steps(scene: RuleScene, case: SceneCase) -> tuple[SceneStep, ...]:
    play = ScenePlay(scene, case, case.editions[0])
    steps = [SceneStep(view=seen_by_seat(play.game, scene.seat))]
    known = len(play.game.events)
    start = play.game.start
    if start is not None and scene.seat != Seat.OMNISCIENT:
        start = known_by(Game(play.game.setup, start), scene.seat)
    for action, why_not in play.run():
        events = _told(scene.seat, play.game.events[known:])
        all_told = _told(scene.seat, play.game.events)
        first = len(all_told) - len(events)
        steps.append(
            SceneStep(
                view=seen_by_seat(play.game, scene.seat),
                action=written(action),
                events=events,
                explanations=tuple(explain_event(play.game.setup, all_told, first + place, start) for place in range(len(events))),
                refusal=why_not,
            )
        )
        known = len(play.game.events)
    return tuple(steps)


def _told(seat: Seat, events: list[Event]) -> tuple[Event, ...]:
    return tuple(events) if seat == Seat.OMNISCIENT else known_to(seat, events)


class ScenePlay:
    """One answer of a scene as it is played in one edition."""

    def __init__(self, scene: RuleScene, case: SceneCase, edition: str) -> None:
        self.scene, self.case = scene, case
        self.game = begin_at(replace(case.start or scene.start, options=_options(case, edition)))
        self._others = ScriptedPlayers(scene.script)

    def run(self) -> Iterator[tuple[Action, RuleRefusal | None]]:
        """Plays the actions one after another, and yields each with the reason why it was refused, if it was."""
        lines = list(self.case.actions or self.scene.actions)
        while lines:
            line = lines.pop(0)
            if line == OTHERS:
                yield from self._pass_time(lines[0] if lines else None)
                continue
            action, is_refused = read(line.removeprefix(REFUSED)), line.startswith(REFUSED)
            why_not = refusal(self.game, action)
            if (why_not is not None) != is_refused:
                raise ValueError(f"{self.scene.id}: {line} is {'legal' if why_not is None else why_not.code.value}")
            if why_not is None:
                apply(self.game, action)
            yield action, why_not

    def _pass_time(self, until: str | None) -> Iterator[tuple[Action, None]]:
        wanted = read(until.removeprefix(REFUSED)) if until else None
        for _ in range(MOST_ANSWERS):
            if self.game.is_over or (wanted is not None and refusal(self.game, wanted) is None):
                return
            if wanted is None and self.game.is_plan_due:
                return
            action = self._others.answer(self.game, self.game.waiting[0])
            apply(self.game, action)
            yield action, None
        raise ValueError(f"{self.scene.id}: {until} never becomes legal")


def scene_faults(scene: RuleScene) -> Iterator[str]:
    """Yields what does not come out as a scene expects, in every edition of each of its answers."""
    for case in scene.cases:
        for edition in case.editions:
            if edition not in EDITIONS:
                yield f"{scene.id}: expected an edition; got {edition}"
                continue
            try:
                yield from (f"{scene.id}, {case.code}, {edition}: {fault}" for fault in _case_faults(ScenePlay(scene, case, edition)))
            except ValueError as fault:
                yield f"{scene.id}, {case.code}, {edition}: {fault}"


def _case_faults(play: ScenePlay) -> Iterator[str]:
    case, open_patterns, refusals = play.case, list(play.case.expect), list[str]()
    known = 0
    for _, why_not in play.run():
        refusals += [str(why_not.code.value)] if why_not else []
        for event in play.game.events[known:]:
            if open_patterns and matches(play.game, event, open_patterns[0]):
                open_patterns.pop(0)
            for pattern in case.never:
                if matches(play.game, event, pattern):
                    yield f"expected no {_spelt(pattern)}; got one"
        known = len(play.game.events)
    if open_patterns:
        yield f"expected {_spelt(open_patterns[0])}; it never came"
    if tuple(refusals) != case.refused:
        yield f"expected the refusals {case.refused}; got {refusals}"


def _spelt(pattern: EventPattern) -> str:
    values: dict[str, Any] = {**pattern.fields, **pattern.among, **pattern.standing}
    return " ".join([pattern.event, *(f"{name}={value}" for name, value in values.items())])
