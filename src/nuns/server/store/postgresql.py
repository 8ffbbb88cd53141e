"""The store on a PostgreSQL server, for any number of nodes.

Appends that arrive together share one statement. Nodes wake each other by ``NOTIFY``, which carries ids and numbers only.
"""

import os
import socket
import ssl
from collections.abc import Awaitable, Sequence
from typing import TypeAlias
from urllib.parse import urlsplit

import asyncpg
import msgspec

from nuns.server.store.codes import new_code
from nuns.server.store.errors import CannotOpen, Closed, Conflict, Full, NoSuchTable, StoreError, Unavailable
from nuns.server.store.group import Group
from nuns.server.store.migrations import ADD_VERSION, CREATE_VERSIONS, LAST_VERSION, migrations, missing
from nuns.server.store.notifications import CHANNEL, FAILED, Connection, Listener
from nuns.server.store.store import CHAT_KEPT, Row, Store, check_entries, check_storable, is_storable
from nuns.server.store.values import Channel, NewEntry, Topic

Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"

CONNECT_SECONDS = 10.0
COMMAND_SECONDS = 30.0
POOL = 8  # connections, besides the one that listens
MIGRATING = 0x4E756E73  # "Nuns": the advisory lock for migrations

# Rows are locked in the order of their ids, so that nodes never deadlock. ``held`` reads each row after the wait for its lock, so it sees
# what another node has committed since this statement began. Each table is at most once in a batch.
APPEND = f"""
    WITH asked AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) AS asked (id, expected, number, at)
    ), held AS (
        SELECT id, seq FROM tables WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE
    ), moved AS (
        UPDATE tables SET seq = held.seq + asked.number, updated = asked.at FROM asked JOIN held ON held.id = asked.id
        WHERE tables.id = held.id AND held.seq = asked.expected RETURNING tables.id, tables.seq
    ), written AS (
        INSERT INTO entries (table_id, seq, kind, at, body)
        SELECT entry.* FROM unnest($5::text[], $6::bigint[], $7::text[], $8::bigint[], $9::bytea[]) AS entry (id, seq, kind, at, body)
        JOIN moved ON moved.id = entry.id
    )
    SELECT held.id, held.seq, moved.seq,
        CASE WHEN moved.seq IS NOT NULL THEN pg_notify('{CHANNEL}', concat_ws(' ', $10::text, 'log', moved.id, moved.seq)) END
    FROM held LEFT JOIN moved ON moved.id = held.id"""
COLUMNS = """
    SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = current_schema()
    ORDER BY table_name, ordinal_position"""
SAY = f"""
    WITH counted AS (
        INSERT INTO channels (table_id, channel, said) SELECT id, $2, 1 FROM tables WHERE id = $1
        ON CONFLICT (table_id, channel) DO UPDATE SET said = channels.said + 1 RETURNING said
    ), forgotten AS (
        DELETE FROM messages USING counted WHERE table_id = $1 AND channel = $2 AND number <= said - $6::bigint
    ), written AS (
        INSERT INTO messages (table_id, channel, number, at, author, text) SELECT $1, $2, said, $3, $4, $5 FROM counted RETURNING number
    )
    SELECT number, pg_notify('{CHANNEL}', concat_ws(' ', $7::text, 'chat', $1, number)) FROM written"""


class Append(msgspec.Struct, frozen=True):
    """The entries that one caller wants to append to a log."""

    table: str
    expected: int
    entries: Sequence[NewEntry]


