"""Advice over a socket and in lessons, thought over in a bot's process."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from nuns.lessons.course import take
from nuns.lessons.lesson import all_lessons
from nuns.lessons.puzzle import all_puzzles
from nuns.referee.seats import Seat
from nuns.server.web.limits import AT_HOME
from tests.kit.analysis import MADE_UP, considered
from tests.kit.web import Served, served


@pytest.fixture(scope="module")
def advising(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("advising"), adviser=MADE_UP) as running:
        yield running


def test_a_player_asks_at_a_table_that_has_it(advising: Served) -> None:
    with advising.person() as ann:
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
            reply = talk.ask("advise", seat=seat, decision=talk.positions[seat]["decision"])
            assert (reply["type"], len(reply["choices"])) == ("advised", 3)


def test_a_lesson_always_has_it(advising: Served) -> None:
    with advising.person() as ann:
        begun = ann.post("/api/lessons/first-steps/advice", json={})
        assert begun.status_code == 200
        assert [choice["actions"] for choice in begun.json()["choices"]] == [
            list(choice.actions) for choice in considered(take(all_lessons()["first-steps"], ()).game, Seat("novice-2"), 3)
        ]
        assert len(ann.post("/api/lessons/leave-the-path/advice", json={"actions": ["prioress 37-49"]}).json()["choices"]) == 3


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
    limits = msgspec.structs.replace(AT_HOME, lesson_advice_per_minute=2)
    with served(tmp_path, adviser=MADE_UP, limits=limits) as running, running.person() as ann:
        over = [(f"/api/lessons/{each.id}/advice", {"actions": list(each.solution)}) for each in list(all_lessons().values())[:3]]
        assert [ann.post(path, json=actions).status_code for path, actions in over] == [200, 200, 429]
        assert ann.post(over[0][0], json=over[0][1]).status_code == 200


def test_a_server_without_an_adviser_says_so(tmp_path: Path) -> None:
    with served(tmp_path, adviser=None) as running, running.person() as ann:
        assert ann.post("/api/lessons/first-steps/advice", json={}).json()["why"] == "advice-off"
