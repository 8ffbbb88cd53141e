"""What those who are connected to a table are sent, without the rest of the table."""

import pytest

from nuns.server.protocol import Away, Explain, Look
from nuns.server.refusal import Refusal
from nuns.server.settings import Settings
from nuns.server.store import SeatKind, Store
from nuns.server.tables.chat import Chat
from nuns.server.tables.connection import Connections
from nuns.server.tables.feed import TableFeed
from nuns.server.tables.night.entries import Left
from nuns.server.tables.persistence import TableLog
from nuns.server.tables.presence import Presence
from nuns.server.tables.suspicion import SuspicionFeed
from nuns.server.tables.work_queue import Work
from tests.kit.parts import GUARD_TOKEN, Browser, dealt_log, lobby_log
from tests.kit.tables import NOON, Quick, Time


def feed_of(store: Store, log: TableLog) -> TableFeed:
    connections: Connections = {}
    time, posted = Time(), list[Work]()
    presence = Presence(store, log, "here", connections, posted.append)
    suspicion = SuspicionFeed(Quick(), log, connections, posted.append)
    return TableFeed(log, connections, presence, Chat(store, log, connections, time), suspicion, time)


async def test_all_are_welcomed_and_told_who_comes(store: Store) -> None:
    log = await lobby_log(store, Settings())
    feed, guard, spectator = feed_of(store, log), Browser(log.permissions(GUARD_TOKEN), GUARD_TOKEN), Browser()
    feed.connect(spectator.connection)
    assert spectator.types == ["welcome"]
    assert feed.crowd_since == NOON
    feed.connect(guard.connection)
    assert guard.types == ["welcome"]
    assert [chair["connected"] for chair in spectator.sent[-1]["table"]["chairs"] if "connected" in chair] == [True]
    feed.disconnect(guard.connection)
    assert spectator.types == ["welcome", "changed", "changed"]


async def test_nothing_is_sent_where_nothing_has_changed(store: Store) -> None:
    log = await dealt_log(store, Settings(novices=1))
    feed, guard, spectator = feed_of(store, log), Browser(log.permissions(GUARD_TOKEN), GUARD_TOKEN), Browser()
    for each, seat in ((guard, "guards"), (spectator, "spectator")):
        feed.connect(each.connection)
        await feed.look(each.connection, Look(id=1, seat=seat))
    feed.announce()
    before = len(guard.sent), len(spectator.sent)
    feed.announce()
    assert (len(guard.sent), len(spectator.sent)) == before
    assert await log.write(Left("guards", "left"))
    feed.announce()
    assert (guard.types[-1], spectator.types[-1]) == ("changed", "changed")
    feed.look_away(spectator.connection, Away(id=2, seat="spectator"))
    assert spectator.sent[-1] == {"type": "accepted", "id": 2}


async def test_a_seat_is_looked_from_and_explained_to_those_who_hold_it(store: Store) -> None:
    log = await dealt_log(store, Settings(novices=1))
    feed, guard, novice = feed_of(store, log), Browser(log.permissions(GUARD_TOKEN), GUARD_TOKEN), str(log.night.seats["a"])
    feed.connect(guard.connection)
    with pytest.raises(Refusal, match="not yours"):
        await feed.look(guard.connection, Look(id=1, seat=novice))
    with pytest.raises(Refusal, match="expected"):
        await feed.explain(guard.connection, Explain(id=2, seat="guards", event=999))
    await feed.look(guard.connection, Look(id=3, seat="guards"))
    assert guard.types[-2:] == ["position", "accepted"]
    assert guard.sent[-2]["seat"] == "guards"


async def test_permissions_follow_the_seats(store: Store) -> None:
    log = await lobby_log(store, Settings())
    feed, guard = feed_of(store, log), Browser(log.permissions(GUARD_TOKEN), GUARD_TOKEN)
    feed.connect(guard.connection)
    await log.claim("guards", SeatKind.EMPTY)
    feed.update_permissions()
    feed.announce()
    assert guard.sent[-1]["chairs"] == []
