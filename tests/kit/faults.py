"""Faults under tables that are being played: the database away, a node killed, a disk full or slow, a clock that jumps.

A trial is one table in one phase of a game when the fault begins. The people at the table keep sending requests. Afterwards no
acknowledged action may be missing, and the table must play on by itself. ``python -m tests.kit.faults SEEDS [FAULT ...]`` tries every
fault, or those that are named, in every phase with that many seeds, and prints how long each took to go on.
"""

import asyncio
import random
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from nuns.bench.postgres import postgres_server
from nuns.referee.actions import Action
from nuns.referee.record import read_record, replay_record
from nuns.rules.words import Ask
from nuns.server.settings import Clock, Settings
from nuns.server.store import Store, sqlite
from nuns.server.store.sqlite import SqliteStore
from nuns.server.tables.night.entries import Answered, line_of
from nuns.server.tables.node import Node
from nuns.server.tables.running.steady_clock import SteadyClock, wall_clock
from tests.kit.postgres import empty
from tests.kit.tables import Person, node_on, seated, until

PHASES = ("sealing", "planning", "window", "guards", "end")
SETTINGS = Settings(novices=2, options={"turns": 4, "blessings": "on"}, clock=Clock(bank=600, increment=0, joint=600))
LEASE = 1.0  # seconds
GOES_ON = 30.0  # seconds after the end of its cause in which every table must play on
WAITED_FOR = 300.0  # seconds until a phase
SLOW = 0.5  # seconds that a slow disk takes for a commit
HOUR = 3_600_000  # milliseconds


class Wall:
    """The clock of the machine, which may be set."""

    def __init__(self) -> None:
        self.jumped = 0

    def __call__(self) -> int:
        return wall_clock() + self.jumped


class Proxy:
    """The way to a PostgreSQL server, which can be cut."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        assert parts.hostname is not None
        self._there = parts.hostname, parts.port or 5432
        self._parts = parts
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._port = 0

    @property
    def url(self) -> str:
        user = self._parts.netloc.rpartition("@")[0]
        return self._parts._replace(netloc=f"{user}@127.0.0.1:{self._port}" if user else f"127.0.0.1:{self._port}").geturl()

    async def mend(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in list(self._writers):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        other_reader, other_writer = await asyncio.open_connection(*self._there)
        self._writers |= {writer, other_writer}
        try:
            await asyncio.gather(self._pass_on(reader, other_writer), self._pass_on(other_reader, writer))
        finally:
            self._writers -= {writer, other_writer}

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


class Scene(NamedTuple):
    """What a fault happens to: a node that runs the tables, another one where the database can be shared, and their surroundings."""

    node: Node
    store: Store
    other: Node | None
    wall: Wall
    proxy: Proxy | None


class Fault(ABC):
    """Something that happens for a while. ``begin`` never waits, so that it can happen at any moment."""

    is_shared = True  # whether it needs PostgreSQL

    @abstractmethod
    def begin(self, scene: Scene) -> None: ...

    @abstractmethod
    async def end(self, scene: Scene) -> None: ...

    def restore(self) -> object:
        """Gives back what the fault has changed in this process, however a trial ended; most have changed nothing."""
        return None


class Away(Fault):
    """The database is away for some seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def begin(self, scene: Scene) -> None:
        assert scene.proxy is not None
        scene.proxy.cut()

    async def end(self, scene: Scene) -> None:
        assert scene.proxy is not None
        await asyncio.sleep(self.seconds)
        await scene.proxy.mend()


class Killed(Fault):
    """The node is gone."""

    def begin(self, scene: Scene) -> None:
        kill(scene.node)

    async def end(self, scene: Scene) -> None:
        pass


class AwayAndKilled(Away):
    """The database is away, and meanwhile the node is killed."""

    def begin(self, scene: Scene) -> None:
        super().begin(scene)
        kill(scene.node)


class FullDisk(Fault):
    """The database cannot grow."""

    is_shared = False

    def begin(self, scene: Scene) -> None:
        assert isinstance(scene.store, SqliteStore)
        self._set(scene.store, 1)

    async def end(self, scene: Scene) -> None:
        assert isinstance(scene.store, SqliteStore)
        await asyncio.sleep(2)
        self._set(scene.store, 1_000_000)

    def _set(self, store: SqliteStore, pages: int) -> None:
        store._writer.commit([lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()])


class SlowDisk(Fault):
    """Every commit takes long."""

    is_shared = False

    def __init__(self) -> None:
        self._commit = sqlite.commit_jobs

    def begin(self, scene: Scene) -> None:
        def slowly(*given: Any) -> list[Any]:
            time.sleep(SLOW)
            return self._commit(*given)

        sqlite.commit_jobs = slowly  # type: ignore[assignment]

    async def end(self, scene: Scene) -> None:
        await asyncio.sleep(3)
        self.restore()

    def restore(self) -> None:
        sqlite.commit_jobs = self._commit


