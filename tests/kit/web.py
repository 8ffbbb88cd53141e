"""The server as a browser meets it: a real one on a port of its own, people with cookies, and sockets."""

import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from nuns.server.web.limits import AT_HOME, Limits
from nuns.server.web.server_run import Server, listen, settings
from nuns.server.web.site import Config

PATIENCE = 240.0  # seconds; processes that think run at the lowest priority, and a busy machine lets them wait


class Served:
    """A server that runs."""

    def __init__(self, server: Server, port: int) -> None:
        self.server, self.port = server, port
        self.url = f"http://127.0.0.1:{port}"

    def person(self, **headers: str) -> "Person":
        return Person(self.url, headers)


class Person(httpx.Client):
    """Somebody with a browser of her own."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        super().__init__(base_url=url, headers=headers, timeout=PATIENCE)

    def shown(self, code: str) -> dict[str, str]:
        """What her browser would send to the socket."""
        request = self.build_request("GET", f"/api/tables/{code}/socket")
        return {"Cookie": request.headers["cookie"]} if "cookie" in request.headers else {}

    @contextmanager
    def socket(self, code: str, **headers: str) -> Iterator["Talk"]:
        address = f"{str(self.base_url).replace('http', 'ws', 1).rstrip('/')}/api/tables/{code}/socket"
        with connect(address, additional_headers={**self.shown(code), **headers}, compression=None, max_size=None) as open_socket:
            yield Talk(open_socket)


class Talk:
    """One socket, with requests that are numbered by themselves."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.number = socket, 0
        self.heard: list[dict[str, Any]] = []
        self.positions: dict[str, dict[str, Any]] = {}  # the last of each seat
        self.table: dict[str, Any] = {}

    def hear(self, patience: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=patience))
        self.heard.append(message)
        if message["type"] == "position":
            self.positions[message["seat"]] = message
        self.table = message.get("table", self.table)
        return message

    def hear_until(self, *kinds: str) -> dict[str, Any]:
        while (message := self.hear())["type"] not in kinds:
            pass
        return message

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Sends a request and gives the reply to it; what else is heard meanwhile is kept in ``heard``."""
        self.number += 1
        self.socket.send(json.dumps({"type": kind, "id": self.number, **fields}))
        while (message := self.hear()).get("id") != self.number:
            pass
        return message

    def play(self, rng: random.Random, actions: int = 1_000_000) -> int:
        """Plays at random for every seat that is looked from, until the night is over or so much is done; gives how much was."""
        done, answered = 0, set[tuple[str, str]]()  # seats may be asked alike
        while done < actions and self.table["status"] not in ("over", "abandoned"):
            asked = [each for each in self.positions.values() if each.get("decision") and (each["seat"], each["decision"]) not in answered]
            if not asked:
                self.hear()
                continue
            position = rng.choice(asked)
            answered.add((position["seat"], position["decision"]))
            reply = self.ask("act", seat=position["seat"], decision=position["decision"], action=rng.choice(position["view"]["actions"]))
            done += reply["type"] == "accepted"
        return done


@contextmanager
def served(folder: Path, *, limits: Limits = AT_HOME, database: str | None = None, proxies: str = "", **changes: Any) -> Iterator[Served]:
    """A server in a thread, until the end of the block."""
    url = database or f"sqlite:///{folder / 'web.sqlite3'}"
    config = msgspec.structs.replace(Config(database=url, limits=limits, log_level="error", thinkers=1, prepare=False), **changes)
    listening = listen("127.0.0.1", 0)
    if config.network is not None:
        config.network.port = listening.getsockname()[1]
    server = Server(settings(config, trusted_proxies=proxies), bool, config.network)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        began = time.monotonic()
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            assert time.monotonic() - began < PATIENCE, "the server did not start in time"
            time.sleep(0.01)
        yield Served(server, listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
