"""What is decided about a whole table: its settings, its start, that it is abandoned or over, and the next game."""

from collections.abc import Callable
from contextlib import suppress

import msgspec

from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Settings
from nuns.server.store import SeatKind, Store, TableStatus, Taken
from nuns.server.tables.creation import Guest, check_settings, create_table
from nuns.server.tables.lease import TableLease
from nuns.server.tables.permissions import STRANGER, check_host, check_lobby
from nuns.server.tables.persistence import ATTEMPTS, TableLog
from nuns.server.tables.seat_actions import SeatActions
from nuns.server.tables.seating import HOST, rotated


class HostActions:
    """What may be decided about one table; each raises ``Refusal`` when it cannot be done, and has then changed nothing."""

    def __init__(
        self, store: Store, log: TableLog, seats: SeatActions, lease: TableLease, now: Callable[[], int], new_seed: Callable[[], str]
    ) -> None:
        self._store, self._log, self._seats, self._lease, self._now, self._new_seed = store, log, seats, lease, now, new_seed

    async def settle(self, settings: Settings, token: str | None) -> None:
        """The host, in the lobby: changes the settings. Seats that are no more are emptied."""
        log, before = self._log, self._log.settings
        check_host(log.permissions(token))
        check_lobby(log.status)
        check_settings(settings)
        await log.update(blob=msgspec.structs.replace(log.blob, settings=settings), open=settings.open)
        await self._seats.fit(before)

    async def start(self, token: str | None) -> None:
        """The host, in the lobby: starts the game; all seats must be taken."""
        log = self._log
        check_host(log.permissions(token))
        check_lobby(log.status)
        if empty := log.seating.empty_chairs(log.settings):
            raise Refusal(Why.EMPTY_CHAIRS, chairs=empty)
        with suppress(Taken):  # a start that failed half-way has drawn the seed already
            await self._store.seal(log.code, self._new_seed().encode())
        await log.update(status=TableStatus.PLAYING)
        await log.unseal()
        await self._lease.acquire()

    async def abandon(self, token: str | None) -> None:
        """The host, before the game is over."""
        check_host(self._log.permissions(token))
        if self._log.status in ("over", "abandoned"):
            raise Refusal(Why.ENDED, status=self._log.status)
        await self.give_up()

    async def give_up(self) -> None:
        """Nobody will play on here."""
        await self._log.update(status=TableStatus.ABANDONED)
        await self._lease.release()

    async def finish(self) -> None:
        """The game is over and its record stored. Another node may have been first: then only the lease is given back."""
        try:
            if not self._log.is_finished:
                await self._log.update(status=TableStatus.OVER)
        except Refusal:
            if not self._log.is_finished:
                raise
        await self._lease.release()

    async def rematch(self, token: str | None) -> tuple[str, str | None]:
        """When the game is over, anyone who held a seat or is host: returns the code of the next table, with roles rotated, the same for
        all who ask, and the token that opens it (the one shown, which holds there what it held here).
        """
        log = self._log
        if log.permissions(token) == STRANGER:
            raise Refusal(Why.NOT_SEATED)
        if log.status != "over":
            raise Refusal(Why.NOT_OVER, status=log.status)
        for _ in range(ATTEMPTS):
            if log.blob.rematch is not None:
                return log.blob.rematch, token
            await self._create_next()
        raise Refusal(Why.OTHERS_QUICKER)

    async def _create_next(self) -> None:
        """If another node has created one at the same time, that one stands."""
        log, at = self._log, self._now()
        row = await create_table(self._store, at, log.settings, log.seating.holder(HOST), self._guests())
        try:
            await log.update(blob=msgspec.structs.replace(log.blob, rematch=row.id))
        except Refusal:
            await self._store.update_table(row.id, row.version, at=at, status=TableStatus.ABANDONED)

    def _guests(self) -> dict[ChairName, Guest]:
        """Who sits where at the next table."""
        guests, log = {}, self._log
        for chair, next_chair in rotated(log.settings).items():
            player, holder = log.night.players[chair], log.seating.holder(chair)
            if holder is not None:
                guests[next_chair] = Guest(SeatKind.PERSON, player.name, holder)
            elif player.level is not None:
                guests[next_chair] = Guest(SeatKind.BOT, player.level)
        return guests
