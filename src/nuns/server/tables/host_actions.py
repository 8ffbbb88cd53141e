"""Decisions about a whole table: its settings, its start, its end, and the next game."""

from collections.abc import Callable
from contextlib import suppress

import msgspec

from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Settings, Sides
from nuns.server.store import RecordRow, SeatKind, Store, TableRow, TableStatus, Taken, record_code
from nuns.server.tables.creation import Guest, check_settings, create_table
from nuns.server.tables.days import chair_on, end_of, result_of
from nuns.server.tables.night.entries import Abandoned
from nuns.server.tables.night.seat_feed import game_of
from nuns.server.tables.night.summary import summary_of
from nuns.server.tables.people.permissions import STRANGER, check_host, check_lobby
from nuns.server.tables.people.seat_actions import SeatActions
from nuns.server.tables.people.seating import HOST, next_chairs
from nuns.server.tables.persistence import ATTEMPTS, TableLog
from nuns.server.tables.running.lease import TableLease


class HostActions:
    """The decisions about one table; each raises ``Refusal`` when it cannot be done, and has then changed nothing."""

    def __init__(
        self, store: Store, log: TableLog, seats: SeatActions, lease: TableLease, now: Callable[[], int], new_secret: Callable[[], str]
    ) -> None:
        self._store, self._log, self._seats, self._lease, self._now, self._new_secret = store, log, seats, lease, now, new_secret

    async def change_settings(self, settings: Settings, token: str | None) -> None:
        """Changes the settings, for the host in the lobby, and empties the seats that they no longer have."""
        log, before = self._log, self._log.settings
        check_host(log.permissions(token))
        check_lobby(log.status)
        check_settings(settings)
        await log.update(blob=msgspec.structs.replace(log.blob, settings=settings), open=settings.open)
        await self._seats.fit_to_settings(before)

    async def start(self, token: str | None) -> None:
        """Starts the game, for the host in the lobby; all seats must be taken."""
        log = self._log
        check_host(log.permissions(token))
        check_lobby(log.status)
        if empty := log.seating.empty_chairs(log.settings):
            raise Refusal(Why.EMPTY_CHAIRS, chairs=empty)
        with suppress(Taken):  # an earlier attempt to start has drawn the secret already
            await self._store.seal(log.code, self._new_secret().encode())
        await log.update(status=TableStatus.PLAYING)
        await log.unseal()
        await self._lease.acquire()

    async def abandon(self, token: str | None) -> None:
        """Abandons the table, for the host, before the game is over. After the deal its record is opened, as after any game."""
        check_host(self._log.permissions(token))
        await self.end()

    async def end(self) -> None:
        """Abandons the table, whoever wants it."""
        log = self._log
        for _ in range(ATTEMPTS):
            if log.status in ("over", "abandoned"):
                raise Refusal(Why.ENDED, status=log.status)
            if log.night.terms is None or not log.night.seats:
                await self.give_up()
                return
            if await log.write(Abandoned()):
                return
        raise Refusal(Why.OTHERS_QUICKER)

    async def give_up(self) -> None:
        """Marks the table as abandoned and releases its lease."""
        await self._log.update(status=TableStatus.ABANDONED)
        await self._lease.release()

    async def finish(self) -> None:
        """Stores the record of a game that is over, or abandoned, and marks it, unless another node has; then releases the lease."""
        try:
            if not self._log.is_finished:
                await self._keep_record()
                await self._log.update(status=TableStatus.ABANDONED if self._log.night.is_abandoned else TableStatus.OVER)
        except Refusal:
            if not self._log.is_finished:
                raise
        await self._lease.release()

    async def _keep_record(self) -> None:
        code, night = self._log.code, self._log.night
        summary = summary_of(game_of(night), night.names)
        opens = 0 if night.day is None else end_of(night.day.day)
        await self._store.keep_record(RecordRow(record_code(code), night.last_at, False, summary, night.record(), opens))
        if night.day is not None:
            chair = chair_on(night.day.day)
            result = result_of(game_of(night), night.seats[chair], day=night.day.day, at=self._log.ended_at, helped=chair in night.helped)
            await self._store.end_attempt(code, result)

    async def rematch(self, token: str | None, sides: Sides) -> tuple[str, str | None]:
        """Returns the code of the next table, with the same sides or with changed ones, and the token that opens it.

        The table must be over, and the asker its host or a player. Whoever asks first decides on the sides, and the code is the same for
        all who ask; the token is the one shown, which holds there what it held here.
        """
        log = self._log
        if log.permissions(token) == STRANGER:
            raise Refusal(Why.NOT_SEATED)
        if log.status != "over":
            raise Refusal(Why.NOT_OVER, status=log.status)
        for _ in range(ATTEMPTS):
            if log.blob.rematch is not None:
                return log.blob.rematch, token
            await self._create_next(sides)
        raise Refusal(Why.OTHERS_QUICKER)

    async def _create_next(self, sides: Sides) -> None:
        """Creates the next table; if another node has created one at the same time, that one stands."""
        log, at = self._log, self._now()
        row = await create_table(self._store, at, log.settings, log.seating.holder(HOST), self._guests(sides), log.blob.origin)
        try:
            await log.update(blob=msgspec.structs.replace(log.blob, rematch=row.id))
        except Refusal:
            await self._store.update_table(row.id, row.version, at=at, status=TableStatus.ABANDONED)

    def _guests(self, sides: Sides) -> dict[ChairName, Guest]:
        """Returns the players of the next table by their seats."""
        guests, log = {}, self._log
        people = [chair for chair in log.settings.chairs if log.seating.holder(chair) is not None]
        for chair, next_chair in next_chairs(log.settings, sides, people).items():
            player, holder = log.night.players[chair], log.seating.holder(chair)
            if holder is not None:
                guests[next_chair] = Guest(SeatKind.PERSON, player.name, holder)
            elif player.level is not None:
                guests[next_chair] = Guest(SeatKind.BOT, player.level)
        return guests


async def end_table(store: Store, row: TableRow, now: Callable[[], int]) -> None:
    """Abandons a table from outside a server; one that runs it learns that from the store. Raises Refusal if it is over.

    A table that cannot be read, such as one of a later version, is only marked.
    """
    try:
        log = await TableLog.load(store, row, now)
    except (msgspec.MsgspecError, ValueError):
        await store.update_table(row.id, row.version, at=now(), status=TableStatus.ABANDONED)
        return
    host = HostActions(store, log, SeatActions(log), TableLease(store, log.code, "nobody", 0), now, str)
    await host.end()
    await host.finish()
