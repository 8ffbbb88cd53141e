"""The game through sockets: its cost compared with a bare echo, how long a person waits, and what an idle socket weighs.

The server runs in a process of its own, whose CPU time is compared.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from websockets.asyncio.client import connect

from nuns.bench.postgres import disk_folder
from nuns.bench.random_players import Activity, PlayedServer, play_at_tables
from nuns.bench.served import FILES, allow_files

FEW, MANY = 8, 200  # tables that are compared with an echo, and tables at which people wait
SPARE = 40  # spare tables, for players whose game is over early
IDLE, AT_A_TABLE = 2000, 10  # idle sockets, in all and at each table
ROUNDS, SECONDS, LONGER = 3, 3.0, 8.0
THINKING = (0.2, 1.0)  # seconds for which a person thinks, at the many tables
ECHOED = '{"type":"act","id":17,"seat":"guards","decision":"guards-41","action":{"action":"step","guard":"abbess","start":26,"to":40}}'
SOURCES = Path(__file__).parents[2]


def server() -> dict[str, float]:
    """Measures everything in one run."""
    with TemporaryDirectory(prefix="nuns-bench-", dir=disk_folder()) as folder:
        return asyncio.run(measure(Path(folder)))


async def measure(folder: Path) -> dict[str, float]:
    """Returns all figures of the server."""
    plays, ratios = [], []
    with server_process("echo", folder / "echo") as bare, server_process("game", folder / "few") as few:
        for _ in range(ROUNDS):  # one after the other, so that both meet the same machine
            echoed = await echoes_per_second(bare)
            plays.append(await play_few(few))
            ratios.append(plays[-1].done.messages / plays[-1].cpu / echoed)
    with server_process("game", folder / "many") as many:
        crowd = await play_in_a_crowd(many)
    percentiles = quantiles(crowd.waits, n=100)
    return {
        "actions_per_second": median(play.done.actions / play.done.seconds for play in plays),
        "us_per_action": median(play.us_per_action for play in plays),
        "bytes_per_action": median(play.done.bytes_sent / play.done.actions for play in plays),
        "ratio_to_echo": median(ratios),
        "p50_ms": percentiles[49] * 1000,
        "p99_ms": percentiles[98] * 1000,
        "tables_playing": float(MANY),
        "kb_per_idle_socket": crowd.kb_per_idle_socket,
        "idle_sockets": float(crowd.idle_sockets),
    }


# The server, in a process of its own


@dataclass
class ServerProcess:
    """A server process: its port, and the pipes over which it says what it has used."""

    port: int
    process: "subprocess.Popen[str]"

    @property
    def server(self) -> PlayedServer:
        return PlayedServer(f"http://127.0.0.1:{self.port}")

    def used(self) -> tuple[float, float]:
        """Returns its CPU seconds so far, and its memory now in kB."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(file=self.process.stdin, flush=True)
        seconds, memory = map(float, self.process.stdout.readline().split())
        return seconds, memory


@contextmanager
def server_process(kind: str, database: Path, sources: Path = SOURCES) -> Iterator[ServerProcess]:
    """Runs a server of the code in ``sources`` in a process of its own, on an SQLite file; ``kind`` is game or echo."""
    command = [sys.executable, str(Path(__file__).with_name("served.py")), kind, f"sqlite:///{database}.sqlite3"]
    environment = {**os.environ, "PYTHONPATH": str(sources), "PYTHONSAFEPATH": "1"}
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        port = process.stdout.readline()
        if not port:
            raise OSError(f"expected a server of {sources} that starts; it ended with status {process.wait()}")
        yield ServerProcess(int(port), process)
    finally:
        process.terminate()
        process.wait()


# Measurements


@dataclass
class Play:
    """The work done at a few tables as fast as possible, and the CPU seconds that the server took for it."""

    done: Activity
    cpu: float

    @property
    def us_per_action(self) -> float:
        return self.cpu / self.done.actions * 1e6


async def play_few(at: ServerProcess) -> Play:
    """Lets two players at each of a few tables play as fast as they can.

    All tables are made before the clock starts, with some to spare: players whose game is over go on at the next, since playing is
    measured and not making tables.
    """
    async with AsyncExitStack() as stack:
        done = Activity()
        pairs = [await stack.enter_async_context(at.server.started_pair(done)) for _ in range(FEW + SPARE)]
        done.messages = done.bytes_sent = 0
        before = at.used()[0]
        done.seconds = await play_at_tables(pairs, FEW, SECONDS)
        return Play(done, at.used()[0] - before)


async def echoes_per_second(bare: ServerProcess) -> float:
    """Returns messages in and out per second of the echo's CPU."""
    before, until = bare.used()[0], time.perf_counter() + SECONDS
    echoed = sum(await asyncio.gather(*(send_echoes(bare, until) for _ in range(2 * FEW))))
    return echoed / (bare.used()[0] - before)


async def send_echoes(bare: ServerProcess, until: float) -> int:
    """Sends messages until it is time, and returns how many went both ways."""
    messages = 0
    async with connect(f"ws://127.0.0.1:{bare.port}/", compression=None) as socket:
        while time.perf_counter() < until:
            await socket.send(ECHOED)
            await socket.recv()
            messages += 2
    return messages


@dataclass
class Crowd:
    """How long people waited at many tables while idle sockets were held, and what such a socket weighs."""

    waits: list[float]
    idle_sockets: int
    kb_per_idle_socket: float


async def play_in_a_crowd(at: ServerProcess) -> Crowd:
    """Lets people play at many tables while others are connected and silent."""
    held = min(IDLE, allow_files(FILES) - FILES // 4) // AT_A_TABLE * AT_A_TABLE
    codes = [(await asyncio.to_thread(at.server.new_table))[0] for _ in range(held // AT_A_TABLE)]
    async with AsyncExitStack() as stack:
        before = at.used()[1]
        for code in codes * AT_A_TABLE:
            await stack.enter_async_context(at.server.socket(code, ping_interval=None))
        await asyncio.sleep(1)
        weight = (at.used()[1] - before) / held
        done = Activity()
        pairs = [await stack.enter_async_context(at.server.started_pair(done)) for _ in range(MANY)]
        await play_at_tables(pairs, MANY, LONGER, THINKING)
    return Crowd(done.waits, held, weight)
