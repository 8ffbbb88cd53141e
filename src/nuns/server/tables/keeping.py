"""What the store has of a table: a change is tried on a copy of the night, kept, and only then happens and is announced.

What other nodes have kept meanwhile is read, and whoever was second is told so.
"""

from typing import TYPE_CHECKING, assert_never

from nuns.server.refusal import Refusal, Why
from nuns.server.store import Change, Conflict, Status, StoreError, Table
from nuns.server.tables.founding import Kept, blob, kept_of
from nuns.server.tables.night.entries import Line, kept
from nuns.server.tables.night.night import Night
from nuns.server.tables.seating import Seating

if TYPE_CHECKING:
    from nuns.server.tables.live import LiveTable

ATTEMPTS = 5  # at a change, while others keep being first


class Keeping:
    """One table's row and log."""

    def __init__(self, table: "LiveTable", row: Table) -> None:
        self._table = table
        self.row = row
        self.kept = kept_of(row)
        self.is_behind = False  # of the store, which did not answer

    # The row

    async def update(self, *, status: Status | None = None, kept: Kept | None = None, open: bool | None = None) -> None:
        """Changes the row of the table."""
        table = self._table
        settings = None if kept is None else blob(kept)
        store, at = table.means.store, table.means.now()
        try:
            row = await store.update_table(table.code, self.row.version, at=at, status=status, settings=settings, open=open)
        except Conflict:
            await self.refresh()
            raise Refusal(Why.CHANGED) from None
        self._take_row(row)
        table.announce()

    def _take_row(self, row: Table) -> None:
        self.row, self.kept = row, kept_of(row)
        if row.status == Status.LOBBY:
            self._table.night = Night(self.kept.settings)
        self._table.audience.stand_anew()

    async def unseal(self) -> None:
        """The seed, for drawing from it."""
        table = self._table
        if table.night.seed is None and self.row.status != Status.LOBBY:
            seed = (await table.means.store.secret(table.code)).seed
            table.night = Night(table.settings, seed.decode() if seed is not None else None)

    # The log

    async def write(self, *lines: Line) -> bool:
        """Lines that make nothing else due."""
        trial, at = self._table.night.copy(), self._table.means.now()
        for line in lines:
            trial.add(line, at)
        return await self.keep(trial, list(lines), at)

    async def keep(self, trial: Night, lines: list[Line], at: int) -> bool:
        """Makes the lines durable; then the trial is the night. False if another node was first: its lines are read, to be judged anew."""
        table = self._table
        try:
            await table.means.store.append(table.code, table.night.length, [kept(line, at) for line in lines])
        except Conflict:
            await self.read_on()
            return False
        except StoreError as fault:
            self.is_behind = True  # it may have been kept
            raise Refusal(Why.MAYBE_KEPT) from fault
        table.night = trial
        table.means.note(len(lines))
        table.announce()
        return True

    # What other nodes did

    def notice(self, change: Change) -> None:
        """Another node changed something here: read it when it is our turn."""
        table = self._table
        match change.topic:
            case "log":
                table.post(self.read_on)
            case "chat":
                table.post(table.talk.listen)
            case "presence":
                table.post(table.look_around)
            case "table" | "seats":
                table.post(self.refresh)
            case None:
                table.post(self.catch_up)
            case _:
                assert_never(change.topic)

    async def catch_up(self) -> None:
        """Everything, after the store or its news were away."""
        await self.refresh()
        await self._table.talk.listen()
        await self._table.look_around()
        self.is_behind = False

    async def read_on(self) -> None:
        """What is in the log beyond what we know."""
        table = self._table
        entries = await table.means.store.read(table.code, table.night.length)
        if entries:
            await self.unseal()
            table.night.read_on(entries)
            table.announce()

    async def refresh(self) -> None:
        """Everything but what is said."""
        table, store = self._table, self._table.means.store
        row = await store.table(table.code)
        assert row is not None
        table.seating = Seating(await store.seats(table.code))
        self._take_row(row)
        await self.unseal()
        await self.read_on()
        table.announce()
