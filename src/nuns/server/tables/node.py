"""One process of the server: the tables it has loaded, the leases it holds, and the changes that other nodes announce."""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress

import msgspec

from nuns.server.protocol import TableState
from nuns.server.refusal import Refusal, Why
from nuns.server.retention import KEEP, Retention, old_tables, prune
from nuns.server.settings import ChairName, Level, Settings
from nuns.server.store import AttemptRow, SeatKind, Store, StoreChange, StoreError, TableRow, TableStatus, new_token, token_hash
from nuns.server.tables.context import TableContext
from nuns.server.tables.creation import Guest, check_settings, create_table, origin_of
from nuns.server.tables.days import DAY_SETTINGS, LEVEL, Days, chair_on, seat_token
from nuns.server.tables.people.presence import PRESENCE
from nuns.server.tables.people.seating import HOST, Seating, good_name, level_of
from nuns.server.tables.play.table_state import listed_state
from nuns.server.tables.running.bot_answers import PACE
from nuns.server.tables.running.steady_clock import SteadyClock, wall_clock
from nuns.server.tables.running.watchdog import Watchdog
from nuns.server.tables.session import TableSession
from nuns.server.tables.takeover import NightMoment
from nuns.server.thinking.thinkers import Thinkers

LEASE = 6.0  # seconds after which another node takes over the tables of one that is gone
TICK = 0.25  # seconds between two looks at the clocks
RENEWAL = 1.5  # seconds between two looks at the leases
CROWD = 1_000  # milliseconds between two counts of the spectators
IDLE = 60_000  # milliseconds after which a table without connections is unloaded
PAGE = 50  # tables adopted at once
SEALING = 60.0  # seconds between two looks at the calendar
CLEARING = 3600.0  # seconds between two looks for forgotten tables

_log = logging.getLogger(__name__)


def fresh_secret() -> str:
    return secrets.token_hex(32)


