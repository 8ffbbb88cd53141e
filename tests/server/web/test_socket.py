"""A table's socket: who may open it, what it takes, and how it ends."""

import asyncio
import hashlib
import json
import random
import socket as sockets
import threading
import time
from pathlib import Path
from typing import Any, ClassVar, cast

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from nuns.referee.record import read_record, replay_record
from nuns.server.store import new_code, new_token
from nuns.server.web.limits import AT_HOME
from nuns.server.web.site import Config, Site
from nuns.server.web.socket import Outbox, attend
from tests.kit.web import PATIENCE, Person, Served, Talk, served

MALFORMED = 10_000
SALT = "5a17" * 16
UNHURRIED = msgspec.structs.replace(AT_HOME, messages_per_second=1e6, message_burst=10**6)
HURRIED = msgspec.structs.replace(AT_HOME, messages_per_second=1, message_burst=20)


def table_of_two(person: Person, **settings: object) -> str:
    """One person on both chairs, and the night begun."""
    code = str(person.post("/api/tables", json={"settings": {"novices": 1, **settings}}).json()["table"]["code"])
    for chair in ("guards", "a"):
        assert person.put(f"/api/tables/{code}/chairs/{chair}", json={"name": f"Agnes {chair}"}).status_code == 200
    return code


def begin(person: Person, code: str, talk: Talk) -> None:
    """Starts, adds salts, and looks from every seat that is hers."""
    assert talk.hear()["type"] == "welcome"
    assert person.post(f"/api/tables/{code}/start").status_code == 200
    while talk.table["status"] != "sealing":
        talk.hear()
    while "sealing" not in talk.table:
        talk.hear()
    for chair in ("guards", "a"):
        commitment = hashlib.sha256(f"{talk.table['sealing']['terms']}salt {chair} {SALT}\n".encode()).hexdigest()
        assert talk.ask("commit", chair=chair, commitment=commitment)["type"] == "accepted"
    while not talk.table["sealing"].get("published"):
        talk.hear()
    for chair in ("guards", "a"):
        assert talk.ask("salt", chair=chair, salt=SALT)["type"] == "accepted"
    while talk.table["status"] != "playing":
        talk.hear()
    for chair in talk.table["chairs"]:
        assert talk.ask("look", seat=chair["seat"])["type"] == "accepted"


def rush(talk: Talk) -> None:
    for _ in range(40):
        talk.ask("away", seat="guards")


def hear_to_the_end(talk: Talk) -> None:
    while True:
        talk.hear()


def test_a_whole_night_is_played_over_a_socket_and_its_record_is_true(person: Person) -> None:
    code = table_of_two(person, edition="reference", options={"turns": 3})
    with person.socket(code) as talk:
        begin(person, code, talk)
        assert talk.play(random.Random(1)) > 10
        assert talk.table["status"] == "over"
        while "opened" not in talk.table:  # when its record is kept
            talk.hear()
        opened = talk.table["opened"]
    answer = person.get(f"/api/tables/{code}/record")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"].startswith('attachment; filename="nuns-20')
    record = read_record(answer.content)
    assert replay_record(record, check_dice=True).is_over
    assert (record.dice.seed, dict(record.salts)) == (opened["seed"], opened["salts"])
    assert person.get(f"/api/records/{opened['record']}").content == answer.content
    assert code not in person.get("/api/records").text  # whoever finds the record does not find the table: its chat, its next night
    assert person.get(f"/api/tables/{opened['record']}").status_code == 404


def test_malformed_messages_are_refused_and_the_table_plays_on(tmp_path: Path) -> None:
    with (
        served(tmp_path, limits=UNHURRIED) as site,
        site.person() as person,
    ):
        code = table_of_two(person, edition="dutch", options={"turns": 3})
        with person.socket(code) as talk:
            begin(person, code, talk)
            rng = random.Random(7)
            good = json.dumps(
                {"type": "act", "id": 7, "seat": "guards", "action": {"action": "stop", "guard": "abbess"}, "decision": "x"}
            ).encode()
            for number in range(MALFORMED):
                frame = malformed(rng, good)
                talk.socket.send(frame if number % 2 else frame.decode("latin-1"))
                if number % 100 == 99:
                    assert talk.ask("look", seat="spectator", after=10**6)["type"] in ("accepted", "refused")
            refused = [each for each in talk.heard if each["type"] == "refused"]
            assert len(refused) >= MALFORMED * 0.99
            assert all(0 < len(each["reason"]) < 500 for each in refused)
            assert talk.play(random.Random(2)) > 5
            assert talk.table["status"] == "over"
        assert replay_record(read_record(person.get(f"/api/tables/{code}/record").content), check_dice=True).is_over


