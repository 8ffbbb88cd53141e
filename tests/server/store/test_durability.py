"""Nothing that was acknowledged is lost, whenever the node is killed."""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from nuns.bench.postgres import find_binaries, start_server
from nuns.server.store import Conflict, NewEntry, StoreChange, Unavailable, new_code, open_store
from nuns.server.store.migrations import migrations
from nuns.server.store.postgresql import PostgresqlStore
from nuns.server.store.sqlite import SqliteStore, append_entries, commit_jobs, connect_and_migrate
from tests.kit.postgres import command, query
from tests.kit.sample import sample

ROOT = Path(__file__).parents[3]
KILLS, TABLES = sample(2, 50), 4


@pytest.mark.parametrize("seed", range(KILLS))
async def test_every_acknowledged_entry_is_there_after_a_kill(url: str, seed: int) -> None:
    rng, ids = random.Random(seed), [new_code() for _ in range(TABLES)]
    words = [sys.executable, "-m", "tests.kit.appender", url, *ids]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, bufsize=0) as node:
        assert node.stdout is not None
        said = node.stdout.readline()
        time.sleep(rng.uniform(0, 0.2))
        node.send_signal(signal.SIGKILL)
        said += node.stdout.read()
    acknowledged = [line.split() for line in said.decode().splitlines()]
    assert acknowledged

    store = await open_store(url)
    for id in ids:
        kept = [entry.body.decode() for entry in await store.read(id)]
        told = [int(seq) for table, seq in acknowledged if table == id]
        assert kept == [f"{id} {seq}" for seq in range(1, len(kept) + 1)]
        assert told == list(range(1, len(told) + 1))
        assert len(told) <= len(kept) <= len(told) + 1  # at most the one that was under way
    await store.close()


async def test_a_crash_of_the_server_loses_nothing_and_nodes_go_on() -> None:
    """A process of PostgreSQL is killed, upon which it throws everybody out and recovers from its log."""
    binaries = find_binaries()
    assert binaries is not None
    with TemporaryDirectory() as folder, start_server(binaries, Path(folder), durable=False) as url:
        store, other = await open_store(url), await open_store(url)
        await store.create_table("t", at=0, settings=b"")
        watch, acknowledged, failures, kept_unheard = other.watch(), 0, 0, 0
        [(victim,)] = await query(url, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'")
        while acknowledged < 60 or not failures:  # it may take a while to throw us out
            assert acknowledged < 100_000, "nobody noticed"
            if acknowledged == 20 and not failures:
                os.kill(int(str(victim)), signal.SIGKILL)
            try:
                acknowledged = await store.append("t", acknowledged, [NewEntry("action", 0, b"%d" % acknowledged)])
            except Unavailable:
                failures += 1
                await asyncio.sleep(0.05)
            except Conflict as refused:  # the one under way was kept
                kept_unheard += 1
                acknowledged = refused.actual
        assert kept_unheard <= 1
        assert [entry.body for entry in await other.read("t")] == [b"%d" % seq for seq in range(acknowledged)]
        changes = [await asyncio.wait_for(anext(watch), 60)]
        while changes[-1] != StoreChange(None):
            changes.append(await asyncio.wait_for(anext(watch), 60))
        await store.close()
        await other.close()


async def test_sqlite_flushes_every_commit(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "nuns.sqlite3")
    asked = [store._writing.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys")]
    assert asked == ["wal", 2, 1]
    await store.close()


def test_a_job_that_fails_halfway_is_undone_alone(tmp_path: Path) -> None:
    """In a batch: one that is refused, one that breaks after a change, one that the database itself breaks, and two that are done."""
    writing, _ = connect_and_migrate(tmp_path / "nuns.sqlite3", migrations("sqlite"))
    writing.execute("INSERT INTO tables VALUES ('t', 0, 0, 1, 'lobby', 1, x'', 0)")
    done = [partial(append_entries, table="t", expected=seq, entries=[NewEntry("action", 0, b"kept")]) for seq in (0, 1)]

    def breaking(connection: sqlite3.Connection) -> None:
        append_entries(connection, "t", 1, [NewEntry("action", 0, b"broken")])
        raise RuntimeError

    def broken(connection: sqlite3.Connection) -> None:
        append_entries(connection, "t", 1, [NewEntry("action", 0, b"broken")])
        connection.execute("INSERT INTO entries VALUES ('t', 1, 'action', 0, x'')")

    refused = partial(append_entries, table="t", expected=7, entries=[NewEntry("action", 0, b"refused")])
    results = commit_jobs(writing, [done[0], refused, breaking, broken, done[1]])
    assert [type(result) for result in results] == [type(None), Conflict, RuntimeError, Unavailable, type(None)]
    assert [bytes(body) for (body,) in writing.execute("SELECT body FROM entries ORDER BY seq")] == [b"kept", b"kept"]
    writing.close()


async def test_a_server_set_to_answer_early_does_not_for_us(postgresql: str) -> None:
    name = postgresql.rpartition("/")[2]
    await command(postgresql, f"ALTER DATABASE {name} SET synchronous_commit = off")
    store = await PostgresqlStore.open(postgresql)
    for _ in range(2):
        assert await store._fetch("SHOW synchronous_commit") == [("on",)]
    await store.close()
    await command(postgresql, f"ALTER DATABASE {name} RESET synchronous_commit")
