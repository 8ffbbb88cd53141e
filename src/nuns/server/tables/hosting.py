"""What is decided of a whole table: what is played, when it starts, that it is given up, that it is over, and the next night."""

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Settings
from nuns.server.store import Kind, Status, Taken
from nuns.server.tables.founding import Guest, check_settings, found
from nuns.server.tables.keeping import ATTEMPTS
from nuns.server.tables.rights import check_host, check_lobby
from nuns.server.tables.seating import HOST, STRANGER, rotated

if TYPE_CHECKING:
    from nuns.server.tables.live import LiveTable


class Hosting:
    """One table's, in its turn."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table

    async def settle(self, settings: Settings, token: str | None) -> None:
        table = self._table
        check_host(table, token)
        check_lobby(table)
        check_settings(settings)
        gone = [chair for chair in table.settings.chairs if chair not in settings.chairs]
        await table.keeping.update(kept=msgspec.structs.replace(table.keeping.kept, settings=settings), open=settings.open)
        for chair in gone:
            await table.chairs.clear(chair)

    async def start(self, token: str | None) -> None:
        table, store = self._table, self._table.means.store
        check_host(table, token)
        check_lobby(table)
        if empty := table.seating.empty_chairs(table.settings):
            raise Refusal(Why.EMPTY_CHAIRS, chairs=empty)
        with suppress(Taken):  # a start that went wrong has drawn it already
            await store.seal(table.code, table.means.new_seed().encode())
        await table.keeping.update(status=Status.PLAYING)
        await table.keeping.unseal()
        table.driving = await store.acquire_lease(table.code, table.means.owner, table.means.lease)

    async def abandon(self, token: str | None) -> None:
        table = self._table
        check_host(table, token)
        if table.status in ("over", "abandoned"):
            raise Refusal(Why.ENDED, status=table.status)
        await self.give_up()

    async def give_up(self) -> None:
        await self._table.keeping.update(status=Status.ABANDONED)
        await self._let_go()

    async def finish(self) -> None:
        """Another node may have been first: then it is only let go."""
        table = self._table
        try:
            if not table.is_finished:
                await table.keeping.update(status=Status.OVER)
        except Refusal:
            if not table.is_finished:
                raise
        await self._let_go()

    async def _let_go(self) -> None:
        """Drives no longer."""
        table = self._table
        await table.means.store.release_lease(table.code, table.means.owner)
        table.driving = False

    async def rematch(self, token: str | None) -> tuple[str, str | None]:
        table = self._table
        if table.standing(token) == STRANGER:
            raise Refusal(Why.NOT_SEATED)
        if table.status != "over":
            raise Refusal(Why.NOT_OVER, status=table.status)
        for _ in range(ATTEMPTS):
            if table.keeping.kept.rematch is not None:
                return table.keeping.kept.rematch, token
            await self._found_next()
        raise Refusal(Why.OTHERS_QUICKER)

    async def _found_next(self) -> None:
        """If somebody else has founded one at the same time, hers stands."""
        table = self._table
        store, at = table.means.store, table.means.now()
        row = await found(store, at, table.settings, table.seating.holder(HOST), self._guests())
        try:
            await table.keeping.update(kept=msgspec.structs.replace(table.keeping.kept, rematch=row.id))
        except Refusal:
            await store.update_table(row.id, row.version, at=at, status=Status.ABANDONED)

    def _guests(self) -> dict[ChairName, Guest]:
        """Who sits where next time."""
        guests, table = {}, self._table
        for chair, next_chair in rotated(table.settings).items():
            hand, holder = table.night.hands[chair], table.seating.holder(chair)
            if holder is not None:
                guests[next_chair] = Guest(Kind.PERSON, hand.name, holder)
            elif hand.level is not None:
                guests[next_chair] = Guest(Kind.BOT, hand.level)
        return guests
