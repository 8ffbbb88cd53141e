"""Plays every lesson's solution and trap, and every scene, through the referee, and says what does not come out as it should."""

from collections.abc import Iterator

from nuns.lessons.course import take
from nuns.lessons.lesson import Lesson, all_lessons
from nuns.lessons.scenes import all_scenes, scene_faults
from nuns.referee.actions import IllegalAction
from nuns.referee.notation import read


def faults() -> Iterator[str]:
    """Yields a line for every solution that fails, every trap that does not, and every scene that comes out otherwise."""
    for lesson in all_lessons().values():
        yield from lesson_faults(lesson)
    for scene in all_scenes().values():
        yield from scene_faults(scene)


def lesson_faults(lesson: Lesson) -> Iterator[str]:
    """Yields what is wrong with one lesson."""
    for name, lines, expected in (("solution", lesson.solution, None), ("trap", lesson.trap, lesson.failure[0].code)):
        try:
            outcome = take(lesson, [read(line) for line in lines]).outcome()
        except (IllegalAction, ValueError) as fault:
            yield f"{lesson.id}: its {name} is refused: {fault}"
            continue
        if outcome is None:
            yield f"{lesson.id}: its {name} decides nothing"
        elif outcome.code != expected:
            yield f"{lesson.id}: expected its {name} to end in {expected or 'success'}; got {outcome.code or 'success'}"