class ClockJump(Fault):
    """The clock of the machine is set by hours."""

    is_shared = False

    def __init__(self, hours: int) -> None:
        self._hours = hours

    def begin(self, scene: Scene) -> None:
        scene.wall.jumped += self._hours * HOUR

    async def end(self, scene: Scene) -> None:
        pass


FAULTS: dict[str, Callable[[random.Random], Fault]] = {
    "database away 1 s": lambda _: Away(1),
    "database away 5 s": lambda _: Away(5),
    "database away 30 s": lambda _: Away(30),
    "node killed": lambda _: Killed(),
    "disk full": lambda _: FullDisk(),
    "slow disk": lambda _: SlowDisk(),
    "clock jump": lambda rng: ClockJump(rng.choice((-5, -1, 1, 30))),
    "database away and node killed": lambda rng: AwayAndKilled(rng.uniform(0.5, 4)),
}


def kill(node: Node) -> None:
    """As if its process were gone: nothing is finished, nothing given back."""
    tasks = list(node._tasks)
    for table in node._tables.values():
        tasks += [*table.queue.tasks, *table.bots.tasks]
    for task in tasks:
        task.cancel()


class Trial:
    """One table that is in some phase when the fault begins."""

    def __init__(self, phase: str, seed: int) -> None:
        self.phase, self.seed = phase, seed
        self.acknowledged: list[tuple[str, Action]] = []
        self.people: dict[str, Person] = {}
        self.went_on: float | None = None  # seconds after the end of the cause

    async def prepare(self, node: Node) -> None:
        """Plays until the phase; of a game that is to end, until its last turn."""
        self.table, host, people = await seated(node, SETTINGS, {"b": "easy"})
        self.people = {str(chair): person for chair, person in people.items()}
        for number, person in enumerate(people.values()):
            person.rng.seed(self.seed * 10 + number)
        await self.table.start(host)
        await until(lambda: self.table.log.night.seal)
        if self.phase != "sealing":
            deadline = time.monotonic() + WAITED_FOR
            while not self._is_there():
                assert time.monotonic() < deadline, f"the game never came to its {self.phase}"
                await self.go_on(to_phase=True)

    def _is_there(self) -> bool:
        night = self.table.log.night
        game = night.game
        if game is None or not night.seats:
            return False
        match self.phase:
            case "planning":
                return game.turn > 1 and game.is_plan_due and any(not night.is_bot(chair) for chair in night.waiting)
            case "window":
                return game.ask == Ask.BLESSING and any(not night.is_bot(chair) for chair in night.waiting)
            case "guards":
                return game.turn > 1 and night.waiting == ("guards",) and not game.is_joint_decision
            case _:
                return game.turn == SETTINGS.options["turns"] or game.is_over

    async def go_on(self, *, to_phase: bool = False) -> None:
        """Lets everybody who is asked answer once, and notes what is acknowledged; nobody once the phase is there, if that is wanted."""
        for chair, person in self.people.items():
            for seat in person.seats:
                if seat not in person.positions:
                    await person.ask("look", seat=seat, after=0)
            for seat in person.asked():
                if to_phase and self._is_there():
                    return
                action = person.choice(seat)
                reply = await person.act(seat, action)
                if reply["type"] == "accepted":
                    self.acknowledged.append((chair, msgspec.convert(action, Action)))
                elif reply["why"] in ("stale", "rules"):  # it was stored though nobody could say so
                    await person.ask("look", seat=seat, after=len(person.events[seat]))
        await asyncio.sleep(0.005)

    async def speak(self) -> None:
        """Says something, as people do when nothing happens."""
        await self.people["guards"].ask("say", text="is anybody there?")

    async def move_to(self, node: Node) -> None:
        """Sends everybody's browser to another node."""
        deadline = time.monotonic() + GOES_ON
        while True:
            try:
                self.table = await node.table(self.table.code)
                break
            except Exception:
                assert time.monotonic() < deadline, "the other node does not find the table"
                await asyncio.sleep(0.1)
        for chair, person in self.people.items():
            other = Person(self.table, person.token)
            other.rng = person.rng
            self.people[chair] = other

    async def finish(self, store: Store, before: int, ended: float) -> None:
        """Plays to the end, without ever standing still; notes when the table first went on."""
        since = ended
        while not self.table.log.is_finished:
            if (length := self.table.log.night.length) > before:
                before, since = length, time.monotonic()
                self.went_on = since - ended if self.went_on is None else self.went_on
            assert time.monotonic() - since < GOES_ON, f"{self}: it does not go on"
            await self.go_on()
        self.went_on = time.monotonic() - ended if self.went_on is None else self.went_on
        await self._check(store)

    async def _check(self, store: Store) -> None:
        """Nothing that was acknowledged is missing, nobody lost the seat, and the record is true."""
        lines = [line_of(entry) for entry in await store.read(self.table.code)]
        for chair in self.people:
            stored = iter([line.action for line in lines if isinstance(line, Answered) and line.chair == chair and not line.bot])
            for _, action in (each for each in self.acknowledged if each[0] == chair):
                assert action in stored, f"{self}: an acknowledged action of {chair} is lost"
        assert not any(player.stand_in for player in self.table.log.night.players.values()), f"{self}: a bot took somebody's seat"
        assert replay_record(read_record(self.table.record().encode()), check_dice=True).is_over

    def __str__(self) -> str:
        return f"{self.phase}, seed {self.seed}"