class Node:
    """The tables of one process, by their code. The caller closes the store and the bots' processes, after the node."""

    def __init__(self, context: TableContext, tick: float) -> None:
        self._context = context
        self._store = context.store
        self._tables: dict[str, TableSession] = {}
        self._loading: dict[str, asyncio.Task[TableSession]] = {}
        self._held: set[str] = set()  # leases, also of tables that are not loaded
        self._tick = tick
        self._watchdog = Watchdog()
        self._watch = context.store.watch()
        self.days = Days(context.store, context.wall, fresh_secret)
        background = (
            self._listen(),
            self._watch_clocks(),
            self._keep_leases(),
            self._keep_presence(),
            self._abandon_forgotten(),
            self._seal_days(),
        )
        self._tasks = [asyncio.create_task(each) for each in background]

    @classmethod
    async def open(
        cls,
        store: Store,
        thinkers: Thinkers,
        *,
        now: Callable[[], int] | None = None,
        wall: Callable[[], int] | None = None,
        new_secret: Callable[[], str] = fresh_secret,
        lease: float = LEASE,
        tick: float = TICK,
        pace: float = PACE,
        note: Callable[[int], object] = bool,
        limit_advice: Callable[[str], object] = bool,
        retention: Retention = KEEP,
    ) -> "Node":
        """Opens a node, which runs in the background every table that is being played and whose lease nobody holds.

        ``now`` returns milliseconds since 1970 for games, and ``wall`` for the calendar: by default ``now`` if that is given, else the
        machine's clock; ``pace`` is in seconds; ``note`` is called with the number of log lines that were stored, and ``limit_advice`` with
        each address that asks for advice.
        """
        wall = wall or now or wall_clock  # a clock that was set is ignored by games, but not by the calendar
        owner = secrets.token_hex(8)
        clock = now or SteadyClock()
        return cls(TableContext(store, thinkers, clock, new_secret, owner, lease, pace, note, limit_advice, retention, wall), tick)

    async def close(self) -> None:
        """Finishes what is under way and releases the leases."""
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

    def status_counts(self) -> Counter[str]:
        """Returns how many tables this node has loaded, by status."""
        return Counter(table.log.status for table in self._tables.values())

    async def create(self, settings: Settings, bots: Mapping[ChairName, Level], address: str = "") -> tuple[TableSession, str]:
        """Creates a table in the lobby; returns it and its host's token. Raises Refusal 422 for settings that cannot be played."""
        check_settings(settings)
        if strange := [chair for chair in bots if chair not in settings.chairs]:
            raise Refusal(Why.NO_SUCH_CHAIR, chair=strange[0], chairs=settings.chairs)
        token = new_token()
        guests = {chair: Guest(SeatKind.BOT, level_of(level)) for chair, level in bots.items()}
        row = await create_table(self._store, self._context.now(), settings, token_hash(token), guests, origin_of(address))
        return await self.table(row.id), token

    async def take_over(self, night: NightMoment, seat: str, name: str, level: Level, address: str = "") -> tuple[TableSession, str]:
        """Creates a table that continues a finished game, with a person in one seat and bots in the others, and starts it.

        Returns it and the person's token, which is the host's too.
        """
        token = new_token()
        guests = night.guests(seat, Guest(SeatKind.PERSON, good_name(name), token_hash(token)), Guest(SeatKind.BOT, level_of(level)))
        row = await create_table(
            self._store,
            self._context.now(),
            night.settings,
            token_hash(token),
            guests,
            origin_of(address),
            rules=night.rules,
            taken_over=night.taken_over,
        )
        table = await self.table(row.id)
        await table.start(token)
        return table, token

    async def play_day(self, browser: str, name: str, address: str = "") -> tuple[TableSession, str]:
        """Returns a browser's table of the night of today, which has begun, and the token that holds its seat.

        ``browser`` is a token that the browser keeps. It has one table a day, however often it asks.
        """
        store, day, at = self._store, self.days.today, self._context.now()
        token, chair, who = seat_token(browser, day), chair_on(day), token_hash(browser)
        attempt = await store.attempt(day, who)
        if attempt is None:
            await self.days.seal(day)
            name, holder = good_name(name), token_hash(token)
            guests = {each: Guest(SeatKind.BOT, LEVEL) for each in DAY_SETTINGS.chairs} | {chair: Guest(SeatKind.PERSON, name, holder)}
            row = await create_table(store, at, DAY_SETTINGS, holder, guests, origin_of(address), day=day)
            attempt = await store.begin_attempt(AttemptRow(row.id, day, who, at, name))
            if attempt.id != row.id:  # another request of the same browser was first
                await store.update_table(row.id, row.version, at=at, status=TableStatus.ABANDONED)
        table = await self.table(attempt.id)
        if table.log.status == "lobby":
            with suppress(Refusal):  # another request has started it
                await table.start(token)
        return table, token

    def check_start(self, table: TableSession, most: int) -> None:
        """Raises Refusal 429 for a table of bots alone whose creator has so many of them in play here already."""
        others = [each for each in self._tables.values() if each is not table and each.log.blob.origin == table.log.blob.origin]
        if table.log.blob.origin and table.is_for_bots and sum(each.is_for_bots and each.is_in_play for each in others) >= most:
            raise Refusal(Why.TOO_MANY_BOT_TABLES, most=most)

    async def table(self, code: str) -> TableSession:
        """Returns the table with that code, loading it if necessary; raises Refusal 404 if there is none."""
        if code in self._tables and not self._tables[code].log.is_removed:
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
        """Returns the open tables in the lobby or being played, the newest first; ``before`` is the last code of the page before."""
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
        """Returns a table as lists show it, without reading its log; None if it has no host, or is being played without spectators."""
        table = self._tables.get(row.id)
        seating = Seating(await self._store.seats(row.id)) if table is None else table.log.seating
        if seating.holder(HOST) is None:
            return None
        state = listed_state(row, seating) if table is None else table.state()
        return state if state.status == "lobby" or (state.status in ("sealing", "playing") and state.settings.spectators) else None

    # In the background

    async def _listen(self) -> None:
        """Tells tables what other nodes have changed."""
        async for change in self._watch:
            codes = {*self._tables, *self._loading, *self._held} if change.table is None else {change.table}
            for code in codes:
                await self._log_faults(self._notice(code, change))

    async def _notice(self, code: str, change: StoreChange) -> None:
        if code in self._tables:
            self._tables[code].notice(change)
        elif code in self._loading:
            (await self.table(code)).notice(change)  # it may have been read before the change
        elif code in self._held:
            await self.table(code)  # this node holds its lease, though it was unloaded

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.sleep(self._tick)
            now = self._context.now()
            for table in list(self._tables.values()):
                if table.lease.is_held and table.clock.is_due:
                    table.queue.wake()
                if table.feed.crowd_since is not None and now - table.feed.crowd_since >= CROWD:
                    table.feed.tell_table()

    async def _keep_leases(self) -> None:
        pause = min(RENEWAL, self._context.lease / 4)
        while True:
            await self._log_faults(self._renew())
            await self._log_faults(self._adopt())
            await self._log_faults(self._watchdog.look(self._tables))
            await self._log_faults(self._unload_idle())
            await asyncio.sleep(pause)

    async def _renew(self) -> None:
        held_before = {
            code for code, table in self._tables.items() if table.lease.is_held
        }  # taken before the store is asked: leases acquired meanwhile are not lost
        held = await self._store.renew_leases(self._context.owner, self._context.lease)
        lost = held_before - held
        for code, table in self._tables.items():
            if code in lost and not table.log.is_finished:
                _log.warning("table %s: another node runs it now", code)
                table.lease.is_held = False
            elif code in held and not table.lease.is_held and not table.log.is_finished:
                table.lease.is_held = True
                table.queue.wake()
            elif table.log.is_behind:
                table.queue.wake()
            elif table.log.trouble:
                table.log.relieve()
        self._held = held

    async def _adopt(self) -> None:
        """Takes over the tables whose node is gone. One that cannot be loaded does not delay the others."""
        failed: set[str] = set()
        while unleased := [code for code in await self._store.unleased(PAGE + len(failed)) if code not in failed]:
            failed |= {code for code in unleased if not await self._log_faults(self._adopt_one(code))}

    async def _adopt_one(self, code: str) -> None:
        if code not in self._tables:
            await self.table(code)
            return
        table = self._tables[code]
        if await table.lease.acquire():
            self._held.add(code)
            table.queue.post(table.automation.resume)

    async def _unload_idle(self) -> None:
        """Unloads tables without connections where nothing is due, which are loaded again when they are needed, and those that are gone."""
        idle = self._context.now() - IDLE
        for code, table in list(self._tables.items()):
            is_idle = table.queue.is_idle and not table.queue.has_kept and (not table.lease.is_held or table.automation.is_idle)
            if is_idle and not table.connections and (table.log.touched < idle or table.log.is_removed):
                del self._tables[code]
                await table.close()

    async def _keep_presence(self) -> None:
        while self._store.is_shared:
            await asyncio.sleep(PRESENCE / 3)
            await self._log_faults(self._store.stay_present(self._context.owner, PRESENCE))
            for table in self._tables.values():
                if table.presence.has_company:
                    table.queue.post(table.presence.look_around)

    async def _abandon_forgotten(self) -> None:
        while True:
            await self._log_faults(self._abandon_old())
            await asyncio.sleep(CLEARING)

    async def _abandon_old(self) -> None:
        """Removes what is older than it is kept, and forgets who was connected to nodes that are gone."""
        await self._store.forget_absent()
        now, retention = self._context.now(), self._context.retention
        async for row in old_tables(self._store, now, retention.lobby, TableStatus.LOBBY):
            with suppress(Refusal):  # its session tells those who are connected
                await (await self.table(row.id)).give_up()
        await prune(self._store, now, msgspec.structs.replace(retention, lobby=None))
        for table in self._tables.values():
            if table.log.is_finished:
                table.queue.post(table.log.refresh)  # it may have been removed

    async def _seal_days(self) -> None:
        while True:
            await self._log_faults(self.days.seal_ahead())
            await asyncio.sleep(SEALING)

    async def _log_faults(self, work: Coroutine[None, None, None]) -> bool:
        """Runs a job and returns whether it succeeded. A fault is logged, since a store that is away for a while is no reason to stop."""
        try:
            await work
        except (StoreError, Refusal) as fault:
            _log.warning("the node goes on after: %s", fault)
        except Exception:
            _log.exception("the node goes on after a fault of its own")
        else:
            return True
        return False