def malformed(rng: random.Random, good: bytes) -> bytes:
    """Noise, cut messages, wrong kinds, wrong depths, and good ones with a byte that is not theirs."""
    match rng.randrange(8):
        case 0:
            return rng.randbytes(rng.randrange(1, 200))
        case 1:
            return good[: rng.randrange(len(good))]
        case 2:
            return b"[" * rng.randrange(1, 5000)
        case 3:
            return json.dumps(
                {"type": rng.choice(["act", "look", "say", "nothing", 7, None]), "id": rng.choice([-1, 1e99, "x", None])}
            ).encode()
        case 4:
            return json.dumps({"type": "act", "id": 1, "seat": "guards", "action": "x" * rng.randrange(201, 400)}).encode()
        case 5:
            place = rng.randrange(len(good))
            return good[:place] + bytes([rng.choice(b'{}[]"\\\x00')]) + good[place:]
        case 6:
            return json.dumps({"type": "say", "id": 1, "text": "y" * 501}).encode()
        case _:
            return json.dumps({"type": "look", "id": rng.randrange(100), "seat": "omniscient"}).encode()


def test_what_is_said_is_told_as_it_is(person: Person) -> None:
    code = table_of_two(person)
    said = "<img src=x onerror=alert(1)>'); DROP TABLE chat;--"
    with person.socket(code) as talk:
        talk.hear()
        assert talk.ask("say", text=said)["type"] == "accepted"
        heard = next((each for each in talk.heard if each["type"] == "said"), None) or talk.hear_until("said")
    assert [line["text"] for line in heard["lines"]] == [said]


def test_a_stranger_hears_and_may_not_act(site: Served, person: Person) -> None:
    code = table_of_two(person)
    with site.person() as stranger, person.socket(code) as talk:
        begin(person, code, talk)
        position = next(each for each in talk.positions.values() if each.get("decision"))
        with stranger.socket(code) as listening:
            assert listening.hear()["chairs"] == []
            for seat in ("guards", position["seat"]):
                assert listening.ask("look", seat=seat)["type"] == "refused"
                action = position["view"]["actions"][0]
                assert listening.ask("act", seat=seat, action=action, decision=position["decision"])["type"] == "refused"
            assert listening.ask("look", seat="spectator")["type"] == "accepted"


@pytest.mark.parametrize("token", [new_token(), "x", ""], ids=["unknown", "no token", "empty"])
def test_a_socket_with_a_key_that_is_none_is_a_strangers(site: Served, person: Person, token: str) -> None:
    code = table_of_two(person)
    with site.person() as thief, thief.socket(code, Cookie=f"nuns-{code}={token}") as talk:
        assert talk.hear()["chairs"] == []


def test_a_stranger_is_refused_where_nobody_may_watch(site: Served, person: Person) -> None:
    code = table_of_two(person, spectators=False)
    with person.socket(code) as talk:
        begin(person, code, talk)
        with site.person() as stranger, pytest.raises(InvalidStatus) as refused, stranger.socket(code):
            pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body or b"")["why"] == "without-spectators"


@pytest.mark.parametrize("origin, status", [("https://elsewhere.example", 403), ("null", 403), ("http://127.0.0.1:1", 403)])
def test_a_page_elsewhere_cannot_open_a_socket(person: Person, origin: str, status: int) -> None:
    code = table_of_two(person)
    with pytest.raises(InvalidStatus) as refused, person.socket(code, Origin=origin):
        pass
    assert refused.value.response.status_code == status


def test_our_own_page_can(site: Served, person: Person) -> None:
    with person.socket(table_of_two(person), Origin=site.url) as talk:
        assert talk.hear()["type"] == "welcome"


@pytest.mark.parametrize("code", [new_code(), "x", "..%2f"], ids=["unknown", "no code", "a path"])
def test_there_is_no_socket_without_a_table(person: Person, code: str) -> None:
    with pytest.raises(InvalidStatus) as refused, person.socket(code):
        pass
    assert refused.value.response.status_code == 404


def test_a_message_that_is_too_large_ends_the_socket(person: Person) -> None:
    with person.socket(table_of_two(person)) as talk:
        talk.hear()
        with pytest.raises(ConnectionClosed) as ended:
            talk.ask("say", text="x" * 20_000)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == 1009


def test_who_sends_too_fast_is_sent_away(tmp_path: Path) -> None:
    with (
        served(tmp_path, limits=HURRIED) as site,
        site.person() as person,
    ):
        code = table_of_two(person)
        with person.socket(code) as talk, pytest.raises(ConnectionClosed) as ended:
            rush(talk)
        assert ended.value.rcvd is not None
        assert (ended.value.rcvd.code, ended.value.rcvd.reason) == (1008, "rate")
        deadline = time.monotonic() + PATIENCE
        while 'nuns_sockets_dropped_total{why="rate"} 1.0' not in person.get("/metrics").text:
            assert time.monotonic() < deadline
        with person.socket(code) as talk:
            assert talk.hear()["type"] == "welcome"


