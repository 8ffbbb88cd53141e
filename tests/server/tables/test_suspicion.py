"""The suspicion map of a table, without the rest of the table."""

import asyncio

from nuns.referee.seats import Seat
from nuns.server.settings import Settings
from nuns.server.store import Store
from nuns.server.tables.connection import Connections
from nuns.server.tables.play.suspicion import SuspicionFeed
from nuns.server.tables.work_queue import Work
from nuns.server.thinking.bot_worker import SuspicionReply, SuspicionRequest
from nuns.server.thinking.fair_queue import Share
from tests.kit.parts import GUARD_TOKEN, SHARE, Browser, dealt_log
from tests.kit.tables import Quick, until


async def test_a_guard_who_looks_is_sent_the_map_and_nobody_else_is(store: Store) -> None:
    log, posted = await dealt_log(store, Settings(novices=2, suspicion=True)), list[Work]()
    guard, spectator = Browser(log.permissions(GUARD_TOKEN)), Browser()
    connections: Connections = {guard.connection: None, spectator.connection: None}
    suspicion = SuspicionFeed(Quick(), log, connections, posted.append, lambda: SHARE)
    spectator.connection.looking[Seat.SPECTATOR] = True
    suspicion.begin(spectator.connection, Seat.SPECTATOR)
    suspicion.go_on()
    await asyncio.sleep(0)
    assert not posted, "nobody wants it"
    guard.connection.looking[Seat.GUARDS] = True
    suspicion.begin(guard.connection, Seat.GUARDS)
    await until(lambda: posted)
    await posted[0]()
    assert (guard.types, spectator.types) == (["suspicion"], [])
    assert {each["novice"] for each in guard.sent[0]["novices"]} == {int(log.night.seats[chair][-1]) for chair in ("a", "b")}
    suspicion.begin(guard.connection, Seat.GUARDS)
    assert guard.sent[1] == guard.sent[0], "the last map is sent at once"
    suspicion.close()


async def test_a_table_without_it_works_nothing_out(store: Store) -> None:
    log, posted = await dealt_log(store, Settings(novices=2)), list[Work]()
    guard = Browser(log.permissions(GUARD_TOKEN))
    guard.connection.looking[Seat.GUARDS] = True
    suspicion = SuspicionFeed(Quick(), log, {guard.connection: None}, posted.append, lambda: SHARE)
    suspicion.begin(guard.connection, Seat.GUARDS)
    suspicion.go_on()
    await asyncio.sleep(0)
    assert (posted, guard.sent) == ([], [])


async def test_a_map_that_nobody_looks_at_any_more_is_not_worked_out(store: Store) -> None:
    class Slow(Quick):
        async def suspicion(self, share: Share, request: SuspicionRequest) -> SuspicionReply:
            await asyncio.Event().wait()
            raise AssertionError

    log, posted = await dealt_log(store, Settings(novices=2, suspicion=True)), list[Work]()
    guard = Browser(log.permissions(GUARD_TOKEN))
    guard.connection.looking[Seat.GUARDS] = False
    suspicion = SuspicionFeed(Slow(), log, {guard.connection: None}, posted.append, lambda: SHARE)
    suspicion.begin(guard.connection, Seat.GUARDS)
    task = suspicion._task
    assert task is not None
    suspicion.stop_unwanted()
    await asyncio.sleep(0)
    assert not task.done(), "she still looks"
    guard.connection.looking.clear()
    suspicion.stop_unwanted()
    await asyncio.wait([task])
    assert task.cancelled()
