"""One SQLite file. One thread writes, many jobs a transaction; another reads beside it. Every commit is flushed to the disk."""

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from nuns.server.store.errors import CannotOpen, Closed, Conflict, NoSuchTable, StoreError, Unavailable
from nuns.server.store.group import Group
from nuns.server.store.migrations import ADD_VERSION, CREATE_VERSIONS, LAST_VERSION, migrations, missing
from nuns.server.store.store import CHAT_KEPT, Row, Store, check_entries, check_storable, is_storable
from nuns.server.store.values import Channel, NewEntry, StoreChange, Topic

Job = Callable[[sqlite3.Connection], Any]
T = TypeVar("T")

OLDEST = (3, 37, 0)  # STRICT tables
PATIENCE = 10.0  # seconds another process may hold the file
OURS = 0x4E756E73  # "Nuns", in the header of the file

MOVE = "UPDATE tables SET seq = seq + ?3, updated = ?4 WHERE id = ?1 AND seq = ?2"
INSERT = "INSERT INTO entries (table_id, seq, kind, at, body) VALUES (?, ?, ?, ?, ?)"
LENGTH = "SELECT seq FROM tables WHERE id = ?"
COUNT_MESSAGE = """
    INSERT INTO channels (table_id, channel, said) SELECT id, ?2, 1 FROM tables WHERE id = ?1
    ON CONFLICT (table_id, channel) DO UPDATE SET said = said + 1 RETURNING said"""
ADD_MESSAGE = "INSERT INTO messages (table_id, channel, number, at, author, text) VALUES (?, ?, ?, ?, ?, ?)"
FORGET_MESSAGES = "DELETE FROM messages WHERE table_id = ? AND channel = ? AND number <= ?"

opened: dict[Path, set["SqliteStore"]] = {}  # the nodes of this process, by file: they tell each other of changes


class SqliteStore(Store):
    """Opened by ``SqliteStore.open``."""

    now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    is_shared = False

    def __init__(self, path: Path, writing: sqlite3.Connection, reading: sqlite3.Connection) -> None:
        super().__init__()
        self._path = path
        self._writing, self._reading = writing, reading
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="nuns-store-writer")
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="nuns-store-reader")
        self._group: Group[Job, Any] = Group(self._commit)
        self._loop = asyncio.get_running_loop()
        self._closed = False
        opened.setdefault(path, set()).add(self)

    @classmethod
    async def open(cls, path: Path, steps: list[str] | None = None) -> "SqliteStore":
        steps = migrations("sqlite") if steps is None else steps
        writing, reading = await asyncio.to_thread(connect_and_migrate, path, steps)
        return cls(path.resolve(), writing, reading)

    async def append(self, table: str, expected_seq: int, entries: Sequence[NewEntry]) -> int:
        check_storable(table, expected_seq)
        check_entries(entries)
        await self._group.do(lambda connection: add(connection, table, expected_seq, entries))
        seq = expected_seq + len(entries)
        self._tell(StoreChange(table, "log", seq))
        return seq

    async def say(self, table: str, channel: Channel, *, at: int, author: str, text: str) -> int:
        check_storable(table, at, author, text)
        number: int = await self._group.do(lambda connection: speak(connection, table, channel, at, author, text))
        self._tell(StoreChange(table, "chat", number))
        return number

    @property
    def group_commits(self) -> tuple[int, int]:
        return self._group.jobs, self._group.batches

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._group.close()
        opened[self._path].discard(self)
        if not opened[self._path]:
            del opened[self._path]
        self._watches.close()
        await asyncio.to_thread(self._let_go)

    def _let_go(self) -> None:
        for thread in (self._reader, self._writer):
            thread.shutdown()
        self._reading.close()
        self._writing.close()  # the last one out moves the write-ahead log into the file

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

    async def _commit(self, jobs: list[Job]) -> list[Any]:
        return await self._loop.run_in_executor(self._writer, together, self._writing, jobs)

    def _tell(self, change: StoreChange) -> None:
        for store in opened.get(self._path, ()):
            if store is not self:
                store._loop.call_soon_threadsafe(store._watches.tell, change)


# In the writer's thread


