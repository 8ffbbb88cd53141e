"""One address floods the server in many ways while others play: how long do their actions take, and their easy and hard bots?

``python -m tests.kit.flood [SECONDS [KIND ...]]``. The server and its processes have one core to themselves, all clients have another.
Everything happens on addresses of this machine, 127.0.0.0/8: each visitor has one, and so has the flood.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from nuns.analysis.advice import advise, can_advise_at_once
from nuns.referee.actions import Plan
from nuns.referee.dice import SealedDice
from nuns.referee.record import read_record
from nuns.referee.record_lines import checksum
from nuns.server.settings import Level
from nuns.server.thinking.advice_worker import Adviser, warm_adviser
from nuns.server.thinking.bot_worker import warm
from nuns.server.thinking.thinkers import COMPILED
from nuns.server.web.server_run import listen, run_one
from nuns.server.web.site import Config
from tests.kit.records import night_with, record_of, table_named

LEVELS: tuple[Level, ...] = ("easy", "hard") * 4  # of the bots at the tables of the visitors
SECONDS = 15.0
FLOOD = "127.0.0.66"
THOUGHT = 0.15  # seconds that a person thinks
CLIENT_CORE, SERVER_CORE = sorted(os.sched_getaffinity(0))[0], sorted(os.sched_getaffinity(0))[-1]
OWN, ROOT = (sys.executable, "-m", "tests.kit.flood"), Path(__file__).parents[2]
PINGS = b"\x89\x80\x01\x02\x03\x04" * 10_000
GONE = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)


class Address:
    """Somebody at an address of this machine, with cookies."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=64))
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=60)

    async def post(self, path: str, body: Any = None, method: str = "POST") -> Any:
        return (await self.http.request(method, path, json=body)).raise_for_status().json()

    @asynccontextmanager
    async def socket(self, code: str) -> AsyncIterator[ClientConnection]:
        request = self.http.build_request("GET", f"/api/tables/{code}/socket")
        cookies = {"Cookie": request.headers["cookie"]} if "cookie" in request.headers else {}
        url = f"ws://127.0.0.1:{self.port}/api/tables/{code}/socket"
        async with connect(url, local_addr=(self.address, 0), additional_headers=cookies, compression=None, max_size=None) as opened:
            yield opened

    async def table(self, bots: dict[str, str], chairs: tuple[str, ...] = (), **settings: Any) -> str:
        """Creates a table, sits down, starts; returns its code."""
        code = str((await self.post("/api/tables", {"settings": settings, "bots": bots}))["table"]["code"])
        for chair in chairs:
            await self.post(f"/api/tables/{code}/chairs/{chair}", {"name": f"Sister {chair}"}, "PUT")
        await self.post(f"/api/tables/{code}/start")
        return code


class Visitor:
    """Plays a novice against a bot, game after game, and notes how long everything takes."""

    def __init__(self, port: int, number: int, level: Level = "easy") -> None:
        self.address, self.rng, self.level = Address(port, f"127.0.0.{2 + number}"), random.Random(number), level
        self.actions: list[float] = []
        self.bots: list[float] = []
        self.failures = 0

    async def play(self) -> None:
        while True:
            try:
                code = await self.address.table({"guards": self.level}, ("a",), novices=1)
                async with self.address.socket(code) as talk:
                    await self._game(talk)
            except GONE:
                self.failures += 1
                await asyncio.sleep(0.2)

    async def _game(self, talk: ClientConnection) -> None:
        seat, decided, asked, began, accepted = None, "", 0, 0.0, 0.0
        while True:
            message = json.loads(await talk.recv())
            match message["type"]:
                case "welcome" | "changed":
                    if message["table"]["status"] in ("over", "abandoned"):
                        return
                    dealt = next((chair.get("seat") for chair in message["table"]["chairs"] if chair["chair"] == "a"), None)
                    if dealt and seat is None:
                        seat = dealt
                        await talk.send(json.dumps({"type": "look", "id": 0, "seat": seat}))
                case "accepted" if message["id"] == asked and asked:
                    accepted = time.perf_counter()
                    self.actions.append(accepted - began)
                case "position":
                    if accepted and not message.get("decision"):
                        self.bots.append(time.perf_counter() - accepted)
                        accepted = 0.0
                    if (decision := message.get("decision")) and decision != decided:
                        decided, asked = decision, asked + 1
                        await asyncio.sleep(self.rng.uniform(0.5, 1.5) * THOUGHT)
                        action = {"type": "act", "id": asked, "seat": seat, "decision": decision, "action": choice(message, self.rng)}
                        began = time.perf_counter()
                        await talk.send(json.dumps(action))
                case _:
                    pass