class PostgresqlStore(Store):
    """A store on a PostgreSQL server; ``PostgresqlStore.open`` opens it."""

    now = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
    is_shared = True

    def __init__(self, pool: Pool, url: str, node: str) -> None:
        super().__init__()
        self._node = node
        self._pool = pool
        self._group: Group[Append, int] = Group(self._commit)
        self._listener = Listener(lambda: connect(url), node, self._watches)
        self._closed = False

    @classmethod
    async def open(cls, url: str, steps: list[str] | None = None) -> "PostgresqlStore":
        at, steps = address(url), migrations("postgresql") if steps is None else steps
        try:
            pool = await prepared_pool(url, steps)
            store = cls(pool, url, new_code())
            try:
                await store._listener.start()
            except BaseException:
                pool.terminate()
                raise
        except (*FAILED, ValueError) as error:
            raise CannotOpen(f"expected a PostgreSQL database at {at}, got: {reason(error)}") from None
        return store

    async def append(self, table: str, expected_seq: int, entries: Sequence[NewEntry]) -> int:
        check_storable(table, expected_seq)
        check_entries(entries)
        return await self._group.do(Append(table, expected_seq, entries))

    async def say(self, table: str, channel: Channel, *, at: int, author: str, text: str) -> int:
        check_storable(table, at, author, text)
        rows = await self._fetch(SAY, table, channel, at, author, text, CHAT_KEPT, self._node)
        if not rows:
            raise NoSuchTable(table)
        number: int = rows[0][0]
        return number

    async def columns(self) -> dict[str, dict[str, bool]]:
        found: dict[str, dict[str, bool]] = {}
        for name, column, kind in await self._read(COLUMNS):
            found.setdefault(name, {})[column] = kind == "boolean"
        return found

    async def insert(self, name: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        values = ", ".join(f"${place}" for place in range(1, len(columns) + 1))
        try:
            await self._pool.executemany(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({values})", rows)
        except FAILED as error:
            raise unavailable(error) from None

    @property
    def group_commits(self) -> tuple[int, int]:
        return self._group.jobs, self._group.batches

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await self._group.close()
        await self._listener.stop()
        self._watches.close()
        await self._pool.close()

    async def _read(self, statement: str, *given: object) -> list[Row]:
        if not all(map(is_storable, given)):
            return []
        return await self._fetch(statement, *given)

    async def _write(self, topic: Topic | None, statement: str, *given: object) -> list[Row]:
        check_storable(*given)
        if topic is None:
            return await self._fetch(statement, *given)
        told = f"concat_ws(' ', '{self._node}', '{topic}', $1::text, done.number)"
        rows = await self._fetch(f"WITH done AS ({statement}) SELECT pg_notify('{CHANNEL}', {told}), done.* FROM done", *given)
        return [row[1:] for row in rows]

    async def _fetch(self, statement: str, *given: object) -> list[Row]:
        if self._closed:
            raise Closed
        return await asked(self._pool.fetch(statement, *given))

    async def _commit(self, appends: list[Append]) -> list[int | BaseException]:
        """Carries out all appends; those to one table one after the other."""
        results: dict[int, int | BaseException] = {}
        left = list(enumerate(appends))
        while left:
            now = {append.table: (place, append) for place, append in reversed(left)}  # the first of each table
            left = [(place, append) for place, append in left if now[append.table][0] != place]
            done = await self._append_each([append for _, append in now.values()])
            results |= dict(zip((place for place, _ in now.values()), done, strict=True))
        return [results[place] for place in range(len(appends))]

    async def _append_each(self, appends: list[Append]) -> list[int | BaseException]:
        """Appends to different tables in one statement, and so in one commit."""
        entries = [
            (append.table, seq, entry.kind, entry.at, entry.body)
            for append in appends
            for seq, entry in enumerate(append.entries, start=append.expected + 1)
        ]
        columns = [list(column) for column in zip(*entries, strict=True)]
        rows = await asked(
            self._pool.fetch(
                APPEND,
                [append.table for append in appends],
                [append.expected for append in appends],
                [len(append.entries) for append in appends],
                [append.entries[-1].at for append in appends],
                *columns,
                self._node,
            )
        )
        found = {table: (before, after) for table, before, after, _ in rows}
        return [outcome(append, *found.get(append.table, (None, None))) for append in appends]


def outcome(append: Append, before: int | None, after: int | None) -> int | BaseException:
    if before is None:
        return NoSuchTable(append.table)
    return Conflict(f"log of table {append.table}", append.expected, before) if after is None else after


async def asked(answer: Awaitable[list[asyncpg.Record]]) -> list[Row]:
    try:
        return [tuple(row) for row in await answer]
    except FAILED as error:
        raise unavailable(error) from None


def unavailable(error: BaseException) -> StoreError:
    """Returns the error without PostgreSQL's own message, which may quote content."""
    return (Full if isinstance(error, asyncpg.DiskFullError) else Unavailable)(f"PostgreSQL failed: {type(error).__name__}")


# Opening


async def connect(url: str) -> Connection:
    connection: Connection = await asyncpg.connect(url, timeout=CONNECT_SECONDS, command_timeout=COMMAND_SECONDS)
    return connection


async def prepared_pool(url: str, steps: list[str]) -> Pool:
    """Returns a pool of connections to a database of the newest schema."""
    connection = await connect(url)
    try:
        await migrate(connection, steps)
        settings = await durable_settings(connection)
    finally:
        await connection.close()
    pool: Pool = await asyncpg.create_pool(
        url, min_size=0, max_size=POOL, timeout=CONNECT_SECONDS, command_timeout=COMMAND_SECONDS, reset=nothing, server_settings=settings
    )
    return pool


async def nothing(_: object) -> None:
    """Resets nothing when a connection returns to the pool: no statement of the store leaves anything in its session."""


async def migrate(connection: Connection, steps: list[str]) -> None:
    """Runs the missing migrations, all or none; a second node waits until they are done."""
    async with connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({MIGRATING})")
        await connection.execute(CREATE_VERSIONS)
        for number, step in missing(steps, await connection.fetchval(LAST_VERSION)):
            await connection.execute(step)
            await connection.execute(ADD_VERSION, number)


async def durable_settings(connection: Connection) -> dict[str, str]:
    """Returns settings that make every commit wait for the disk, also on a server that is set not to."""
    return {"synchronous_commit": "on"} if await connection.fetchval("SHOW synchronous_commit") == "off" else {}


def address(url: str) -> str:
    """Returns host and port for error messages: the rest of a URL may hold a password."""
    expected = "expected postgresql://user:password@host:port/database (each part percent-encoded), got a URL that cannot be read"
    try:
        parts = urlsplit(url)
        port = parts.port or 5432
    except ValueError:
        raise CannotOpen(expected) from None
    if "@" in parts.path or any(part in url for part in " \t\n#"):
        raise CannotOpen(expected)
    return f"{parts.hostname or 'this machine'}:{port}"


def reason(error: BaseException) -> str:
    """Returns why there was no connection, in one line; PostgreSQL's own messages name users and databases, never passwords."""
    match error:
        case asyncpg.PostgresError():
            return str(error.args[0]).partition("\n")[0] if error.args else type(error).__name__
        case socket.gaierror():
            return "no such host"
        case ssl.SSLError():
            return "no encrypted connection"
        case OSError() if error.errno:
            return os.strerror(error.errno).lower()
        case TimeoutError():
            return f"no answer within {CONNECT_SECONDS:.0f} seconds"
        case OSError():
            return "no connection"
        case _:
            return "settings that the driver does not take"
