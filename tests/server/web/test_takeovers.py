"""Taking over a seat over HTTP: the moment that is offered, the table that begins, and what is refused."""

import random
from functools import cache

import pytest

from nuns.referee.dice import SealedDice
from nuns.referee.record import read_record
from tests.kit.records import night_with, record_of, table_named, verified
from tests.kit.takeovers import moments_of
from tests.kit.web import Person, Served


@cache
def night() -> str:
    dice = SealedDice("5e" * 32)
    return record_of(night_with(table_named("mayfair(blessings=off,turns=4)", 2), dice, seed=4), dice)


@pytest.fixture
def record(person: Person) -> str:
    return str(person.post("/api/records", content=night().encode()).json()["id"])


def test_the_moment_is_the_last_one_before(person: Person, record: str) -> None:
    moments = {moment.actions: moment for moment in moments_of(read_record(night().encode()))}
    for asked in (1, 20, 41, 100_000):
        found = person.get(f"/api/records/{record}/moment", params={"actions": asked}).json()
        moment = moments[max(actions for actions in moments if actions <= asked)]
        assert (found["moment"], found["turn"], found["part"]) == (moment.actions, moment.turn, moment.part)
        assert next(iter(found["names"])) == "guards"
        assert found["edition"] == "mayfair"


def test_a_seat_is_taken_over_and_played_to_its_end(site: Served, record: str) -> None:
    with site.person() as anna:
        answer = anna.post(f"/api/records/{record}/takeover", json={"moment": 40, "seat": "guards", "name": "Anna", "level": "easy"})
        assert answer.status_code == 201
        told = answer.json()
        assert told["chairs"] == ["guards"]
        assert told["table"]["settings"]["options"]["blessings"] == "off"
        code = told["table"]["code"]
        with anna.socket(code) as talk:
            while talk.table.get("status") != "playing":
                talk.hear()
            assert talk.ask("look", seat="guards")["type"] == "accepted"
            talk.play(random.Random(1))
            while "opened" not in talk.table:
                talk.hear()
            assert talk.table["continues"]["record"] == record
        ended, _ = verified(anna.get(f"/api/tables/{code}/record").content)
        assert (
            ended.actions[: talk.table["continues"]["moment"]] == read_record(night().encode()).actions[: talk.table["continues"]["moment"]]
        )


@pytest.mark.parametrize(
    ("change", "status", "why"),
    [
        ({"seat": "abbess"}, 422, "impossible"),
        ({"seat": "spectator"}, 422, "impossible"),
        ({"name": "\u200b"}, 422, "name"),
        ({"name": "bot"}, 422, "name-taken"),
        ({"moment": 0}, 400, "unreadable"),
        ({"level": "divine"}, 400, "unreadable"),
    ],
)
def test_what_is_impossible_is_refused(person: Person, record: str, change: dict[str, object], status: int, why: str) -> None:
    asked = {"moment": 40, "seat": "guards", "name": "Anna", "level": "easy", **change}
    answer = person.post(f"/api/records/{record}/takeover", json=asked)
    assert (answer.status_code, answer.json()["why"]) == (status, why)


def test_a_record_that_is_not_there_is_refused(person: Person) -> None:
    assert person.get("/api/records/abcdefghjkmn/moment", params={"actions": 3}).status_code == 404
