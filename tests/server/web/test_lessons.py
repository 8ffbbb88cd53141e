"""Lessons over HTTP: everything in one request, nothing kept, and refusals as at a table."""

import json
from typing import Any

import pytest

from nuns.lessons.course import MOST_ACTIONS
from nuns.lessons.lesson import all_lessons
from nuns.lessons.scenes import all_scenes
from tests.kit.web import Person


def taken(person: Person, lesson: str, *actions: Any, rest: str = "") -> Any:
    return person.post(f"/api/lessons/{lesson}{rest}", json={"actions": actions})


def test_the_list_names_every_lesson(person: Person) -> None:
    told = person.get("/api/lessons").json()["lessons"]
    assert [each["id"] for each in told] == list(all_lessons())
    assert told[0] == {"id": "first-steps", "side": "novices", "seat": "novice-2", "rules": ["5.1", "5.2", "5.4"], "hints": 2}


def test_a_lesson_is_taken_with_notation_or_with_actions(person: Person) -> None:
    begun = taken(person, "first-steps").json()
    assert (begun["decision"], begun["seat"], "outcome" in begun) == ("0", "novice-2", False)
    assert begun["foresight"]["dot"] == 51
    typed = taken(person, "first-steps", "novice-2 sneak 51-50-36")
    acted = taken(person, "first-steps", {"action": "plan", "novice": 2, "gait": "sneak", "route": [51, 50, 36]})
    assert typed.content == acted.content
    assert typed.json()["outcome"] == {"success": True, "event": 1, "explanation": {"rules": ["5.4"]}}


def test_a_mistake_is_played_out_and_explained(person: Person) -> None:
    told = taken(person, "quiet-feet", "novice-2 run 51-50-36").json()
    assert [event["event"] for event in told["events"]][-1] == "novice_caught"
    assert (told["outcome"]["success"], told["outcome"]["code"]) == (False, "heard")
    assert told["outcome"]["explanation"]["rules"] == ["8.1", "8.2"]
    noise = next(number for number, event in enumerate(told["events"]) if event["event"] == "noise")
    why = taken(person, "quiet-feet", "novice-2 run 51-50-36", rest=f"/explanation?event={noise}").json()
    assert why["rules"] == ["7.1", "7.4"]
    assert why["ways"] == [[37, 49, 50, 36]]


def test_a_learner_can_aim_at_a_dot_out_of_reach(person: Person) -> None:
    assert taken(person, "home-before-dawn", rest="/aim?dot=4").json()["dot"] == 4
    assert taken(person, "paths", rest="/aim?dot=4").json()["why"] == "impossible"


@pytest.mark.parametrize(
    "lesson, actions, status, why",
    [
        ("no-such", (), 404, "no-such-address"),
        ("first-steps", ("novice-2 walk 51-50-36",), 422, "rules"),
        ("first-steps", ("abbess stops",), 422, "rules"),
        ("first-steps", ("hop",), 422, "notation"),
        ("first-steps", ("novice-2 sneak 51-50-36",) * 2, 422, "impossible"),
        ("first-steps", ("novice-2 ruler 1-2",) * (MOST_ACTIONS + 1), 400, "unreadable"),
    ],
)
def test_what_cannot_be_is_refused(person: Person, lesson: str, actions: tuple[str, ...], status: int, why: str) -> None:
    answer = taken(person, lesson, *actions)
    assert (answer.status_code, answer.json()["why"]) == (status, why)


def test_a_refusal_of_the_rules_has_its_code(person: Person) -> None:
    told = taken(person, "first-steps", "novice-2 walk 51-50-36").json()
    assert told["values"]["rule_refusal"]["code"] == "too-short"


def test_an_answer_that_was_made_is_made_once(person: Person) -> None:
    first = taken(person, "vanish")
    assert first.headers["etag"] == taken(person, "vanish").headers["etag"]
    assert json.loads(first.content) == taken(person, "vanish").json()


def test_the_scenes_are_listed_and_shown(person: Person) -> None:
    told = person.get("/api/scenes").json()["scenes"]
    assert [each["id"] for each in told] == list(all_scenes())
    assert {"id": "turning", "rules": ["6.3"], "question": 2, "example": 3} in told
    scene = person.get("/api/scenes/turning").json()
    assert [case["editions"] for case in scene["cases"]] == [["mayfair", "reference", "italian"], ["dutch"]]
    last = scene["cases"][0]["steps"][-1]
    assert [event["event"] for event in last["events"]] == ["guard_turned", "novice_seen"]
    assert last["explanations"][1]["lines"] == [[96, 122]]
    again = person.get("/api/scenes/turning", headers={"If-None-Match": person.get("/api/scenes/turning").headers["etag"]})
    assert again.status_code == 304
    assert person.get("/api/scenes/nowhere").json()["why"] == "no-such-address"
