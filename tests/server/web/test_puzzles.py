"""Puzzles over HTTP: the list tells no answer, everything in one request, nothing kept, and refusals as at a table."""

from typing import Any

import pytest

from nuns.lessons.puzzle import Puzzle, all_puzzles
from nuns.lessons.puzzle_course import MOST_PUZZLE_ACTIONS
from tests.kit.web import Person


def first(kind: str) -> Puzzle:
    return next(puzzle for puzzle in all_puzzles().values() if puzzle.kind == kind)


def asked(person: Person, puzzle: str, *actions: Any, dot: int | None = None, rest: str = "") -> Any:
    return person.post(f"/api/puzzles/{puzzle}{rest}", json={"actions": actions, "dot": dot})


def test_the_list_names_every_puzzle_and_no_answer(person: Person) -> None:
    told = person.get("/api/puzzles").json()["puzzles"]
    assert [each["id"] for each in told] == list(all_puzzles())
    assert {name for each in told for name in each} == {"id", "kind", "side", "seat", "figure", "turn", "rating", "novices", "edition"}


def test_an_answer_is_judged_and_before_it_nothing_is_told(person: Person) -> None:
    puzzle = first("plan")
    begun = asked(person, puzzle.id)
    assert (begun.json()["decision"], begun.json()["seat"], "outcome" in begun.json()) == ("0", puzzle.seat, False)
    assert puzzle.source.dice not in begun.text
    right, wrong = asked(person, puzzle.id, *puzzle.best.actions).json(), asked(person, puzzle.id, *puzzle.trap).json()
    assert right["outcome"]["verdict"] == "right"
    assert (wrong["outcome"]["verdict"], wrong["outcome"]["best"]["route"]) == ("wrong", list(puzzle.best.route))
    assert wrong["outcome"]["loss"] >= puzzle.gap
    assert len(wrong["events"]) > len(begun.json()["events"])


def test_where_she_is_is_answered_with_a_dot(person: Person) -> None:
    puzzle = first("where")
    assert asked(person, puzzle.id).json().keys() >= {"events", "view", "seat"}
    told = asked(person, puzzle.id, dot=puzzle.best_dot).json()["outcome"]
    assert (told["verdict"], told["score"], told["best_dot"]) == ("right", 100, puzzle.best_dot)
    assert told["dots"] == {str(dot): share for dot, share in puzzle.dots.items()}


def test_events_are_explained_and_a_novice_may_aim(person: Person) -> None:
    puzzle = first("plan")
    events = asked(person, puzzle.id).json()["events"]
    moved = next(number for number, event in enumerate(events) if event["event"] == "novice_moved")
    assert asked(person, puzzle.id, rest=f"/explanation?event={moved}").json()["rules"]
    assert asked(person, puzzle.id, rest="/aim?dot=2").json()["dot"] == 2
    assert asked(person, first("movement").id, rest="/aim?dot=2").json()["why"] == "impossible"


@pytest.mark.parametrize(
    "kind, actions, dot, status, why",
    [
        ("", (), None, 404, "no-such-address"),
        ("plan", ("abbess stops",), None, 422, "rules"),
        ("plan", ("hop",), None, 422, "notation"),
        ("plan", (), 5, 422, "impossible"),
        ("where", (), 400, 422, "impossible"),
        ("where", ("abbess first",), None, 422, "impossible"),
        ("where", ("abbess first",) * (MOST_PUZZLE_ACTIONS + 1), None, 400, "unreadable"),
    ],
)
def test_what_cannot_be_is_refused(person: Person, kind: str, actions: tuple[str, ...], dot: int | None, status: int, why: str) -> None:
    answer = asked(person, first(kind).id if kind else "no-such", *actions, dot=dot)
    assert (answer.status_code, answer.json()["why"]) == (status, why)


def test_an_answer_that_was_made_is_made_once(person: Person) -> None:
    puzzle = first("where")
    one, two = asked(person, puzzle.id, dot=puzzle.trap_dot), asked(person, puzzle.id, dot=puzzle.trap_dot)
    assert one.headers["etag"] == two.headers["etag"] != asked(person, puzzle.id).headers["etag"]
