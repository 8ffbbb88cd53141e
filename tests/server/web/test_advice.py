"""Advice over a socket, thought over in a bot's process."""

from collections.abc import Iterator

import pytest

from tests.kit.analysis import considered
from tests.kit.web import Served, served


@pytest.fixture(scope="module")
def advising(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("advising"), adviser=considered) as running:
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
