"""The store in one SQLite file.

One thread writes, with many jobs in a transaction; another thread reads beside it. Every commit is flushed to the disk.
"""

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from nuns.server.store.change_watches import ChangeWatch
from nuns.server.store.errors import CannotOpen, Closed, Conflict, Full, NoSuchTable, StoreError, Unavailable
from nuns.server.store.group import Group, settle
from nuns.server.store.migrations import ADD_VERSION, CREATE_VERSIONS, LAST_VERSION, migrations, missing
from nuns.server.store.store import CHAT_KEPT, Row, Store, check_entries, check_storable, is_storable
from nuns.server.store.values import Channel, NewEntry, StoreChange, Topic

Job = Callable[[sqlite3.Connection], Any]
T = TypeVar("T")

OLDEST = (3, 37, 0)  # has STRICT tables
BUSY_SECONDS = 10.0  # seconds another process may hold the file
LOOKING = 1.0  # seconds between two looks for changes by other processes
APPLICATION_ID = 0x4E756E73  # "Nuns", in the header of the file

MOVE = "UPDATE tables SET seq = seq + ?3, updated = ?4 WHERE id = ?1 AND seq = ?2"
INSERT = "INSERT INTO entries (table_id, seq, kind, at, body) VALUES (?, ?, ?, ?, ?)"
LENGTH = "SELECT seq FROM tables WHERE id = ?"
COUNT_MESSAGE = """
    INSERT INTO channels (table_id, channel, said) SELECT id, ?2, 1 FROM tables WHERE id = ?1
    ON CONFLICT (table_id, channel) DO UPDATE SET said = said + 1 RETURNING said"""
ADD_MESSAGE = "INSERT INTO messages (table_id, channel, number, at, author, text) VALUES (?, ?, ?, ?, ?, ?)"
FORGET_MESSAGES = "DELETE FROM messages WHERE table_id = ? AND channel = ? AND number <= ?"

open_stores: dict[Path, set["SqliteStore"]] = {}  # the stores of this process, by file: they tell each other of changes


