"""A table as it is stored: its row, its seats and its log.

A change is tried on a copy of the game, stored, and only then made and announced. If another node has stored something first, that is read
and the change is refused or tried again.
"""

import asyncio
from collections.abc import Callable

from nuns.server.protocol import Trouble
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Settings, Status
from nuns.server.store import Conflict, Full, SeatKind, Store, StoreError, TableRow, TableStatus
from nuns.server.tables.creation import TableBlob, blob_of, encoded_blob
from nuns.server.tables.days import end_of
from nuns.server.tables.night.entries import LogLine, entry_of
from nuns.server.tables.night.origins import DaySeed
from nuns.server.tables.night.seat_feed import KnownEvents
from nuns.server.tables.night.table_night import TableNight
from nuns.server.tables.people.permissions import Permissions
from nuns.server.tables.people.seating import Seating, hashed

ATTEMPTS = 5  # to make a change, while other nodes keep being first
RELIEF = 10_000  # milliseconds after which a full disk is taken to have room again
PAUSE_EVERY = 64  # log lines after which others get a turn while a log is read


Listener = Callable[[], object]


class TableLog:
    """One table as it is stored; it never holds more than is durable.

    Those in ``seats_changed`` are called when permissions may have changed, and then those in ``changed``, when anything has.
    """

    def __init__(
        self,
        store: Store,
        row: TableRow,
        seating: Seating,
        night: TableNight,
        now: Callable[[], int],
        count_lines: Callable[[int], object] = bool,
        wall: Callable[[], int] | None = None,
    ) -> None:
        self._store, self._now, self._count_lines, self._wall = store, now, count_lines, wall or now
        self.code = row.id
        self.row, self.blob = row, blob_of(row)
        self.seating = seating
        self.night = night
        self.events = KnownEvents()
        self.is_removed = False  # whether it was found to be no longer there
        self.is_behind = False  # whether the store failed, and may have more than is here
        self._failed = 0  # when the store failed last
        self.trouble: Trouble | None = None  # why nothing can be stored just now
        self.revision = 0  # counts the changes
        self.touched = now()  # when it last changed
        self.changed, self.seats_changed = list[Listener](), list[Listener]()

    @classmethod
    async def load(
        cls,
        store: Store,
        row: TableRow,
        now: Callable[[], int],
        count_lines: Callable[[int], object] = bool,
        wall: Callable[[], int] | None = None,
    ) -> "TableLog":
        """Loads a table from the store. ``now`` is the clock of games, ``wall`` that of the calendar where it is another one."""
        night = await _sealed_night(store, row)
        for entry in await store.read(row.id):
            night.read_on([entry])
            if night.length % PAUSE_EVERY == 0:
                await asyncio.sleep(0)
        return cls(store, row, Seating(await store.seats(row.id)), night, now, count_lines, wall)

    # Reading

    @property
    def settings(self) -> Settings:
        return self.blob.settings

    @property
    def status(self) -> Status:
        row, night = self.row.status, self.night
        if row is TableStatus.ABANDONED:
            return "abandoned"
        if night.is_over:
            return "abandoned" if night.is_abandoned else "over"
        if row is TableStatus.LOBBY:
            return "lobby"
        return "playing" if night.seats else "sealing"

    @property
    def is_finished(self) -> bool:
        """Returns whether nothing is left to be stored."""
        return self.row.status in (TableStatus.OVER, TableStatus.ABANDONED)

    @property
    def is_closed(self) -> bool:
        """Returns whether this is the night of a day that is not over: others have still to play it, so nothing of it is opened."""
        return self.blob.day is not None and self._wall() < end_of(self.blob.day)

    @property
    def ended_at(self) -> int:
        """Returns when the last log line was written, in milliseconds since 1970 by the calendar, not by the clock of games."""
        return self.night.last_at + self._wall() - self._now()

    def permissions(self, token: str | None) -> Permissions:
        return self.seating.permissions(hashed(token), self.settings)

    # The row and the seats

    async def update(self, *, status: TableStatus | None = None, blob: TableBlob | None = None, open: bool | None = None) -> None:
        """Changes the row; raises Refusal 409 if another node was first."""
        settings = None if blob is None else encoded_blob(blob)
        try:
            row = await self._store.update_table(self.code, self.row.version, at=self._now(), status=status, settings=settings, open=open)
        except Conflict:
            await self.refresh()
            raise Refusal(Why.CHANGED) from None
        self._take_row(row)
        self._announce()

    async def claim(self, chair: ChairName, kind: SeatKind, player: str = "", token_hash: bytes | None = None) -> None:
        """Changes who sits in a seat; raises Refusal 409 if another node was first."""
        version = self.seating.version(chair)
        try:
            row = await self._store.claim(self.code, chair, version, kind=kind, player=player, token_hash=token_hash)
        except Conflict:
            await self.refresh()
            raise Refusal(Why.CHAIR_QUICKER, chair=chair) from None
        self.seating.put(row)
        self._tell(self.seats_changed)
        self._announce()

    async def unseal(self) -> None:
        """Reads the secret of a game that has started, to draw from its seed."""
        if self.night.secret is None and self.row.status != TableStatus.LOBBY:
            self.night = await _sealed_night(self._store, self.row)

    # The log

    async def write(self, *lines: LogLine) -> bool:
        """Stores lines after which nothing else is due; returns False if another node was first."""
        trial, at = self.night.copy(), self._now()
        for line in lines:
            trial.add(line, at)
        return await self.keep(trial, list(lines), at)

    async def keep(self, trial: TableNight, lines: list[LogLine], at: int) -> bool:
        """Stores the lines and makes ``trial`` the game. Returns False if another node was first; its lines are then read."""
        try:
            await self._store.append(self.code, self.night.length, [entry_of(line, at) for line in lines])
        except Conflict:
            await self.read_on()
            return False
        except StoreError as fault:
            self.fall_behind(fault)
            raise Refusal(Why.DISK_FULL if isinstance(fault, Full) else Why.MAYBE_KEPT) from fault
        self.night, self.trouble = trial, None
        self._count_lines(len(lines))
        self._announce()
        return True

    # While the store is away

    def fall_behind(self, fault: StoreError) -> None:
        """Notes that the store failed: it may have more than is here, and everybody is told."""
        self.is_behind, self._failed = True, self._now()
        self._set_trouble("disk-full" if isinstance(fault, Full) else "no-store")

    def catch_up(self) -> None:
        """Notes that everything has been read again. A full disk can be read: that trouble is over when something was stored."""
        self.is_behind = False
        if self.trouble != "disk-full":
            self._set_trouble(None)

    def relieve(self) -> None:
        """Notes that the trouble is over if nothing has failed for some time, though nothing was stored either."""
        if not self.is_behind and self._now() - self._failed > RELIEF:
            self._set_trouble(None)

    def _set_trouble(self, trouble: Trouble | None) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._tell(self.changed)

    # Changes by other nodes

    async def read_on(self) -> None:
        """Reads the log lines that are not here yet."""
        entries = await self._store.read(self.code, self.night.length)
        if entries:
            await self.unseal()
            self.night.read_on(entries)
            self._announce()

    async def refresh(self) -> None:
        """Reads the row, the seats and the rest of the log."""
        row = await self._store.table(self.code)
        if row is None:
            self.is_removed = True
            self._tell(self.changed)
            return
        self.seating = Seating(await self._store.seats(self.code))
        self._take_row(row)
        await self.unseal()
        await self.read_on()
        self._announce()

    def _take_row(self, row: TableRow) -> None:
        self.row, self.blob = row, blob_of(row)
        if row.status == TableStatus.LOBBY:
            self.night = TableNight(self.settings, rules=self.blob.rules, taken_over=self.blob.taken_over)
        self._tell(self.seats_changed)

    def _announce(self) -> None:
        self.revision += 1
        self.touched = self._now()
        self._tell(self.changed)

    def _tell(self, listeners: list[Listener]) -> None:
        for listener in listeners:
            listener()


async def _sealed_night(store: Store, row: TableRow) -> TableNight:
    """Returns the game of a table before its first log line, with its secret where it has one."""
    secret = (await store.secret(row.id)).seed
    blob = blob_of(row)
    seed = None if blob.day is None else await store.day_seed(blob.day)
    return TableNight(
        blob.settings,
        secret.decode() if secret is not None else None,
        blob.rules,
        taken_over=blob.taken_over,
        day=DaySeed(blob.day, seed.decode()) if blob.day is not None and seed is not None else None,
    )
