"""The words of lessons and scenes: every one of them in every language, and none too many."""

import json
import re
from pathlib import Path

import pytest

from nuns.lessons.lesson import all_lessons
from nuns.lessons.scenes import all_scenes

I18N = Path(__file__).parents[2] / "web/src/i18n"


def keys(language: str, namespace: str) -> set[str]:
    """The keys of a namespace; English is a module with one key a line, or its text on the next."""
    if language == "en":
        return set(re.findall(r"^  '([^']+)':", (I18N / f"en/{namespace}.ts").read_text(encoding="utf-8"), re.MULTILINE))
    texts: dict[str, str] = json.loads((I18N / f"{language}/{namespace}.json").read_text(encoding="utf-8"))
    assert all(texts.values())
    return set(texts)


@pytest.mark.parametrize("language", ["en", "fr", "it", "nl"])
def test_every_lesson_has_its_words(language: str) -> None:
    wanted = {
        f"{lesson.id}.{part}"
        for lesson in all_lessons().values()
        for part in (
            *("title", "text", "goal", "done"),
            *(f"hint{number}" for number in range(1, lesson.hints + 1)),
            *(f"fail-{case.code}" for case in lesson.failure),
        )
    }
    assert keys(language, "lessons") == wanted


@pytest.mark.parametrize("language", ["en", "fr", "it", "nl"])
def test_every_scene_has_its_words(language: str) -> None:
    wanted = {f"{scene.id}.{part}" for scene in all_scenes().values() for part in ("question", *(case.code for case in scene.cases))}
    assert keys(language, "scenes") == wanted