def choice(position: dict[str, Any], rng: random.Random) -> Any:
    """Returns an action of a seat that is asked: a whole plan, or one of those offered."""
    reaches = position.get("foresight", {}).get("reaches")
    if not reaches or position["view"]["sheets"][0].get("plan"):
        return rng.choice(position["view"]["actions"])
    return {"action": "plan", "novice": int(position["seat"][-1]), **rng.choice(rng.choice(reaches)["fits"])}


# The floods, each by one address


async def pings(port: int) -> None:
    """Four sockets full of control frames; each is opened again when it is closed."""
    somebody = Address(port, FLOOD)
    code = (await somebody.post("/api/tables", {"settings": {}}))["table"]["code"]

    async def one() -> None:
        while True:
            with suppress(*GONE):
                async with somebody.socket(code) as talk:
                    while True:
                        talk.transport.write(PINGS)
                        await asyncio.sleep(0)
                        if talk.transport.is_closing():
                            break
            await asyncio.sleep(0.01)

    await asyncio.gather(*(one() for _ in range(4)))


async def bots(port: int) -> None:
    """As many tables of eight expert bots as can be had, unwatched at first and then watched."""
    somebody = Address(port, FLOOD)
    chairs = ("abbess", "prioress", "a", "b", "c", "d", "e", "f")
    codes = []
    for _ in range(60):
        with suppress(*GONE):
            codes.append(await somebody.table(dict.fromkeys(chairs, "expert"), novices=6, guard_players=2))

    async def watch(code: str) -> None:
        with suppress(*GONE):
            async with somebody.socket(code) as talk:
                async for _ in talk:
                    pass

    await asyncio.gather(*(watch(code) for code in codes))
    await asyncio.Event().wait()


async def companions(port: int) -> None:
    """Tables of seven expert bots and one connected person, so that they rank as tables where people play."""
    somebody = Address(port, FLOOD)
    bots = dict.fromkeys(("abbess", "prioress", "b", "c", "d", "e", "f"), "expert")

    async def one(number: int) -> None:
        visitor = Visitor(port, 64)
        visitor.address = somebody
        with suppress(*GONE):
            code = await somebody.table(bots, ("a",), novices=6, guard_players=2)
            async with somebody.socket(code) as talk:
                await visitor._game(talk)

    await asyncio.gather(*(one(number) for number in range(40)))
    await asyncio.Event().wait()


async def advice(port: int) -> None:
    """32 tables with six novices each, who ask for advice on their first plans as often as they are let."""
    somebody, chairs = Address(port, FLOOD), ("a", "b", "c", "d", "e", "f")

    async def one() -> None:
        asked: dict[str, str] = {}
        with suppress(*GONE):
            code = await somebody.table({"guards": "easy"}, chairs, novices=6, advice=True)
            async with somebody.socket(code) as talk:
                state = json.loads(await talk.recv())["table"]
                while len(asked) < len(chairs):
                    for seat in {chair.get("seat") for chair in state["chairs"] if chair["chair"] in chairs} - {None, *asked}:
                        await talk.send(json.dumps({"type": "look", "id": 0, "seat": seat}))
                    message = json.loads(await talk.recv())
                    state = message.get("table", state)
                    if message["type"] == "position" and message.get("decision"):
                        asked[message["seat"]] = message["decision"]
                while True:
                    for seat, decision in asked.items():
                        await talk.send(json.dumps({"type": "advise", "id": 1, "seat": seat, "decision": decision}))
                        while json.loads(await talk.recv())["type"] not in ("advised", "refused"):
                            pass
                    await asyncio.sleep(0.1)

    await asyncio.gather(*(one() for _ in range(32)))
    await asyncio.Event().wait()


