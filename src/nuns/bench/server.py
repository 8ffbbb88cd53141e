"""The game through sockets: how much of a bare echo on the same framework is left, how long a person waits while many tables play, and what
a silent socket weighs. The server runs in a process of its own, whose CPU time is what is compared.
"""

import asyncio
import json
import random
import resource
import threading
import time
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from litestar import Litestar, WebSocket, websocket
from websockets.asyncio.client import ClientConnection, connect

from nuns.bench.postgres import disk
from nuns.server.web.limits import AT_HOME
from nuns.server.web.running import Server, listen, settings
from nuns.server.web.site import Config

FEW, MANY = 8, 200  # tables that are compared with an echo, and tables that play at once
SPARE = 120  # nights that are soon over have one after them
SILENT, AT_A_TABLE = 2000, 10  # sockets that say nothing
ROUNDS, SECONDS, LONGER = 3, 3.0, 8.0
THINKING = (0.2, 1.0)  # seconds a person thinks, where many play
UNHURRIED = msgspec.structs.replace(AT_HOME, messages_per_second=1e9, message_burst=1 << 50, sockets=1 << 30, tables_per_hour=1 << 30)
ECHOED = b'{"type":"act","id":17,"seat":"guards","decision":"guards-41","action":{"action":"step","guard":"abbess","start":26,"to":40}}'
SPARE_FILES = 200
LUCK = count(1)

Serve = Callable[[str], Any]


def server() -> dict[str, float]:
    """Everything in one run."""
    with TemporaryDirectory(prefix="nuns-bench-", dir=disk()) as folder:
        return asyncio.run(measured(Path(folder)))


async def measured(folder: Path) -> dict[str, float]:
    ratios, rates = [], []
    with house(echo_server, "") as bare, house(game_server, f"sqlite:///{folder}/few.sqlite3") as few:
        for _ in range(ROUNDS):  # one after the other, so that both meet the same machine
            echoed = await echoes_per_second(bare)
            played = await played_at(few, FEW, SPARE, SECONDS)
            ratios.append(played.frames / played.cpu / echoed)
            rates.append(played.actions / played.seconds)
    with house(game_server, f"sqlite:///{folder}/many.sqlite3") as many:
        waits = (await played_at(many, MANY, 0, LONGER, THINKING)).waits
    with house(game_server, f"sqlite:///{folder}/silent.sqlite3") as quiet:
        sockets, weight = await weight_of_silence(quiet)
    percentiles = quantiles(waits, n=100)
    return {
        "actions_per_second": median(rates),
        "ratio_to_echo": median(ratios),
        "p50_ms": percentiles[49] * 1000,
        "p99_ms": percentiles[98] * 1000,
        "tables_playing": float(MANY),
        "kb_per_idle_socket": weight,
        "idle_sockets": float(sockets),
    }


# The server, in a process of its own.


@dataclass
class House:
    """Where it is, and what it has used."""

    port: int
    asking: Connection

    def used(self) -> tuple[float, float]:
        """Seconds of CPU so far, and kB of memory now."""
        self.asking.send(b"")
        seconds, memory = self.asking.recv()
        return seconds, memory


@contextmanager
def house(serve: Serve, database: str) -> Iterator[House]:
    here, there = get_context("spawn").Pipe()
    listening = listen("127.0.0.1", 0)
    process = get_context("spawn").Process(target=served, args=(serve, database, listening, there), daemon=False)
    process.start()
    try:
        assert here.poll(60), "the server did not start"
        here.recv()
        yield House(listening.getsockname()[1], here)
    finally:
        process.terminate()
        process.join()
        listening.close()


def served(serve: Serve, database: str, listening: Any, telling: Connection) -> None:
    """Until it is ended."""
    config = serve(database)
    allow_files(SILENT + SPARE_FILES)

    def tell() -> None:
        while True:
            telling.recv()
            telling.send((time.process_time(), resident()))

    def started() -> None:
        telling.send(b"")
        threading.Thread(target=tell, daemon=True).start()

    Server(config, started).run([listening])