def test_one_address_may_have_so_many_sockets(tmp_path: Path) -> None:
    with served(tmp_path, limits=msgspec.structs.replace(AT_HOME, sockets=2)) as site, site.person() as person:
        code = table_of_two(person)
        with person.socket(code), person.socket(code):
            with pytest.raises(InvalidStatus) as refused, person.socket(code):
                pass
            assert refused.value.response.status_code == 429
        deadline = time.monotonic() + PATIENCE
        while "nuns_sockets 0.0" not in person.get("/metrics").text:
            assert time.monotonic() < deadline
        with person.socket(code) as talk:
            assert talk.hear()["type"] == "welcome"


async def test_a_browser_that_takes_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nuns.server.web.socket.UNSENT", 1000)
    site, browser, outbox = Site.of(Config(database="sqlite:///nowhere")), Stubborn(), Outbox()
    attending = asyncio.create_task(attend(cast("Any", browser), cast("Any", browser), outbox, site))
    while browser.taken < 2 and not attending.done():  # that it is accepted, and the one frame it never finishes
        outbox.put(b"x" * 100)
        await asyncio.sleep(0)
    assert not attending.done()
    for _ in range(10):
        outbox.put(b"x" * 100)
    await asyncio.wait_for(attending, PATIENCE)
    assert site.metrics.dropped.labels("slow")._value.get() == 1
    assert site.metrics.sockets._value.get() == 0


class Stubborn:
    """A browser that is connected, says nothing and takes nothing."""

    scope: ClassVar[dict[str, object]] = {"type": "websocket", "client": ("192.0.2.1", 1)}
    takes_updates = False

    def __init__(self) -> None:
        self.connected, self.taken = False, 0

    async def receive(self) -> dict[str, str]:
        if self.connected:
            await asyncio.Event().wait()
        self.connected = True
        return {"type": "websocket.connect"}

    async def send(self, message: dict[str, object]) -> None:
        self.taken += 1
        if message["type"] == "websocket.send":
            await asyncio.Event().wait()


class deaf:  # noqa: N801
    """A browser that opens a socket by hand and reads nothing of it."""

    def __init__(self, site: Served, code: str) -> None:
        self.socket = sockets.socket()
        self.socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        self.socket.connect(("127.0.0.1", site.port))
        lines = (f"GET /api/tables/{code}/socket HTTP/1.1", f"Host: 127.0.0.1:{site.port}", "Upgrade: websocket", "Connection: Upgrade")
        key = ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13")
        self.socket.sendall(("\r\n".join((*lines, *key)) + "\r\n\r\n").encode())

    def __enter__(self) -> "deaf":
        return self

    def __exit__(self, *ended: object) -> None:
        self.socket.close()


def test_a_browser_that_went_without_a_word_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nuns.server.web.server_run.PING", 0.2)
    with served(tmp_path) as site, site.person() as person, deaf(site, table_of_two(person)):
        deadline = time.monotonic() + PATIENCE
        while "nuns_messages_sent_total 0.0" in person.get("/metrics").text:  # until it is welcomed
            assert time.monotonic() < deadline
        while "nuns_sockets 0.0" not in person.get("/metrics").text:
            assert time.monotonic() < deadline


def test_a_server_that_stops_says_so_and_loses_nothing(tmp_path: Path) -> None:
    with served(tmp_path) as site, site.person() as person:
        code = table_of_two(person, edition="dutch", options={"turns": 3})
        with person.socket(code) as talk:
            begin(person, code, talk)
            played = talk.play(random.Random(3), actions=4)
            site.server.should_exit = True
            with pytest.raises(ConnectionClosed) as ended:
                hear_to_the_end(talk)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == 1012
        cookies = person.cookies
    assert played == 4
    with served(tmp_path) as site, site.person() as person:
        person.cookies = cookies
        with person.socket(code) as talk:
            assert talk.hear()["chairs"] == ["guards", "a"]
            for chair in talk.table["chairs"]:
                talk.ask("look", seat=chair["seat"])
            talk.play(random.Random(4))
            assert talk.table["status"] == "over"
        assert replay_record(read_record(person.get(f"/api/tables/{code}/record").content), check_dice=True).is_over


def test_many_browsers_come_and_go(site: Served, person: Person) -> None:
    code = table_of_two(person)

    def visit() -> None:
        with site.person() as somebody:
            for _ in range(5):
                with somebody.socket(code) as talk:
                    assert talk.hear()["type"] == "welcome"

    visitors = [threading.Thread(target=visit) for _ in range(4)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join(60)
        assert not visitor.is_alive()
    deadline = time.monotonic() + PATIENCE
    while person.get(f"/api/tables/{code}").json()["table"].get("spectators"):
        assert time.monotonic() < deadline
