"""The interface to everything that is stored, and what both databases do alike.

Everything is durable when the call returns. A caller that changes something names the version it has seen, and gets a ``Conflict`` with
the one that is there if another was first: there are no locks to hold, and none to lose.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from nuns.server.store import statements as sql
from nuns.server.store.errors import Conflict, NoSuchTable, Taken
from nuns.server.store.values import (
    Channel,
    ChatRow,
    Entry,
    NewEntry,
    PresenceRow,
    RecordListing,
    RecordRow,
    SeatKind,
    SeatRow,
    Secret,
    TableRow,
    TableStatus,
    Topic,
)
from nuns.server.store.watching import ChangeWatch, ChangeWatches

Row = tuple[Any, ...]
CHAT_KEPT = 500  # messages a channel; older ones are forgotten
PAGE = 50
TOKEN_HASH = 32  # bytes
LARGEST = (1 << 63) - 1


class Store(ABC):
    """Tables, their logs, seats, leases, secrets, chat and records."""

    now: ClassVar[str]  # the database's clock in milliseconds, in SQL
    is_shared: ClassVar[bool]  # whether nodes of other processes may be at work on it

    def __init__(self) -> None:
        self._watches = ChangeWatches()

    # What each database does in its own way.

    @abstractmethod
    async def append(self, table: str, expected_seq: int, entries: Sequence[NewEntry]) -> int:
        """Adds entries to a table's log if it is ``expected_seq`` entries long; returns its new length."""

    @abstractmethod
    async def say(self, table: str, channel: Channel, *, at: int, author: str, text: str) -> int:
        """Adds a message to a channel, deletes what is beyond the newest 500, and returns its number."""

    @abstractmethod
    async def close(self) -> None:
        """Finishes what it was given, then closes the database. Closing twice does no harm."""

    @property
    @abstractmethod
    def group_commits(self) -> tuple[int, int]:
        """How many jobs were grouped so far, and in how many commits."""

    @abstractmethod
    async def _read(self, statement: str, *given: object) -> list[Row]:
        """What a query gives."""

    @abstractmethod
    async def _write(self, topic: Topic | None, statement: str, *given: object) -> list[Row]:
        """What a changing statement returns, once it is durable; other nodes are told if it returns anything. The first is the table."""

    # Tables

    async def create_table(self, table: str, *, at: int, settings: bytes, open: bool = False) -> TableRow:
        """A new table in the lobby; its id comes from ``new_code``."""
        rows = await self._write("table", sql.CREATE_TABLE, table, at, TableStatus.LOBBY.value, open, settings)
        if not rows:
            raise Taken("table", table)
        return table_of(rows[0][1:])

    async def table(self, table: str) -> TableRow | None:
        rows = await self._read(sql.GET_TABLE, table)
        return table_of(rows[0]) if rows else None

    async def update_table(
        self,
        table: str,
        expected_version: int,
        *,
        at: int,
        status: TableStatus | None = None,
        open: bool | None = None,
        settings: bytes | None = None,
    ) -> TableRow:
        """What is not given stays."""
        state = None if status is None else status.value
        rows = await self._write("table", sql.UPDATE_TABLE, table, expected_version, at, state, open, settings)
        if not rows:
            raise Conflict(f"table {table}", expected_version, (await self._existing(table)).version)
        return table_of(rows[0][1:])

    async def tables(
        self,
        *,
        status: TableStatus | None = None,
        open: bool | None = None,
        idle_since: int | None = None,
        before: TableRow | None = None,
        limit: int = PAGE,
    ) -> list[TableRow]:
        """The newest first, of that status, open or not, untouched since then; ``before`` is the last of the page before."""
        page = Page(sql.LIST_TABLES)
        if status is not None:
            page.where("status = {}", status.value)
        if open is not None:
            page.where("open = {}", open)
        if idle_since is not None:
            page.where("updated <= {}", idle_since)
        if before is not None:
            page.where("(created, id) < ({}, {})", before.created, before.id)
        return [table_of(row) for row in await self._read(page.order_by("created", limit), *page.given)]

    async def _existing(self, table: str) -> TableRow:
        found = await self.table(table)
        if found is None:
            raise NoSuchTable(table)
        return found

    # The log

    async def read(self, table: str, after_seq: int = 0) -> list[Entry]:
        """All entries of a table's log after that one; none if there is no such table."""
        return [Entry(*row) for row in await self._read(sql.READ_LOG, table, after_seq)]

    # Seats

    async def claim(
        self, table: str, seat: str, expected_version: int, *, kind: SeatKind, player: str = "", token_hash: bytes | None = None
    ) -> SeatRow:
        """Seats somebody; a seat that was never claimed has version 0."""
        if token_hash is not None and len(token_hash) != TOKEN_HASH:
            raise ValueError(f"expected a token's hash of {TOKEN_HASH} bytes, got {len(token_hash)} bytes")
        sitting = (table, seat, kind.value, player, token_hash)
        if expected_version == 0:
            rows = await self._write("seats", sql.TAKE_SEAT, *sitting)
        else:
            rows = await self._write("seats", sql.CHANGE_SEAT, *sitting, expected_version)
        if not rows:
            raise Conflict(f"seat {seat} of table {table}", expected_version, await self._seat_version(table, seat))
        return sitting_of(rows[0][1:])

    async def release(self, table: str, seat: str, expected_version: int) -> SeatRow:
        """Empties a seat: no player, no token."""
        return await self.claim(table, seat, expected_version, kind=SeatKind.EMPTY)

    async def seats(self, table: str) -> list[SeatRow]:
        """All seats of a table that were ever claimed, by name."""
        return [sitting_of(row) for row in await self._read(sql.SEATS, table)]

    async def seats_held(self, token_hash: bytes) -> list[SeatRow]:
        """All seats, at whatever tables, that a token opens."""
        return [sitting_of(row) for row in await self._read(sql.SEATS_HELD, token_hash)]

    async def _seat_version(self, table: str, seat: str) -> int:
        rows = await self._read(sql.SEAT_VERSION, table, seat)
        if not rows:
            await self._existing(table)
        return int(rows[0][0]) if rows else 0

    # Leases: one node at a time runs a table's bots and clocks.

    async def acquire_lease(self, table: str, owner: str, seconds: float) -> bool:
        """Whether ``owner`` holds the lease of the table now, for so long: its own is prolonged, and one that ran out is taken."""
        if await self._write(None, self._with_clock(sql.ACQUIRE_LEASE), table, owner, milliseconds(seconds)):
            return True
        await self._existing(table)
        return False

    async def renew_leases(self, owner: str, seconds: float) -> set[str]:
        """Prolongs all leases of an owner and returns their tables; what is not among them was lost to another."""
        rows = await self._write(None, self._with_clock(sql.RENEW_LEASES), owner, milliseconds(seconds))
        return {row[1] for row in rows}

    async def release_lease(self, table: str, owner: str) -> bool:
        """Gives a lease back; whether the owner held it."""
        return bool(await self._write(None, sql.RELEASE_LEASE, table, owner))

    async def adrift(self, limit: int = PAGE) -> list[str]:
        """Tables that are being played and whose lease nobody holds, the longest untouched first."""
        return [row[0] for row in await self._read(self._with_clock(sql.ADRIFT), limit)]

    # Presence: who is connected, and where. It runs out unless it is renewed.

    async def be_present(self, table: str, node: str, chairs: str, others: int, seconds: float) -> None:
        """Stores who is connected to a table at that node."""
        await self._write("presence", self._with_clock(sql.BE_PRESENT), table, node, chairs, others, milliseconds(seconds))

    async def stay_present(self, node: str, seconds: float) -> None:
        """Prolongs everything that a node has stored of presence."""
        await self._write(None, self._with_clock(sql.STAY_PRESENT), node, milliseconds(seconds))

    async def leave(self, table: str, node: str) -> None:
        """Nobody is connected to the table at that node any more."""
        await self._write("presence", sql.LEAVE, table, node)

    async def forget_absent(self) -> int:
        """Deletes the presence of nodes that are gone; returns for how many tables."""
        return len(await self._write(None, self._with_clock(sql.FORGET_ABSENT)))

    async def present(self, table: str) -> list[PresenceRow]:
        return [PresenceRow(*row) for row in await self._read(self._with_clock(sql.PRESENT), table)]

    def _with_clock(self, statement: str) -> str:
        return statement.format(now=self.now)

    # Secrets

    async def seal(self, table: str, seed: bytes) -> None:
        """Keeps the seed of the night; the first stands."""
        await self._once("seed of table", table, sql.SEAL, table, seed)

    async def add_salt(self, table: str, seat: str, salt: bytes) -> None:
        """Keeps what a seat adds to the seed; the first stands."""
        await self._once("salt of seat", seat, sql.ADD_SALT, table, seat, salt)

    async def secret(self, table: str) -> Secret:
        """For drawing cards and dice, and for opening the seal in the end; never for a view."""
        seeds = await self._read(sql.SEED, table)
        salts = await self._read(sql.SALTS, table)
        return Secret(seeds[0][0] if seeds else None, dict(salts))

    async def _once(self, what: str, name: str, statement: str, table: str, *given: object) -> None:
        if not await self._write(None, statement, table, *given):
            await self._existing(table)
            raise Taken(what, name)

    # Chat

    async def chat(self, table: str, channel: Channel, after: int = 0, limit: int = CHAT_KEPT) -> list[ChatRow]:
        """The newest messages after that one, oldest first."""
        return [ChatRow(*row) for row in reversed(await self._read(sql.CHAT, table, channel, after, limit))]

    # Records

    async def keep_record(self, record: RecordRow) -> bool:
        """Whether it is new; the same again changes nothing, another text under the same id is refused."""
        if await self._write(None, sql.KEEP_RECORD, record.id, record.at, record.imported, record.summary, record.text):
            return True
        kept = await self.record(record.id)
        if kept is None or kept.text != record.text:
            raise Taken("record", record.id)
        return False

    async def record(self, record: str) -> RecordRow | None:
        rows = await self._read(sql.GET_RECORD, record)
        return RecordRow(*line_of(rows[0]), text=rows[0][4]) if rows else None

    async def records(self, *, before: RecordListing | None = None, limit: int = PAGE) -> list[RecordListing]:
        """The newest first; ``before`` is the last of the page before."""
        page = Page(sql.LIST_RECORDS)
        if before is not None:
            page.where("(at, id) < ({}, {})", before.at, before.id)
        return [RecordListing(*line_of(row)) for row in await self._read(page.order_by("at", limit), *page.given)]

    # The rest

    def watch(self) -> ChangeWatch:
        """What other nodes change from now on."""
        return self._watches.add()

    async def check(self) -> None:
        """Whether the database answers."""
        await self._read("SELECT 1")


