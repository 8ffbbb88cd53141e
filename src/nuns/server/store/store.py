"""The interface to everything that is stored, and the parts that both databases share.

Everything is durable when the call returns. A caller that changes something names the version that it has seen. If another
caller was first, it gets a ``Conflict`` with the current version: there are no locks to hold, and none to lose.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from nuns.server.store import statements as sql
from nuns.server.store.analysis_store import AnalysisStore
from nuns.server.store.change_watches import ChangeWatch, ChangeWatches
from nuns.server.store.day_store import DayStore
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

Row = tuple[Any, ...]
CHAT_KEPT = 500  # messages a channel; older ones are forgotten
PAGE = 50
TOKEN_HASH = 32  # bytes
LARGEST = (1 << 63) - 1


class Store(DayStore, AnalysisStore, ABC):
    """Tables, their logs, seats, leases, secrets, chat, records, days and analyses."""

    now: ClassVar[str]  # the database's clock in milliseconds, in SQL
    is_shared: ClassVar[bool]  # whether nodes of other processes may use it too

    def __init__(self) -> None:
        self._watches = ChangeWatches()

    # Each database does these in its own way.

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
        """Returns the number of jobs grouped so far, and of commits they took."""

    @abstractmethod
    async def _read(self, statement: str, *given: object) -> list[Row]:
        """Returns the rows of a query."""

    @abstractmethod
    async def _write(self, topic: Topic | None, statement: str, *given: object) -> list[Row]:
        """Returns the rows of a changing statement, once it is durable; if there are any, other nodes are told. ``$1`` is the table."""

    # Tables

    async def create_table(self, table: str, *, at: int, settings: bytes, open: bool = False) -> TableRow:
        """Creates a table in the lobby; its id comes from ``new_code``."""
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
        """Updates a table's row; what is None stays as it is."""
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
        """Returns the tables that match, the newest first; ``before`` is the last table of the page before."""
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

    async def remove_table(self, table: str) -> bool:
        """Removes a table with its log, seats, secrets and chat; returns whether it was there. Its record stays."""
        return bool(await self._write("table", sql.REMOVE_TABLE, table))

    async def _existing(self, table: str) -> TableRow:
        found = await self.table(table)
        if found is None:
            raise NoSuchTable(table)
        return found

    # The log

    async def read(self, table: str, after_seq: int = 0) -> list[Entry]:
        """Returns the entries of a table's log after that number; none if there is no such table."""
        return [Entry(*row) for row in await self._read(sql.READ_LOG, table, after_seq)]

    # Seats

    async def claim(
        self, table: str, seat: str, expected_version: int, *, kind: SeatKind, player: str = "", token_hash: bytes | None = None
    ) -> SeatRow:
        """Changes who sits in a seat; one that was never claimed has version 0."""
        if token_hash is not None and len(token_hash) != TOKEN_HASH:
            raise ValueError(f"expected a token's hash of {TOKEN_HASH} bytes, got {len(token_hash)} bytes")
        values = (table, seat, kind.value, player, token_hash)
        if expected_version == 0:
            rows = await self._write("seats", sql.TAKE_SEAT, *values)
        else:
            rows = await self._write("seats", sql.CHANGE_SEAT, *values, expected_version)
        if not rows:
            raise Conflict(f"seat {seat} of table {table}", expected_version, await self._seat_version(table, seat))
        return seat_of(rows[0][1:])

    async def seats(self, table: str) -> list[SeatRow]:
        """Returns all seats of a table that were ever claimed, by name."""
        return [seat_of(row) for row in await self._read(sql.SEATS, table)]

    async def _seat_version(self, table: str, seat: str) -> int:
        rows = await self._read(sql.SEAT_VERSION, table, seat)
        if not rows:
            await self._existing(table)
        return int(rows[0][0]) if rows else 0

    # Leases: one node at a time runs a table's bots and clocks.

    async def acquire_lease(self, table: str, owner: str, seconds: float) -> bool:
        """Returns whether ``owner`` holds the lease of the table from now on: its own is prolonged, and an expired one is taken."""
        if await self._write(None, self._with_clock(sql.ACQUIRE_LEASE), table, owner, milliseconds(seconds)):
            return True
        await self._existing(table)
        return False

    async def renew_leases(self, owner: str, seconds: float) -> set[str]:
        """Prolongs all leases of an owner and returns their tables; a table that is not among them was lost to another owner."""
        rows = await self._write(None, self._with_clock(sql.RENEW_LEASES), owner, milliseconds(seconds))
        return {row[1] for row in rows}

    async def release_lease(self, table: str, owner: str) -> bool:
        """Releases a lease; returns whether the owner held it."""
        return bool(await self._write(None, sql.RELEASE_LEASE, table, owner))

    async def unleased(self, limit: int = PAGE) -> list[str]:
        """Returns the tables that are being played and whose lease nobody holds, the longest untouched first."""
        return [row[0] for row in await self._read(self._with_clock(sql.UNLEASED), limit)]

    # Presence: who is connected, and where. It runs out unless it is renewed.

    async def be_present(self, table: str, node: str, chairs: str, others: int, seconds: float) -> None:
        """Stores who is connected to a table at that node."""
        await self._write("presence", self._with_clock(sql.BE_PRESENT), table, node, chairs, others, milliseconds(seconds))

    async def stay_present(self, node: str, seconds: float) -> None:
        """Prolongs everything that a node has stored of presence."""
        await self._write(None, self._with_clock(sql.STAY_PRESENT), node, milliseconds(seconds))

    async def leave(self, table: str, node: str) -> None:
        """Deletes what a node has stored of a table's presence."""
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
        """Stores the seed of a game; raises Taken if there is one already."""
        await self._once("seed of table", table, sql.SEAL, table, seed)

    async def add_salt(self, table: str, seat: str, salt: bytes) -> None:
        """Stores a seat's salt; raises Taken if there is one already."""
        await self._once("salt of seat", seat, sql.ADD_SALT, table, seat, salt)

    async def secret(self, table: str) -> Secret:
        """Returns the seed and the salts, for drawing cards and dice and for opening the seal at the end; never for a view."""
        seeds = await self._read(sql.SEED, table)
        salts = await self._read(sql.SALTS, table)
        return Secret(seeds[0][0] if seeds else None, dict(salts))

    async def _once(self, what: str, name: str, statement: str, table: str, *given: object) -> None:
        if not await self._write(None, statement, table, *given):
            await self._existing(table)
            raise Taken(what, name)

    # Chat

    async def chat(self, table: str, channel: Channel, after: int = 0, limit: int = CHAT_KEPT) -> list[ChatRow]:
        """Returns the newest messages after that number, the oldest of them first."""
        return [ChatRow(*row) for row in reversed(await self._read(sql.CHAT, table, channel, after, limit))]

    # Records

    async def keep_record(self, record: RecordRow) -> bool:
        """Stores a record and returns whether it is new; another text under the same id raises Taken."""
        if await self._write(None, sql.KEEP_RECORD, record.id, record.at, record.imported, record.summary, record.text, record.opens):
            return True
        kept = await self.record(record.id)
        if kept is None or kept.text != record.text:
            raise Taken("record", record.id)
        return False

    async def record(self, record: str) -> RecordRow | None:
        rows = await self._read(sql.GET_RECORD, record)
        return RecordRow(*line_of(rows[0]), text=rows[0][4], opens=rows[0][5]) if rows else None

    async def remove_record(self, record: str) -> bool:
        """Removes a record with its analysis; returns whether it was there."""
        return bool(await self._write(None, sql.REMOVE_RECORD, record))

    async def records(
        self,
        *,
        before: RecordListing | None = None,
        until: int | None = None,
        imported: bool | None = None,
        open_at: int | None = None,
        limit: int = PAGE,
    ) -> list[RecordListing]:
        """Returns the records that match, the newest first; ``before`` is the last record of the page before."""
        page = Page(sql.LIST_RECORDS)
        if open_at is not None:
            page.where("opens <= {}", open_at)
        if until is not None:
            page.where("at <= {}", until)
        if imported is not None:
            page.where("imported = {}", imported)
        if before is not None:
            page.where("(at, id) < ({}, {})", before.at, before.id)
        return [RecordListing(*line_of(row)) for row in await self._read(page.order_by("at", limit), *page.given)]

    # The whole database, for moving it

    @abstractmethod
    async def columns(self) -> dict[str, dict[str, bool]]:
        """Returns every table of the database with its columns, and whether each holds true or false."""

    @abstractmethod
    async def insert(self, name: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Adds rows to a table of the database, all or none."""

    async def select(self, statement: str, *given: object) -> list[Row]:
        """Returns the rows of a query."""
        return await self._read(statement, *given)

    async def tables_in_use(self) -> int:
        """Returns how many tables a server runs now."""
        [(count,)] = await self._read(self._with_clock(sql.IN_USE))
        return int(count)

    # The rest

    def watch(self) -> ChangeWatch:
        """Returns a watch for what other nodes change from now on."""
        return self._watches.add()

    async def check(self) -> None:
        """Raises StoreError if the database does not answer."""
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


def seat_of(row: Row) -> SeatRow:
    table, seat, version, kind, player, token_hash = row
    return SeatRow(table, seat, version, SeatKind(kind), player, token_hash)


def line_of(row: Row) -> tuple[str, int, bool, bytes]:
    return row[0], row[1], bool(row[2]), row[3]


def milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def is_storable(value: object) -> bool:
    """Returns whether both databases can hold a value: integers of 64 bits, text without NUL and lone surrogates."""
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
    """Raises ValueError or TypeError for entries that no database would take, before they reach a batch with others."""
    if not entries:
        raise ValueError("expected at least one entry, got none")
    for entry in entries:
        if not (isinstance(entry.kind, str) and isinstance(entry.at, int) and isinstance(entry.body, bytes)):
            raise TypeError("expected an entry of text, number and bytes")
        check_storable(entry.kind, entry.at)