class SqliteStore(Store):
    """A store in one SQLite file; ``SqliteStore.open`` opens it."""

    now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    is_shared = False

    def __init__(self, path: Path, writing: sqlite3.Connection, reading: sqlite3.Connection) -> None:
        super().__init__()
        self._path = path
        self._writing, self._reading = writing, reading
        self._writer = WriterThread(writing, asyncio.get_running_loop())
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="nuns-store-reader")
        self._group: Group[Job, Any] = Group(self._commit)
        self._loop = asyncio.get_running_loop()
        self._looking: asyncio.Task[None] | None = None
        self._closed = False
        open_stores.setdefault(path, set()).add(self)

    @classmethod
    async def open(cls, path: Path, steps: list[str] | None = None) -> "SqliteStore":
        steps = migrations("sqlite") if steps is None else steps
        writing, reading = await asyncio.to_thread(connect_and_migrate, path, steps)
        return cls(path.resolve(), writing, reading)

    async def append(self, table: str, expected_seq: int, entries: Sequence[NewEntry]) -> int:
        check_storable(table, expected_seq)
        check_entries(entries)
        await self._group.do(lambda connection: append_entries(connection, table, expected_seq, entries))
        seq = expected_seq + len(entries)
        self._tell(StoreChange(table, "log", seq))
        return seq

    async def say(self, table: str, channel: Channel, *, at: int, author: str, text: str) -> int:
        check_storable(table, at, author, text)
        number: int = await self._group.do(lambda connection: add_message(connection, table, channel, at, author, text))
        self._tell(StoreChange(table, "chat", number))
        return number

    async def columns(self) -> dict[str, dict[str, bool]]:
        names = [row[0] for row in await self._read("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        return {name: {row[1]: False for row in await self._read(f"PRAGMA table_info({name})")} for name in names}

    async def insert(self, name: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        statement = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
        await self._group.do(lambda connection: connection.executemany(statement, rows) and None)

    @property
    def group_commits(self) -> tuple[int, int]:
        return self._group.jobs, self._group.batches

    def watch(self) -> ChangeWatch:
        if self._looking is None:
            self._looking = asyncio.create_task(self._look_for_others())
        return super().watch()

    async def _look_for_others(self) -> None:
        """Tells the watches when another process, such as ``nuns tables``, has changed the file; they must read everything again."""
        seen: int | None = None
        while True:
            with suppress(StoreError):
                [version] = await self._writer.commit([lambda connection: connection.execute("PRAGMA data_version").fetchone()[0]])
                if seen not in (None, version) and len(open_stores[self._path]) == 1:  # stores of this process tell each other
                    self._watches.tell(StoreChange(None))
                seen = version
            await asyncio.sleep(LOOKING)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._looking is not None:
            self._looking.cancel()
        await self._group.close()
        open_stores[self._path].discard(self)
        if not open_stores[self._path]:
            del open_stores[self._path]
        self._watches.close()
        await asyncio.to_thread(self._close_connections)

    def _close_connections(self) -> None:
        self._reader.shutdown()
        self._writer.end()
        self._reading.close()
        self._writing.close()  # the last connection to close moves the write-ahead log into the file

    async def _read(self, statement: str, *given: object) -> list[Row]:
        if self._closed:
            raise Closed
        if not all(map(is_storable, given)):
            return []
        return await self._loop.run_in_executor(self._reader, run, self._reading, statement, given)

    async def _write(self, topic: Topic | None, statement: str, *given: object) -> list[Row]:
        check_storable(*given)
        rows: list[Row] = await self._group.do(lambda connection: run(connection, statement, given))
        if rows and topic:
            self._tell(StoreChange(str(given[0]), topic, rows[0][0]))
        return rows

    def _commit(self, jobs: list[Job]) -> asyncio.Future[list[Any]]:
        return self._writer.commit(jobs)

    def _tell(self, change: StoreChange) -> None:
        for store in open_stores.get(self._path, ()):
            if store is not self:
                store._loop.call_soon_threadsafe(store._watches.tell, change)


# In the writer's thread


class WriterThread(threading.Thread):
    """The thread that writes. It hands results back with one call into the loop, which costs less than an executor's futures."""

    def __init__(self, connection: sqlite3.Connection, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(name="nuns-store-writer", daemon=True)
        self._connection, self._loop = connection, loop
        self._batches: SimpleQueue[tuple[list[Job], asyncio.Future[list[Any]]] | None] = SimpleQueue()
        self.start()

    def commit(self, jobs: list[Job]) -> asyncio.Future[list[Any]]:
        """Returns the future results of jobs that are committed together."""
        future: asyncio.Future[list[Any]] = self._loop.create_future()
        self._batches.put((jobs, future))
        return future

    def end(self) -> None:
        """Waits until everything is written, and ends."""
        self._batches.put(None)
        self.join()

    def run(self) -> None:
        while (batch := self._batches.get()) is not None:
            jobs, future = batch
            outcome: list[Any] | Exception
            try:
                outcome = commit_jobs(self._connection, jobs)
            except Exception as error:
                outcome = error
            with suppress(RuntimeError):  # the loop is closed, and nobody waits
                self._loop.call_soon_threadsafe(settle, future, outcome)


def commit_jobs(connection: sqlite3.Connection, jobs: list[Job]) -> list[Any]:
    """Carries out all jobs in one transaction, which is durable on return. A job that fails is undone alone."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        results = run_jobs(connection, jobs)
        if results is None:
            connection.execute("ROLLBACK")
            connection.execute("BEGIN IMMEDIATE")
            results = [run_alone(connection, job) for job in jobs]
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise unavailable(error) from None
    return results


def run_jobs(connection: sqlite3.Connection, jobs: list[Job]) -> list[Any] | None:
    """Carries out jobs one after the other. Returns None if one failed in a way that may have left changes; a refusal never does."""
    results: list[Any] = []
    for job in jobs:
        try:
            results.append(job(connection))
        except (Conflict, NoSuchTable) as refusal:
            results.append(refusal)
        except Exception:
            if not connection.in_transaction:  # the whole transaction is lost, for instance because the disk is full
                raise
            return None
    return results


def run_alone(connection: sqlite3.Connection, job: Job) -> Any:
    """Returns a job's result or its error; a job that failed leaves no changes behind."""
    connection.execute("SAVEPOINT job")
    try:
        result = job(connection)
    except Exception as error:
        if not connection.in_transaction:  # the whole transaction is lost, for instance because the disk is full
            raise
        connection.execute("ROLLBACK TO job")
        result = unavailable(error) if isinstance(error, sqlite3.Error) else error
    connection.execute("RELEASE job")
    return result


def append_entries(connection: sqlite3.Connection, table: str, expected: int, entries: Sequence[NewEntry]) -> None:
    if connection.execute(MOVE, (table, expected, len(entries), entries[-1].at)).rowcount == 0:
        rows = connection.execute(LENGTH, (table,)).fetchall()
        raise Conflict(f"log of table {table}", expected, rows[0][0]) if rows else NoSuchTable(table)
    rows = [(table, seq, entry.kind, entry.at, entry.body) for seq, entry in enumerate(entries, start=expected + 1)]
    connection.executemany(INSERT, rows)


def add_message(connection: sqlite3.Connection, table: str, channel: Channel, at: int, author: str, text: str) -> int:
    rows = connection.execute(COUNT_MESSAGE, (table, channel)).fetchall()
    if not rows:
        raise NoSuchTable(table)
    number: int = rows[0][0]
    connection.execute(ADD_MESSAGE, (table, channel, number, at, author, text))
    connection.execute(FORGET_MESSAGES, (table, channel, number - CHAT_KEPT))
    return number


# In either thread


def run(connection: sqlite3.Connection, statement: str, given: Sequence[object]) -> list[Row]:
    try:
        return connection.execute(statement.replace("$", "?"), given).fetchall()
    except sqlite3.Error as error:
        raise unavailable(error) from None


def unavailable(error: BaseException) -> StoreError:
    """Returns the error with SQLite's message, which names tables and columns of the schema, never values."""
    is_full = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
    return (Full if is_full else Unavailable)(f"SQLite failed: {error}")


# Opening


def connect_and_migrate(path: Path, steps: list[str]) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """Returns a connection to write with and one to read with, on a file of the newest schema, which is created if it is missing."""
    if sqlite3.sqlite_version_info < OLDEST:
        raise CannotOpen(f"expected SQLite {'.'.join(map(str, OLDEST))} or newer, got {sqlite3.sqlite_version}")
    connections: list[sqlite3.Connection] = []
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # it holds secrets: nobody else may read a new one
        for _ in range(2):
            connections.append(connect(path))
        migrate(connections[0], steps)
        connections[1].execute("PRAGMA query_only = ON")
    except BaseException as error:
        for connection in connections:
            connection.close()
        if isinstance(error, sqlite3.Error | OSError):
            raise CannotOpen(f"expected a SQLite database at {path}, got: {reason(error)}") from None
        raise
    return connections[0], connections[1]


def reason(error: sqlite3.Error | OSError) -> str:
    return str(error) if isinstance(error, sqlite3.Error) else os.strerror(error.errno or 0)


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        check_owner(connection, path)
        retry_while_busy(lambda: connection.execute("PRAGMA journal_mode = WAL"))
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # macOS: to the disk, not only to its cache
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def retry_while_busy(act: Callable[[], T]) -> T:
    """Repeats an action while the file is busy: SQLite does not wait by itself when the journal mode is changed."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return act()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def migrate(connection: sqlite3.Connection, steps: list[str]) -> None:
    """Runs the missing migrations, all or none; a second node waits until they are done."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(CREATE_VERSIONS)
        [(done,)] = connection.execute(LAST_VERSION).fetchall()
        for number, step in missing(steps, done):
            for statement in statements_of(step):
                connection.execute(statement)
            connection.execute(ADD_VERSION.replace("$", "?"), (number,))
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def check_owner(connection: sqlite3.Connection, path: Path) -> None:
    """Raises CannotOpen for another program's database, which is left as it is."""
    [(tables,)] = connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()  # read first, since another node may be migrating
    [(owner,)] = connection.execute("PRAGMA application_id").fetchall()
    if owner != APPLICATION_ID and (owner or tables):
        raise CannotOpen(f"expected a database of nuns at {path}, got one of another program")


def statements_of(script: str) -> list[str]:
    """Returns a script's statements one by one: sqlite3 commits before it runs a whole script."""
    statements, lines = [], ""
    for line in script.splitlines(keepends=True):
        lines += line
        if sqlite3.complete_statement(lines):
            statements.append(lines)
            lines = ""
    return [*statements, lines] if lines.strip() else statements