def long_record(times: int) -> bytes:
    """A true record in which a novice writes her plan again and again while another has not written hers."""
    dice = SealedDice("5eed" * 16)
    text = record_of(night_with(table_named("mayfair", 2), dice), dice)
    record, lines = read_record(text.encode()), text.splitlines()
    place = record.first_line - 1 + next(number for number, action in enumerate(record.actions) if isinstance(action, Plan))
    repeated = "\n".join([*lines[:place], *[lines[place]] * times, *lines[place:-1]]) + "\n"
    return f"{repeated}check {checksum(repeated)}\n".encode()


async def replays(port: int) -> None:
    """Long records, 34 at a time, of which nobody awaits the answer."""
    somebody, records = Address(port, FLOOD), [long_record(1_900), long_record(50_000), long_record(150_000)]

    async def one(number: int) -> None:
        while True:
            with suppress(*GONE):
                await somebody.http.post(f"/api/replays?seat=omniscient&x={number}", content=records[number % 3], timeout=0.5 + number % 5)
            await asyncio.sleep(0.01)

    await asyncio.gather(*(one(number) for number in range(34)))


async def sights(port: int) -> None:
    """Sight tables of options that nobody plays with."""
    somebody = Address(port, FLOOD)

    async def one(first: int) -> None:
        for number in range(first, 10_000, 16):
            with suppress(*GONE):
                await somebody.http.get(
                    "/api/sights", params={"options": f"mayfair(turns={number % 30 + 1},hearing-limit={number % 12 + 1})"}
                )

    await asyncio.gather(*(one(first) for first in range(16)))
    await asyncio.Event().wait()


async def rulers(port: int) -> None:
    """Rulers, chat and explanations of one seat, with a new connection for every few."""
    somebody = Address(port, FLOOD)

    async def one() -> None:
        code = await somebody.table({}, ("guards", "a"), novices=1)
        while True:
            with suppress(*GONE):
                async with somebody.socket(code) as talk:
                    state = json.loads(await talk.recv())["table"]
                    seat = next((chair.get("seat") for chair in state["chairs"] if chair["chair"] == "a"), None) or "novice-1"
                    for number in range(40):
                        await talk.send(json.dumps({"type": "act", "id": number, "seat": seat, "action": f"{seat} ruler {number + 1}-72"}))
                        await talk.send(json.dumps({"type": "explain", "id": number, "seat": seat, "event": number}))
                        await talk.send(json.dumps({"type": "say", "id": number, "text": "x" * 400}))
            await asyncio.sleep(0)

    await asyncio.gather(*(one() for _ in range(8)))


async def heads(port: int) -> None:
    """Headers and paths without end."""

    async def one(first: bytes) -> None:
        while True:
            with suppress(*GONE):
                _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(FLOOD, 0))
                writer.write(first)
                with suppress(*GONE):
                    for _ in range(1000):
                        writer.write(b"x" * 100_000)
                        await writer.drain()
                writer.close()
            await asyncio.sleep(0)

    firsts = (b"GET / HTTP/1.1\r\nHost: x\r\nX: ", b"GET /")
    await asyncio.gather(*(one(first) for first in firsts * 4))


