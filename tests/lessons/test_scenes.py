"""The scenes: every question and worked example, each as the law says, in every edition whose answer it gives."""

import re
from pathlib import Path

import pytest

from nuns.lessons.lesson import BadLesson
from nuns.lessons.scenes import RuleScene, SceneCase, ScenePlay, ShownScene, all_scenes, read_scene, scene_faults, shown
from nuns.referee.events import as_object
from nuns.referee.options import EDITIONS
from nuns.referee.view import seen_by_seat

SCENES = all_scenes()
RULES = (Path(__file__).parents[2] / "docs/rules.md").read_text(encoding="utf-8")
QUESTIONS, EXAMPLES = 25, 9  # of the collection of questions, and of section 13 of the law


def case_of(scene: str, code: str) -> tuple[RuleScene, SceneCase]:
    found = SCENES[scene]
    return found, next(case for case in found.cases if case.code == code)


def finished(scene: str, code: str, edition: str) -> ScenePlay:
    play = ScenePlay(*case_of(scene, code), edition)
    for _ in play.run():
        pass
    return play


def test_every_question_and_every_worked_example_is_a_scene() -> None:
    assert sorted(scene.question for scene in SCENES.values() if scene.question) == list(range(1, QUESTIONS + 1))
    assert sorted(scene.example for scene in SCENES.values() if scene.example) == list(range(1, EXAMPLES + 1))
    assert all(scene.question or scene.example for scene in SCENES.values())


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_a_scene_comes_out_as_the_law_says(scene: RuleScene) -> None:
    assert list(scene_faults(scene)) == []


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_a_question_is_answered_for_every_edition(scene: RuleScene) -> None:
    """A worked example is one of a book; a question has an answer everywhere."""
    answered = {edition for case in scene.cases for edition in case.editions}
    assert answered <= set(EDITIONS)
    if scene.question:
        assert answered == set(EDITIONS)


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_a_scene_stands_under_rules_that_there_are(scene: RuleScene) -> None:
    missing = [
        rule for rule in scene.rules if not re.search(rf"^(- \*\*{re.escape(rule)}\*\*|## {re.escape(rule)}\. )", RULES, re.MULTILINE)
    ]
    assert missing == []


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_a_scene_is_shown_with_what_was_before_what_happens_and_why(scene: RuleScene) -> None:
    told: ShownScene = shown(scene)
    assert [case.code for case in told.cases] == [case.code for case in scene.cases]
    for case in told.cases:
        before, *steps = case.steps
        assert (before.action, before.events) == (None, ())
        assert all(step.action for step in steps)
        assert all(len(step.explanations) == len(step.events) for step in steps)
        assert any(step.events or step.refusal for step in steps)


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_is_caught_keeps_her_key_and_loses_her_wish(edition: str) -> None:
    (sheet,) = seen_by_seat(finished("key-and-capture", "keeps-key", edition).game, SCENES["key-and-capture"].seat).sheets
    assert (sheet.has_key, sheet.has_wish) == (True, False)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_rival_sees_the_card_and_not_the_dot(edition: str) -> None:
    told = shown(SCENES["telling-dots"]).cases[0]
    moved = [as_object(event) for step in told.steps for event in step.events if as_object(event)["event"] == "novice_moved"]
    assert [(each["novice"], "route" in each) for each in moved] == [(1, True), (4, False)]
    assert finished("telling-dots", "secret", edition).game.state.novices[3].dot == 48


def test_a_scene_that_comes_out_otherwise_is_named() -> None:
    text = (Path(__file__).parents[2] / "src/nuns/lessons/scenes/02-turning.toml").read_text(encoding="utf-8")
    wrong = read_scene("02-turning.toml", text.replace("towards = 95", "towards = 71", 1))
    assert list(scene_faults(wrong)) == [
        f"turning, arc, {edition}: expected guard_turned guard=abbess dot=96 towards=71; it never came"
        for edition in ("mayfair", "reference", "italian")
    ]
    illegal = read_scene("02-turning.toml", text.replace('"abbess 97-96"', '"abbess 97-98"'))
    assert next(scene_faults(illegal)) == "turning, arc, mayfair: turning: abbess 97-98 is must-follow"
    assert len(list(scene_faults(illegal))) == len(EDITIONS)
    with pytest.raises(BadLesson, match=r"02-turning\.toml"):
        read_scene("02-turning.toml", text.replace('"abbess 97-96"', '"abbess hops"'))