@asynccontextmanager
async def scene_of(fault: Fault, folder: Path, server: str | None, seed: int) -> AsyncIterator[Scene]:
    """Nodes on a database of their own, with a clock that may be set and a way to the database that may be cut."""
    wall = Wall()
    async with AsyncExitStack() as open_things:
        proxy, other = None, None
        if fault.is_shared:
            assert server is not None
            await empty(server)
            proxy = Proxy(server)
            await proxy.mend()
            open_things.callback(proxy.cut)
            url = proxy.url
        else:
            url = f"sqlite:///{folder}/faults-{seed}.sqlite3"
        node, store = await open_things.enter_async_context(node_on(url, SteadyClock(wall), f"{seed:064x}", LEASE))
        if fault.is_shared:
            other, store = await open_things.enter_async_context(node_on(url, SteadyClock(wall), f"{seed:064x}", LEASE))
        yield Scene(node, store, other, wall, proxy)


async def try_fault(name: str, seed: int, folder: Path, server: str | None) -> list[Trial]:
    """Lets a fault happen while one table is in each phase; raises AssertionError for a table that lost something or does not go on."""
    fault = FAULTS[name](random.Random(seed))
    async with scene_of(fault, folder, server, seed) as scene:
        trials = [Trial(phase, seed) for phase in PHASES if phase != "sealing"]
        await asyncio.gather(*(trial.prepare(scene.node) for trial in trials))
        sealing = Trial("sealing", seed)
        await sealing.prepare(scene.node)  # last: it does not wait
        trials.append(sealing)
        try:
            await happen(fault, scene, trials)
        finally:
            fault.restore()
        ended, lengths = time.monotonic(), [trial.table.log.night.length for trial in trials]
        if isinstance(fault, Killed | AwayAndKilled):
            assert scene.other is not None
            for trial in trials:
                await trial.move_to(scene.other)
        await asyncio.gather(*(trial.finish(scene.store, before, ended) for trial, before in zip(trials, lengths, strict=True)))
        return trials


async def happen(fault: Fault, scene: Scene, trials: list[Trial]) -> None:
    """Begins the fault at the very end of the game that is to end, and ends it; people go on asking meanwhile."""
    ending = next(trial for trial in trials if trial.phase == "end")
    begun = asyncio.Event()

    def begin() -> None:
        if ending.table.log.night.is_over and not begun.is_set():
            begun.set()
            fault.begin(scene)

    ending.table.log.changed.append(begin)
    deadline = time.monotonic() + WAITED_FOR
    while not begun.is_set():
        assert time.monotonic() < deadline, "the game that was to end did not"
        begin()
        await ending.go_on()
    if isinstance(fault, Killed | AwayAndKilled):  # nobody answers people there any more
        await fault.end(scene)
        return
    cause = asyncio.create_task(fault.end(scene))
    for trial in trials:
        await trial.speak()
    while not cause.done():
        await asyncio.gather(*(trial.go_on() for trial in trials))
    await cause


def main(seeds: int, names: list[str]) -> None:
    """Tries everything, or the faults that are named, and prints the longest time that a table took to go on."""
    with TemporaryDirectory() as folder, postgres_server(durable=False) as server:
        for name in names or FAULTS:
            trials = [trial for seed in range(seeds) for trial in asyncio.run(try_fault(name, seed, Path(folder), server))]
            longest = {phase: max(trial.went_on or 0 for trial in trials if trial.phase == phase) for phase in PHASES}
            told = ", ".join(f"{phase} {seconds:.1f}" for phase, seconds in longest.items())
            print(f"{name}: {len(trials)} trials, nothing lost; seconds until all went on: {told}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