def together(connection: sqlite3.Connection, jobs: list[Job]) -> list[Any]:
    """All jobs in one transaction, durable when it returns. A job that fails is undone alone."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        results = at_once(connection, jobs)
        if results is None:
            connection.execute("ROLLBACK")
            connection.execute("BEGIN IMMEDIATE")
            results = [alone(connection, job) for job in jobs]
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise unavailable(error) from None
    return results


def at_once(connection: sqlite3.Connection, jobs: list[Job]) -> list[Any] | None:
    """One after the other. A refusal comes before anything is changed; None if one failed otherwise, and may have left something."""
    results: list[Any] = []
    for job in jobs:
        try:
            results.append(job(connection))
        except (Conflict, NoSuchTable) as refusal:
            results.append(refusal)
        except Exception:
            if not connection.in_transaction:  # the whole transaction is lost: no space, no disk
                raise
            return None
    return results


def alone(connection: sqlite3.Connection, job: Job) -> Any:
    """A job's result, or its failure; what failed for its own sake leaves nothing behind."""
    connection.execute("SAVEPOINT job")
    try:
        result = job(connection)
    except Exception as error:
        if not connection.in_transaction:  # the whole transaction is lost: no space, no disk
            raise
        connection.execute("ROLLBACK TO job")
        result = unavailable(error) if isinstance(error, sqlite3.Error) else error
    connection.execute("RELEASE job")
    return result


def add(connection: sqlite3.Connection, table: str, expected: int, entries: Sequence[NewEntry]) -> None:
    if connection.execute(MOVE, (table, expected, len(entries), entries[-1].at)).rowcount == 0:
        rows = connection.execute(LENGTH, (table,)).fetchall()
        raise Conflict(f"log of table {table}", expected, rows[0][0]) if rows else NoSuchTable(table)
    rows = [(table, seq, entry.kind, entry.at, entry.body) for seq, entry in enumerate(entries, start=expected + 1)]
    connection.executemany(INSERT, rows)


def speak(connection: sqlite3.Connection, table: str, channel: Channel, at: int, author: str, text: str) -> int:
    rows = connection.execute(COUNT_MESSAGE, (table, channel)).fetchall()
    if not rows:
        raise NoSuchTable(table)
    number: int = rows[0][0]
    connection.execute(ADD_MESSAGE, (table, channel, number, at, author, text))
    connection.execute(FORGET_MESSAGES, (table, channel, number - CHAT_KEPT))
    return number


# In either


def run(connection: sqlite3.Connection, statement: str, given: Sequence[object]) -> list[Row]:
    try:
        return connection.execute(statement.replace("$", "?"), given).fetchall()
    except sqlite3.Error as error:
        raise unavailable(error) from None


def unavailable(error: BaseException) -> StoreError:
    """SQLite's messages name tables and columns of the schema, never values."""
    return Unavailable(f"SQLite failed: {error}")


# Opening


def connect_and_migrate(path: Path, steps: list[str]) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """A connection to write with and one to read with, on a file of the newest schema, which is made if it is not there."""
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
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    try:
        check_owner(connection, path)
        patiently(lambda: connection.execute("PRAGMA journal_mode = WAL"))
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # macOS: to the disk, not only to its cache
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def patiently(act: Callable[[], T]) -> T:
    """Changing the journal does not wait for others by itself."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return act()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def migrate(connection: sqlite3.Connection, steps: list[str]) -> None:
    """Runs the steps that are missing, all or none; a second node waits at the door."""
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
    """Another program's database is left as it is."""
    [(tables,)] = connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()  # first: another node may be migrating
    [(owner,)] = connection.execute("PRAGMA application_id").fetchall()
    if owner != OURS and (owner or tables):
        raise CannotOpen(f"expected a database of nuns at {path}, got one of another program")


def statements_of(script: str) -> list[str]:
    """A script's statements one by one: run as a whole, sqlite3 would commit before it."""
    statements, lines = [], ""
    for line in script.splitlines(keepends=True):
        lines += line
        if sqlite3.complete_statement(lines):
            statements.append(lines)
            lines = ""
    return [*statements, lines] if lines.strip() else statements