def game_server(database: str) -> Any:
    return settings(Config(database=database, limits=UNHURRIED, log_level="error", thinkers=1, prepare=False))


def echo_server(database: str) -> Any:
    """The same web server and framework, and nothing else."""
    config = game_server(database)
    config.app = echo_app
    return config


def echo_app() -> Litestar:
    return Litestar([echo], openapi_config=None, logging_config=None)


@websocket("/")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    while (message := await socket.receive())["type"] == "websocket.receive":
        await socket.send({"type": "websocket.send", "text": message["text"], "bytes": None})


def resident() -> float:
    """kB of memory in use; the most there was, where nothing better is known."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1024
    except OSError:
        return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def allow_files(wanted: int) -> int:
    """As many open files as that, or as may be."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(soft, most)


# People.


@dataclass
class Played:
    """What was done in a while."""

    frames: int = 0
    actions: int = 0
    waits: list[float] = field(default_factory=list)
    seconds: float = 0.0
    cpu: float = 0.0


class PositionFrame(msgspec.Struct):
    """Of a view, what a random player looks at."""

    actions: tuple[msgspec.Raw, ...] = ()


class TableFrame(msgspec.Struct):
    """Of a table."""

    status: str
    chairs: tuple[dict[str, Any], ...]


class AnyFrame(msgspec.Struct):
    """Of any message."""

    type: str
    id: int | None = None
    seat: str = ""
    decision: str | None = None
    view: PositionFrame | None = None
    table: TableFrame | None = None


decode = msgspec.json.Decoder(AnyFrame).decode


async def echoes_per_second(bare: House) -> float:
    """Messages in and out a second of the server's CPU."""
    done = Played()
    before, until = bare.used()[0], time.perf_counter() + SECONDS
    await asyncio.gather(*(echoing(bare, until, done) for _ in range(2 * FEW)))
    return done.frames / (bare.used()[0] - before)


async def echoing(bare: House, until: float, done: Played) -> None:
    text = ECHOED.decode()
    async with connect(f"ws://127.0.0.1:{bare.port}/", compression=None) as socket:
        while time.perf_counter() < until:
            await socket.send(text)
            await socket.recv()
            done.frames += 2


@dataclass
class Person:
    """One socket, and the luck of whoever plays there."""

    socket: ClientConnection
    chair: str
    rng: random.Random
    number: int = 0

    async def ask(self, kind: str, **fields: Any) -> int:
        self.number += 1
        await self.socket.send(json.dumps({"type": kind, "id": self.number, **fields}))
        return self.number


Couple = tuple[Person, Person]


async def played_at(at: House, tables: int, spare: int, seconds: float, thinking: tuple[float, float] = (0.0, 0.0)) -> Played:
    """Two people at each table, who play at random. All tables are laid before the clock runs, with some to spare: where a night is over
    its people go on at the next, since it is playing that is measured, not founding.
    """
    done = Played()
    async with AsyncExitStack() as stack:
        laid = [await stack.enter_async_context(couple(at)) for _ in range(tables + spare)]
        before, began = at.used()[0], time.perf_counter()
        until = began + seconds
        await asyncio.gather(*(nights(laid, until, thinking, done) for _ in range(tables)))
        done.seconds, done.cpu = time.perf_counter() - began, at.used()[0] - before
    return done


async def nights(laid: list[Couple], until: float, thinking: tuple[float, float], done: Played) -> None:
    """One after the other, until it is time or no table is left."""
    while laid and time.perf_counter() < until:
        await asyncio.gather(*(play(person, until, thinking, done) for person in laid.pop()))


