"""A server at home is closed to the local network until the person at its machine opens it; then invitations follow."""

from pathlib import Path

import httpx
import pytest

from nuns.server.web import network
from nuns.server.web.api import service
from nuns.server.web.network import LocalNetwork
from tests.kit.web import PATIENCE, Person, served

ELSEWHERE = "127.0.0.2"  # another address of this machine, which stands for the one on a local network


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(network, "own_address", lambda: ELSEWHERE)
    return ELSEWHERE


def test_nobody_else_gets_in_before_it_is_opened_and_invitations_follow(tmp_path: Path, elsewhere: str) -> None:
    with served(tmp_path, network=LocalNetwork(0)) as server, server.person() as anna:
        shared = f"http://{elsewhere}:{server.port}"
        code = anna.post("/api/tables", json={"settings": {}, "bots": {"guards": "easy", "a": "easy"}}).json()["table"]["code"]
        assert anna.get("/api/network").json() == {"url": None, "closed": True}
        before = anna.get(f"/api/tables/{code}/qr.svg").text
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{shared}/healthz", timeout=PATIENCE)
        assert anna.post("/api/network").json() == {"url": shared, "closed": False}
        assert httpx.get(f"{shared}/healthz", timeout=PATIENCE).text == "well\n"
        assert anna.post("/api/network").json()["url"] == shared, "asking again changes nothing"
        assert anna.get(f"/api/tables/{code}/qr.svg").text != before
        assert anna.get(f"/api/tables/{code}/link").json()["link"].startswith(f"{shared}/t/{code}#key=")


def test_a_machine_without_a_network_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_address", lambda: None)
    with served(tmp_path, network=LocalNetwork(0)) as server, server.person() as anna:
        answer = anna.post("/api/network")
        assert (answer.status_code, answer.json()["why"]) == (409, "no-network")


def test_a_hosted_server_is_opened_by_nobody(person: Person) -> None:
    assert person.get("/api/network").json() == {"url": None, "closed": False}
    answer = person.post("/api/network")
    assert (answer.status_code, answer.json()["why"]) == (403, "not-this-machine")


def test_somebody_on_the_network_does_not_open_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "is_this_machine", lambda address: False)
    with served(tmp_path, network=LocalNetwork(0)) as server, server.person() as anna:
        assert anna.get("/api/network").json()["closed"] is False
        assert anna.post("/api/network").status_code == 403
