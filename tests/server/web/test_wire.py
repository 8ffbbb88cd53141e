"""The wire: floods of frames, heads without end, requests that are never finished, and connections without number."""

import json
import socket as sockets
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from nuns.server.web import wire
from nuns.server.web.limits import AT_HOME
from nuns.server.web.wire import Gate
from tests.kit.web import PATIENCE, Person, Served, Talk, served

MASK = b"\x01\x02\x03\x04"
PING = b"\x89\x80" + MASK
PONG = b"\x8a\x80" + MASK
PART = b"\x00\x80" + MASK  # a part of a message, empty and not the last
FEW = msgspec.structs.replace(AT_HOME, connections=20)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that gives an address twenty connections."""
    with served(tmp_path_factory.mktemp("wire"), limits=FEW) as running:
        yield running


def raw(site: Served) -> sockets.socket:
    return sockets.create_connection(("127.0.0.1", site.port), PATIENCE)


def status_of(connection: sockets.socket) -> int | None:
    """The status that is answered before the connection ends; None if it ends without one."""
    answer = b""
    try:
        while part := connection.recv(4096):
            answer += part
    except ConnectionError:
        pass
    return int(answer.split()[1]) if answer else None


@pytest.mark.parametrize("frame", [PING, PONG], ids=["pings", "pongs"])
def test_control_frames_count_like_messages(site: Served, person: Person, frame: bytes) -> None:
    code = str(person.post("/api/tables", json={"settings": {}}).json()["table"]["code"])
    with person.socket(code) as talk:
        talk.hear()
        flood(talk.socket.socket, frame)
        with pytest.raises(ConnectionClosed) as ended:
            hear_to_the_end(talk)
    assert ended.value.rcvd is None or (ended.value.rcvd.code, ended.value.rcvd.reason) == (1008, "rate")
    deadline = time.monotonic() + PATIENCE
    while 'nuns_sockets_dropped_total{why="rate"}' not in person.get("/metrics").text:
        assert time.monotonic() < deadline


def hear_to_the_end(talk: Talk) -> None:
    while True:
        talk.hear()


def flood(connection: sockets.socket, frame: bytes) -> None:
    try:
        for _ in range(100):
            connection.sendall(frame * 10_000)
    except OSError:
        pass  # it was closed meanwhile


def test_parts_of_a_message_count_like_messages(person: Person) -> None:
    code = str(person.post("/api/tables", json={"settings": {}}).json()["table"]["code"])
    with person.socket(code) as talk:
        talk.hear()
        talk.socket.socket.sendall(b"\x01\x80" + MASK)  # the first part
        flood(talk.socket.socket, PART)
        with pytest.raises(ConnectionClosed):
            hear_to_the_end(talk)


def test_a_browser_that_answers_pings_is_not_dropped(person: Person) -> None:
    code = str(person.post("/api/tables", json={"settings": {}}).json()["table"]["code"])
    with person.socket(code) as talk:
        for _ in range(50):
            talk.socket.ping().wait(PATIENCE)
        assert talk.hear()["type"] == "welcome"


def never_ending(site: Served, first: bytes, part: bytes) -> int | None:
    with raw(site) as connection:
        try:
            connection.sendall(first)
            for _ in range(2000):
                connection.sendall(part)
        except OSError:
            return status_of(connection)
        raise AssertionError("the server took it all")


@pytest.mark.parametrize(
    "first, part",
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: ", b"y" * 10_000),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", b"Header: value\r\n" * 700),
        (b"GET /", b"p" * 10_000),
        (b"GET /?", b"q" * 10_000),
    ],
    ids=["a header", "headers", "a path", "a query"],
)
def test_a_head_without_end_is_refused(site: Served, person: Person, first: bytes, part: bytes) -> None:
    assert never_ending(site, first, part) in (431, 400, None)  # None: the answer came while the rest was being sent
    assert person.get("/healthz").status_code == 200


@pytest.mark.parametrize("head", [b"X: %b" % (b"y" * 40_000), b"\r\n".join(b"H%d: %b" % (n, b"v" * 90) for n in range(400))])
def test_a_head_that_is_too_large_is_told_so(site: Served, head: bytes) -> None:
    with raw(site) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head + b"\r\n\r\n")
        assert status_of(connection) == 431


def test_a_head_of_ordinary_size_is_taken(person: Person) -> None:
    assert person.get("/healthz", headers={"X-Long": "y" * 20_000}).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{"],
    ids=["nothing", "half a head", "half a body"],
)
def test_a_request_that_is_not_finished_is_given_up(site: Served, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(wire, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(wire, "BODY_SECONDS", 0.2)
    with raw(site) as connection:
        connection.sendall(sent)
        assert status_of(connection) in (408, None)


def test_a_second_request_on_a_connection_has_its_time_too(site: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    with raw(site) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b" 200 " in connection.recv(4096)
        monkeypatch.setattr(wire, "HEAD_SECONDS", 0.2)
        connection.sendall(b"GET /he")
        assert status_of(connection) == 408


def test_one_address_cannot_take_all_connections(small: Served) -> None:
    """Further ones are closed at once, and those it has go on; others are not cut off."""
    with small.person() as before:
        assert before.get("/healthz").status_code == 200
        held = [raw(small) for _ in range(40)]
        try:
            deadline = time.monotonic() + PATIENCE
            while sum(map(is_closed, held)) < 20:
                assert time.monotonic() < deadline
            assert before.get("/healthz").status_code == 200
            assert healthy_from("127.0.0.2", small)
        finally:
            for each in held:
                each.close()
        deadline = time.monotonic() + PATIENCE
        while not healthy_from("127.0.0.1", small):
            assert time.monotonic() < deadline


def is_closed(connection: sockets.socket) -> bool:
    """Whether the other side has closed it by now."""
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def healthy_from(address: str, site: Served) -> bool:
    try:
        with sockets.create_connection(("127.0.0.1", site.port), PATIENCE, (address, 0)) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return status_of(connection) == 200
    except ConnectionError:
        return False


def test_a_trusted_proxy_may_have_any_number_and_no_address_more_than_half(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "file_limit", lambda: wire.RESERVED + 10)
    gate = Gate(100, "10.0.0.0/8")
    assert [gate.enter("192.0.2.1") for _ in range(6)] == [True] * 5 + [False]
    assert [gate.enter("10.1.1.1") for _ in range(6)] == [True] * 5 + [False], "but never more than there are files"
    gate.leave("192.0.2.1")
    assert gate.enter("192.0.2.2")
    assert gate.enter("unknown") is False


def test_bots_alone_play_at_few_tables_of_an_address_at_once(tmp_path: Path) -> None:
    with served(tmp_path, limits=msgspec.structs.replace(AT_HOME, bot_tables=2)) as site, site.person() as person:
        bots = {"settings": {}, "bots": {"guards": "easy", "a": "easy"}}
        codes = [person.post("/api/tables", json=bots).json()["table"]["code"] for _ in range(3)]
        answers = [person.post(f"/api/tables/{code}/start") for code in codes]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert json.loads(answers[-1].content)["why"] == "too-many-bot-tables"
        assert person.post(f"/api/tables/{codes[0]}/abandon").status_code == 200
        assert person.post(f"/api/tables/{codes[2]}/start").status_code == 200
