"""Durable appends a second by eight clients at tables of their own, through the store and through the bare driver."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeAlias

import asyncpg
from uvicorn.loops.auto import auto_loop_factory

from nuns.bench.postgres import disk_folder, has_postgres, postgres_server
from nuns.server.store import NewEntry, Store, new_code, open_store

CLIENTS, ROUNDS, SECONDS = 8, 5, 1.0
BODY = b"novice-4 run 4-18-27-39-48-49 one-more-step" * 3

RAW_POSTGRESQL = """
    WITH moved AS (UPDATE tables SET seq = seq + 1 WHERE id = $1 RETURNING id, seq)
    INSERT INTO entries (table_id, seq, kind, at, body) SELECT id, seq, 'action', 0, $2 FROM moved RETURNING seq"""

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"


def store() -> dict[str, dict[str, float]]:
    """Returns the figures of SQLite, and of PostgreSQL where there is a server."""
    with TemporaryDirectory(prefix="nuns-bench-", dir=disk_folder()) as folder:
        figures = {"sqlite": figures_of(sqlite_figures(Path(folder)))}
    if has_postgres():
        with postgres_server(durable=True) as url:
            figures["postgresql"] = figures_of(postgresql_figures(url))
    return figures


def figures_of(measuring: Coroutine[None, None, dict[str, float]]) -> dict[str, float]:
    """Runs a measurement on the event loop that the server uses."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(measuring)


async def sqlite_figures(folder: Path) -> dict[str, float]:
    """Returns the figures of SQLite."""
    path = folder / "store.sqlite3"
    store = await open_store(f"sqlite:///{path}")
    try:
        ids = await new_tables(store)
        return await compare(lambda: appends(store, ids), lambda: asyncio.to_thread(raw_sqlite_appends, path, ids))
    finally:
        await store.close()


async def postgresql_figures(url: str) -> dict[str, float]:
    """Returns the figures of PostgreSQL."""
    store = await open_store(url)
    connections = [await asyncpg.connect(url) for _ in range(CLIENTS)]
    try:
        ids = await new_tables(store)
        return await compare(lambda: appends(store, ids), lambda: raw_postgresql_appends(connections, ids))
    finally:
        for connection in connections:
            await connection.close()
        await store.close()


async def compare(ours: Callable[[], Awaitable[float]], raw: Callable[[], Awaitable[float]]) -> dict[str, float]:
    """Measures both in turn, round by round, so that both meet the same disk."""
    rounds = [(await ours(), await raw()) for _ in range(ROUNDS)]
    return {
        "appends_per_second": median(mine for mine, _ in rounds),
        "raw_appends_per_second": median(bare for _, bare in rounds),
        "ratio_to_raw": median(mine / bare for mine, bare in rounds),
    }


async def new_tables(store: Store) -> list[str]:
    """Returns the ids of new tables, one for each client."""
    return [(await store.create_table(new_code(), at=0, settings=b"{}")).id for _ in range(CLIENTS)]


async def appends(store: Store, ids: list[str]) -> float:
    """Returns the rate through the store."""
    lengths = [table.seq for id in ids if (table := await store.table(id))]
    began = time.perf_counter()

    async def play(id: str, seq: int) -> int:
        first = seq
        while time.perf_counter() - began < SECONDS:
            seq = await store.append(id, seq, [NewEntry("action", 0, BODY)])
        return seq - first

    done = await asyncio.gather(*map(play, ids, lengths))
    return sum(done) / (time.perf_counter() - began)


def raw_sqlite_appends(path: Path, ids: list[str]) -> float:
    """Returns the rate of one connection that serves the clients in turn; several would be slower, waiting for the file's lock."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = FULL")
    began, done = time.perf_counter(), 0
    while time.perf_counter() - began < SECONDS:
        id = ids[done % CLIENTS]
        connection.execute("BEGIN IMMEDIATE")
        [(seq,)] = connection.execute("UPDATE tables SET seq = seq + 1 WHERE id = ? RETURNING seq", (id,)).fetchall()
        connection.execute("INSERT INTO entries (table_id, seq, kind, at, body) VALUES (?, ?, 'action', 0, ?)", (id, seq, BODY))
        connection.execute("COMMIT")
        done += 1
    rate = done / (time.perf_counter() - began)
    connection.close()
    return rate


async def raw_postgresql_appends(connections: list[Connection], ids: list[str]) -> float:
    """Returns the rate of one connection for each client, with one statement and one commit an append."""
    began = time.perf_counter()

    async def play(connection: Connection, id: str) -> int:
        done = 0
        while time.perf_counter() - began < SECONDS:
            await connection.fetch(RAW_POSTGRESQL, id, BODY)
            done += 1
        return done

    done = await asyncio.gather(*map(play, connections, ids))
    return sum(done) / (time.perf_counter() - began)