class Page:
    """A query for one page of a list."""

    def __init__(self, query: str) -> None:
        self.query = query
        self.conditions: list[str] = []
        self.given: list[object] = []

    def where(self, condition: str, *values: object) -> None:
        self.conditions.append(condition.format(*map(self._place, values)))

    def order_by(self, column: str, limit: int) -> str:
        where = f" WHERE {' AND '.join(self.conditions)}" if self.conditions else ""
        return f"{self.query}{where} ORDER BY {column} DESC, id DESC LIMIT {self._place(limit)}"

    def _place(self, value: object) -> str:
        self.given.append(value)
        return f"${len(self.given)}"


def table_of(row: Row) -> TableRow:
    id, created, updated, version, status, is_open, settings, seq = row
    return TableRow(id, created, updated, version, TableStatus(status), bool(is_open), settings, seq)


def sitting_of(row: Row) -> SeatRow:
    table, seat, version, kind, player, token_hash = row
    return SeatRow(table, seat, version, SeatKind(kind), player, token_hash)


def line_of(row: Row) -> tuple[str, int, bool, bytes]:
    return row[0], row[1], bool(row[2]), row[3]


def milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def is_storable(value: object) -> bool:
    """Whether both databases can hold it: numbers of 64 bits, text without NUL and halves of characters."""
    match value:
        case str():
            return "\0" not in value and (value.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in value))
        case int():
            return abs(value) <= LARGEST
        case _:
            return True


def check_storable(*values: object) -> None:
    for value in values:
        if not is_storable(value):
            raise ValueError(f"expected {'a number of 64 bits' if isinstance(value, int) else 'text without NUL or lone surrogates'}")


def check_entries(entries: Sequence[NewEntry]) -> None:
    """An entry that no database would take must not reach the batch of others."""
    if not entries:
        raise ValueError("expected at least one entry, got none")
    for entry in entries:
        if not (isinstance(entry.kind, str) and isinstance(entry.at, int) and isinstance(entry.body, bytes)):
            raise TypeError("expected an entry of text, number and bytes")
        check_storable(entry.kind, entry.at)
