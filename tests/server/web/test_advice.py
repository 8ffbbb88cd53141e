"""Advice over a socket and in lessons, thought over in a bot's process."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nuns.analysis.findings import ValuedMove
from nuns.lessons.course import take
from nuns.lessons.lesson import Lesson, all_lessons
from nuns.lessons.puzzle import all_puzzles
from nuns.server.web.api.lessons import MOST_CHOICES, harmless_choices
from nuns.server.web.limits import AT_HOME
from tests.kit.analysis import MADE_UP, considered
from tests.kit.web import Person, Served, served


@pytest.fixture(scope="module")
def advising(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("advising"), adviser=MADE_UP) as running:
        yield running


def advised_at_a_table(ann: Person) -> Any:
    """Asks for advice on the first decision at a table of her own; the reply."""
    settings = {"settings": {"novices": 1, "advice": True}, "bots": {"guards": "easy"}}
    code = ann.post("/api/tables", json=settings).json()["table"]["code"]
    ann.put(f"/api/tables/{code}/chairs/a", json={"name": "Ann"})
    ann.post(f"/api/tables/{code}/start")
    with ann.socket(code) as talk:
        while talk.hear().get("table", {}).get("status") != "playing":
            pass
        seat = next(each["seat"] for each in talk.table["chairs"] if each["chair"] == "a")
        talk.ask("look", seat=seat)
        while not talk.positions.get(seat, {}).get("decision"):
            talk.hear()
        return talk.ask("advise", seat=seat, decision=talk.positions[seat]["decision"])


def test_a_player_asks_at_a_table_that_has_it(advising: Served) -> None:
    with advising.person() as ann:
        reply = advised_at_a_table(ann)
        assert (reply["type"], len(reply["choices"])) == ("advised", 3)


def test_a_lesson_always_has_it(advising: Served) -> None:
    """The best of what the adviser considers, without what would fail the lesson."""
    told = []
    with advising.person() as ann:
        for lesson in list(all_lessons().values())[:6]:
            reply = ann.post(f"/api/lessons/{lesson.id}/advice", json={})
            assert reply.status_code == 200
            moves = considered(take(lesson, ()).game, lesson.seat, MOST_CHOICES)
            assert reply.json()["choices"] == msgspec.to_builtins([*harmless_choices(lesson.id, b"[]", moves)])
            told.append(len(reply.json()["choices"]))
        assert ann.post("/api/lessons/leave-the-path/advice", json={"actions": ["prioress 37-49"]}).status_code == 200
    assert max(told) == 3


@pytest.mark.parametrize("lesson", all_lessons().values(), ids=list(all_lessons()))
def test_a_lesson_advises_nothing_that_fails_it(lesson: Lesson) -> None:
    """A good move for the night may miss the point of the lesson."""
    right, wrong = (ValuedMove(list(actions), [], "", 0.5, 0.1) for actions in (lesson.solution, lesson.trap))
    assert harmless_choices(lesson.id, b"[]", [wrong, right, wrong]) == (right,)
    assert harmless_choices(lesson.id, b"[]", [right] * 6) == (right,) * 3


def test_a_lesson_that_asks_nothing_has_none(advising: Served) -> None:
    with advising.person() as ann:
        over = ann.post("/api/lessons/first-steps/advice", json={"actions": ["novice-2 sneak 51-50-36"]})
        assert over.json() == {"choices": []}


def test_advice_in_a_lesson_is_refused_as_its_actions_are(advising: Served) -> None:
    with advising.person() as ann:
        wrong = ann.post("/api/lessons/first-steps/advice", json={"actions": ["novice-2 walk 51-50-36"]})
        assert (wrong.status_code, wrong.json()["why"]) == (422, "rules")
        assert ann.post("/api/lessons/no-such/advice", json={}).status_code == 404


def test_a_puzzle_has_none(advising: Served) -> None:
    """It would be the answer."""
    with advising.person() as ann:
        for puzzle in list(all_puzzles())[:3]:
            assert ann.post(f"/api/puzzles/{puzzle}/advice", json={"actions": []}).json()["why"] == "no-such-address"


def test_an_address_may_ask_so_often_for_what_nobody_has_asked(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(AT_HOME, advice_per_minute=2)
    with served(tmp_path, adviser=MADE_UP, limits=limits) as running, running.person() as ann:
        over = [(f"/api/lessons/{each.id}/advice", {"actions": list(each.solution)}) for each in list(all_lessons().values())[:3]]
        assert [ann.post(path, json=actions).status_code for path, actions in over] == [200, 200, 429]
        assert ann.post(over[0][0], json=over[0][1]).status_code == 200


def test_an_address_may_ask_so_often_at_all_its_tables_and_in_lessons(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(AT_HOME, advice_per_minute=2)
    with served(tmp_path, adviser=MADE_UP, limits=limits) as running, running.person() as ann:
        replies = [advised_at_a_table(ann) for _ in range(3)]
        assert [each["type"] for each in replies] == ["advised", "advised", "refused"]
        assert (replies[2]["why"], replies[2]["values"]) == ("too-many-advice", {"most": 2, "seconds": 60})
        assert ann.post("/api/lessons/first-steps/advice", json={}).json()["why"] == "too-many-advice"


def test_a_server_without_an_adviser_says_so(tmp_path: Path) -> None:
    with served(tmp_path, adviser=None) as running, running.person() as ann:
        assert ann.post("/api/lessons/first-steps/advice", json={}).json()["why"] == "advice-off"