async def unfinished(port: int) -> None:
    """Requests that are begun and never finished, as many as can be had."""
    held: list[asyncio.StreamWriter] = []
    while True:
        with suppress(*GONE):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(FLOOD, 0))
            writer.write(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{")
            held.append(writer)
        held = [each for each in held[-2000:] if not each.is_closing()]
        await asyncio.sleep(0.002)


async def requests(port: int) -> None:
    """Plain requests, as fast as they are answered."""
    somebody = Address(port, FLOOD)

    async def one() -> None:
        while True:
            with suppress(*GONE):
                await somebody.http.get("/api/tables")

    await asyncio.gather(*(one() for _ in range(32)))


async def messages(port: int) -> None:
    """Messages that cannot be read, as fast as they are taken."""
    somebody = Address(port, FLOOD)
    code = (await somebody.post("/api/tables", {"settings": {}}))["table"]["code"]

    async def one() -> None:
        while True:
            with suppress(*GONE):
                async with somebody.socket(code) as talk:
                    while True:
                        await talk.send("[" * 15_000)
            await asyncio.sleep(0.01)

    await asyncio.gather(*(one() for _ in range(16)))


async def nothing(port: int) -> None:
    """No flood: the normal case, for comparison."""
    await asyncio.Event().wait()


FLOODS: dict[str, Callable[[int], Awaitable[None]]] = {
    each.__name__: each
    for each in (nothing, pings, bots, companions, advice, replays, sights, rulers, heads, unfinished, requests, messages)
}


# Measuring


def serve(port: int, folder: str) -> None:
    """Runs a server with the limits of ``nuns serve`` on its core."""
    os.sched_setaffinity(0, {SERVER_CORE})
    run_one(listen("127.0.0.1", port), Config(database=f"sqlite:///{folder}/flood.sqlite3", log_level="error", thinkers=1))


async def measure(port: int, kind: str, seconds: float) -> list[Visitor]:
    """Lets the visitors play, and the flood come when their bots have loaded their machine code; returns them with what they noted."""
    visitors = [Visitor(port, number, level) for number, level in enumerate(LEVELS)]
    playing = [asyncio.create_task(visitor.play()) for visitor in visitors]
    async with asyncio.timeout(120):
        while not all(visitor.bots for visitor in visitors):
            await asyncio.sleep(0.2)
    flood = subprocess.Popen(["nice", "-n", "10", *OWN, "flood", str(port), kind], cwd=ROOT)
    try:
        await asyncio.sleep(13)  # its tables are sealed and dealt
        for visitor in visitors:
            visitor.actions, visitor.bots, visitor.failures = [], [], 0
        await asyncio.sleep(seconds)
    finally:
        flood.kill()
        flood.wait()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return visitors


def row(kind: str, visitors: list[Visitor]) -> str:
    """Returns the line of a flood: how long actions took, and the bots of each level."""
    actions = [seconds for visitor in visitors for seconds in visitor.actions]
    cells = [str(len(actions)), told(actions, 0.5), told(actions, 0.99)]
    for level in dict.fromkeys(LEVELS):
        waits = [seconds for visitor in visitors if visitor.level == level for seconds in visitor.bots]
        cells += [str(len(waits)), told(waits, 0.5), told(waits, 0.99), told(waits, 1.0)]
    return f"| {' | '.join((kind, *cells, str(sum(visitor.failures for visitor in visitors))))} |"


def told(values: list[float], share: float) -> str:
    return f"{1000 * percentile(values, share):.0f} ms"


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def main(seconds: float, kinds: list[str]) -> None:
    """Measures each kind of flood on a server of its own, and prints a line for each."""
    os.sched_setaffinity(0, {CLIENT_CORE})
    for level in COMPILED:  # so that nothing is compiled meanwhile
        warm(level)
    warm_adviser(Adviser(advise, can_advise_at_once))
    heads = ["flood", "actions", "p50", "p99"]
    for level in dict.fromkeys(LEVELS):
        heads += [f"{level} bots", "p50", "p99", "longest"]
    print(f"| {' | '.join((*heads, 'lost'))} |\n|{' --- |' * (len(heads) + 1)}")
    for kind in kinds or FLOODS:
        with TemporaryDirectory() as folder:
            port = free_port()
            server = subprocess.Popen([*OWN, "serve", str(port), folder], cwd=ROOT)
            try:
                wait_for(port)
                visitors = asyncio.run(measure(port, kind, seconds))
            finally:
                server.kill()
                server.wait()
        print(row(kind, visitors), flush=True)


def free_port() -> int:
    with listen("127.0.0.1", 0) as listening:
        return int(listening.getsockname()[1])


def wait_for(port: int) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with suppress(httpx.HTTPError):
            if httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200:
                time.sleep(15)  # its bots' processes start and load their machine code
                return
        time.sleep(0.2)
    raise AssertionError("the server did not start")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["serve", port, folder]:
            serve(int(port), folder)
        case ["flood", port, kind]:
            os.sched_setaffinity(0, {CLIENT_CORE})
            asyncio.run(FLOODS[kind](int(port)))  # type: ignore[arg-type]
        case [seconds, *kinds]:
            main(float(seconds), kinds)
        case _:
            main(SECONDS, [])
