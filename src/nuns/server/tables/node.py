"""One process of the server: the tables it has in hand, those whose bots and clocks it drives, and what it hears from other nodes."""

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress

from nuns.server.protocol import TableState
from nuns.server.refusal import Refusal, Why
from nuns.server.settings import ChairName, Level, Settings
from nuns.server.store import SeatKind, Store, StoreChange, StoreError, TableRow, TableStatus, new_token, token_hash
from nuns.server.tables.context import TableContext
from nuns.server.tables.creation import Guest, check_settings, create_table
from nuns.server.tables.presence import PRESENCE
from nuns.server.tables.seating import HOST, Seating, level_of
from nuns.server.tables.session import TableSession
from nuns.server.tables.table_state import listed_state
from nuns.server.thinking.thinkers import Thinkers

LEASE = 6.0  # seconds after which another node picks up the tables of one that is gone
TICK = 0.25  # seconds between two looks at the clocks
RENEWAL = 1.5  # seconds between two looks at the leases
CROWD = 1_000  # milliseconds between two counts of the spectators
IDLE = 60_000  # milliseconds after which a table that nobody looks at is put away
FORGOTTEN = 30 * 24 * 3600 * 1000  # milliseconds after which a lobby is cleared
PAGE = 50  # tables looked for at once
CLEARING = 3600.0  # seconds between two looks for those

_log = logging.getLogger(__name__)


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


def fresh_seed() -> str:
    return secrets.token_hex(32)