@asynccontextmanager
async def couple(at: House) -> AsyncIterator[Couple]:
    """A table whose night has begun."""
    code, cookie = await asyncio.to_thread(new_table, at.port)
    address = f"ws://127.0.0.1:{at.port}/api/tables/{code}/socket"
    async with (
        connect(address, additional_headers={"Cookie": cookie}, compression=None, max_size=None) as one,
        connect(address, additional_headers={"Cookie": cookie}, compression=None, max_size=None) as two,
    ):
        people = Person(one, "guards", random.Random(next(LUCK))), Person(two, "a", random.Random(next(LUCK)))
        await asyncio.to_thread(request, at.port, "POST", f"/api/tables/{code}/start", cookie)
        for person in people:
            await person.ask("salt", chair=person.chair, salt="5a17")
        for person in people:
            await take_seat(person)
        yield people


async def take_seat(person: Person) -> None:
    """Looks from her seat, as soon as the deal has said which it is."""
    while (table := decode(await person.socket.recv()).table) is None or table.status != "playing":
        pass
    seat = next(chair["seat"] for chair in table.chairs if chair["chair"] == person.chair)
    await person.ask("look", seat=seat)


async def play(person: Person, until: float, thinking: tuple[float, float], done: Played) -> None:
    """Until it is time, or the night is over; what she sends and hears is counted. She hears on while she thinks."""
    asked: dict[int, float] = {}
    async with asyncio.TaskGroup() as thoughts:
        while (left := until - time.perf_counter()) > 0:
            try:
                heard = decode(await asyncio.wait_for(person.socket.recv(), left))
            except TimeoutError:
                return
            done.frames += 1
            if heard.table is not None and heard.table.status == "over":
                return
            if heard.id in asked:
                done.waits.append(time.perf_counter() - asked.pop(heard.id))
                done.actions += heard.type == "accepted"
            if heard.decision is not None and heard.view is not None and heard.view.actions:
                thoughts.create_task(decide(person, heard, heard.view.actions, person.rng.uniform(*thinking), asked))
                done.frames += 1


async def decide(person: Person, heard: AnyFrame, actions: tuple[msgspec.Raw, ...], thinking: float, asked: dict[int, float]) -> None:
    """What she is asked, after a while."""
    await asyncio.sleep(thinking)
    action = msgspec.json.decode(person.rng.choice(actions))
    asked[person.number + 1] = time.perf_counter()
    await person.ask("act", seat=heard.seat, decision=heard.decision, action=action)


async def weight_of_silence(quiet: House) -> tuple[int, float]:
    """How many sockets were held, and kB of the server's memory for each."""
    held = min(SILENT, allow_files(SILENT + SPARE_FILES) - SPARE_FILES) // AT_A_TABLE * AT_A_TABLE
    codes = [(await asyncio.to_thread(new_table, quiet.port))[0] for _ in range(held // AT_A_TABLE)]
    before = quiet.used()[1]
    async with AsyncExitStack() as stack:
        for code in codes:
            address = f"ws://127.0.0.1:{quiet.port}/api/tables/{code}/socket"
            for _ in range(AT_A_TABLE):
                await stack.enter_async_context(connect(address, compression=None, ping_interval=None))
        await asyncio.sleep(1)
        after = quiet.used()[1]
    return held, (after - before) / held


def new_table(port: int) -> tuple[str, str]:
    """A table of two with both chairs held by one key: its code, and the cookie."""
    body, cookie = request(port, "POST", "/api/tables", "", {"settings": {"novices": 1}})
    code = str(body["table"]["code"])
    for chair in ("guards", "a"):
        request(port, "PUT", f"/api/tables/{code}/chairs/{chair}", cookie, {"name": chair})
    return code, cookie


def request(port: int, method: str, path: str, cookie: str, body: object = None) -> tuple[Any, str]:
    """The answer, and the cookie that came with it."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
    asking = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers, method=method)
    with urllib.request.urlopen(asking, timeout=60) as answer:
        return json.load(answer), str(answer.headers.get("Set-Cookie") or "").partition(";")[0]