class Node:
    """Tables by their code. The store and the thinkers are the caller's to close, after this."""

    def __init__(self, context: TableContext, tick: float) -> None:
        self._context = context
        self._store = context.store
        self._tables: dict[str, TableSession] = {}
        self._loading: dict[str, asyncio.Task[TableSession]] = {}
        self._held: set[str] = set()  # leases; of some of them the table is put away
        self._tick = tick
        self._watch = context.store.watch()
        background = (self._listen(), self._mind_clocks(), self._mind_leases(), self._mind_presence(), self._clear())
        self._tasks = [asyncio.create_task(each) for each in background]

    @classmethod
    async def open(
        cls,
        store: Store,
        thinkers: Thinkers,
        *,
        now: Callable[[], int] = wall_clock,
        new_seed: Callable[[], str] = fresh_seed,
        lease: float = LEASE,
        tick: float = TICK,
        note: Callable[[int], object] = bool,
    ) -> "Node":
        """Goes on, in the background, with every table that is played and that nobody drives. ``now``: milliseconds since 1970; ``note``
        counts what is done at all tables.
        """
        return cls(TableContext(store, thinkers, now, new_seed, secrets.token_hex(8), lease, note), tick)

    async def close(self) -> None:
        """Finishes what is under way, and gives its leases back."""
        self._watch.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        for table in list(self._tables.values()):
            await table.close()
        for code in self._held | {code for code, table in self._tables.items() if table.lease.is_held}:
            with suppress(StoreError):
                await self._store.release_lease(code, self._context.owner)
        self._tables.clear()

    # Tables

    def in_hand(self) -> Counter[str]:
        """How many tables this node has read, by how far they have come."""
        return Counter(table.log.status for table in self._tables.values())

    async def create(self, settings: Settings, bots: Mapping[ChairName, Level]) -> tuple[TableSession, str]:
        """A new table in the lobby, and its host's token; Refusal 422 for settings that cannot be played."""
        check_settings(settings)
        if strange := [chair for chair in bots if chair not in settings.chairs]:
            raise Refusal(Why.NO_SUCH_CHAIR, chair=strange[0], chairs=settings.chairs)
        token = new_token()
        guests = {chair: Guest(SeatKind.BOT, level_of(level)) for chair, level in bots.items()}
        row = await create_table(self._store, self._context.now(), settings, token_hash(token), guests)
        return await self.table(row.id), token

    async def table(self, code: str) -> TableSession:
        """Refusal 404."""
        if code in self._tables:
            return self._tables[code]
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(code))
            self._loading[code].add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> TableSession:
        row = await self._store.table(code)
        if row is None:
            raise Refusal(Why.NO_SUCH_TABLE, code=code)
        table = await TableSession.load(self._context, row)
        self._tables[code] = table
        if row.status == TableStatus.PLAYING and await table.lease.acquire():
            is_new = code not in self._held
            self._held.add(code)
            table.queue.post(table.automation.resume if is_new else table.automation.run)
        return table

    async def lobby(self, *, before: str | None = None, limit: int = 50) -> list[TableState]:
        """Open tables in the lobby or being played, the newest first; ``before`` is the code of the last of the page before."""
        last = await self._store.table(before) if before is not None else None
        listed: list[TableState] = []
        while len(listed) < limit and (rows := await self._open_tables(last, limit)):
            listed += [state for row in rows if (state := await self._listed(row)) is not None]
            last = rows[-1]
        return listed[:limit]

    async def _open_tables(self, before: TableRow | None, limit: int) -> list[TableRow]:
        found: list[TableRow] = []
        for status in (TableStatus.LOBBY, TableStatus.PLAYING):
            found += await self._store.tables(status=status, open=True, before=before, limit=limit)
        return sorted(found, key=lambda row: (row.created, row.id), reverse=True)[:limit]

    async def _listed(self, row: TableRow) -> TableState | None:
        """As lists show it, without reading its log; one that is played without spectators or has no host is nobody's business."""
        table = self._tables.get(row.id)
        seating = Seating(await self._store.seats(row.id)) if table is None else table.log.seating
        if seating.holder(HOST) is None:
            return None
        state = listed_state(row, seating) if table is None else table.state()
        return state if state.status == "lobby" or (state.status in ("sealing", "playing") and state.settings.spectators) else None

    # What goes on beside the tables

    async def _listen(self) -> None:
        """Other nodes have changed something."""
        async for change in self._watch:
            codes = {*self._tables, *self._loading, *self._held} if change.table is None else {change.table}
            for code in codes:
                await self._survive(self._heed(code, change))

    async def _heed(self, code: str, change: StoreChange) -> None:
        if code in self._tables:
            self._tables[code].notice(change)
        elif code in self._loading:
            (await self.table(code)).notice(change)  # it may have been read too early
        elif code in self._held:
            await self.table(code)  # ours to drive, though it was put away

    async def _mind_clocks(self) -> None:
        while True:
            await asyncio.sleep(self._tick)
            now = self._context.now()
            for table in list(self._tables.values()):
                if table.lease.is_held and table.clock.is_due:
                    table.queue.wake()
                if table.feed.crowd_since is not None and now - table.feed.crowd_since >= CROWD:
                    table.feed.tell_table()

    async def _mind_leases(self) -> None:
        pause = min(RENEWAL, self._context.lease / 4)
        while True:
            await self._survive(self._renew())
            await self._survive(self._adopt())
            await self._survive(self._put_away())
            await asyncio.sleep(pause)

    async def _renew(self) -> None:
        driven = {code for code, table in self._tables.items() if table.lease.is_held}  # what is taken meanwhile need not be among them
        held = await self._store.renew_leases(self._context.owner, self._context.lease)
        lost = driven - held
        for code, table in self._tables.items():
            if code in lost and not table.log.is_finished:
                _log.warning("table %s: another node drives it now", code)
                table.lease.is_held = False
            elif code in held and not table.lease.is_held and not table.log.is_finished:
                table.lease.is_held = True
                table.queue.wake()
            elif table.log.is_behind:
                table.queue.wake()
        self._held = held

    async def _adopt(self) -> None:
        """Tables whose node is gone. One that cannot be read keeps no other waiting."""
        failed: set[str] = set()
        while adrift := [code for code in await self._store.adrift(PAGE + len(failed)) if code not in failed]:
            failed |= {code for code in adrift if not await self._survive(self._take_up(code))}

    async def _take_up(self, code: str) -> None:
        if code not in self._tables:
            await self.table(code)
            return
        table = self._tables[code]
        if await table.lease.acquire():
            self._held.add(code)
            table.queue.post(table.automation.resume)

    async def _put_away(self) -> None:
        """Tables nobody looks at and where nothing will happen by itself; they are read again when they are needed."""
        idle = self._context.now() - IDLE
        for code, table in list(self._tables.items()):
            is_idle = table.queue.is_idle and (not table.lease.is_held or table.automation.is_idle)
            if is_idle and not table.connections and table.log.touched < idle:
                del self._tables[code]
                await table.close()

    async def _mind_presence(self) -> None:
        while self._store.is_shared:
            await asyncio.sleep(PRESENCE / 3)
            await self._survive(self._store.stay_present(self._context.owner, PRESENCE))
            for table in self._tables.values():
                if table.presence.has_company:
                    table.queue.post(table.presence.look_around)

    async def _clear(self) -> None:
        while True:
            await self._survive(self._clear_old())
            await asyncio.sleep(CLEARING)

    async def _clear_old(self) -> None:
        """Lobbies that were left long ago, and who was connected to nodes that are gone."""
        await self._store.forget_absent()
        for row in await self._store.tables(status=TableStatus.LOBBY, idle_since=self._context.now() - FORGOTTEN):
            with suppress(Refusal):
                await (await self.table(row.id)).give_up()

    async def _survive(self, work: Coroutine[None, None, None]) -> bool:
        """A store that is away for a while is no reason to stop. Whether it went well."""
        try:
            await work
        except (StoreError, Refusal) as fault:
            _log.warning("the node goes on after: %s", fault)
        except Exception:
            _log.exception("the node goes on after a fault of its own")
        else:
            return True
        return False
