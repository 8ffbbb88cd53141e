"""What those who are connected to a table are sent, without the rest of the table."""

from typing import Any

import msgspec
import pytest

from nuns.referee.view import View
from nuns.server.protocol import Away, Explain, Look
from nuns.server.refusal import Refusal
from nuns.server.settings import Settings
from nuns.server.store import SeatKind, Store
from nuns.server.tables.connection import Connections
from nuns.server.tables.night.entries import Left
from nuns.server.tables.node import Node
from nuns.server.tables.people.chat import Chat
from nuns.server.tables.people.presence import Presence
from nuns.server.tables.persistence import TableLog
from nuns.server.tables.play.feed import TableFeed
from nuns.server.tables.play.suspicion import SuspicionFeed
from nuns.server.tables.work_queue import Work
from tests.kit.parts import GUARD_TOKEN, SHARE, Browser, dealt_log, lobby_log
from tests.kit.tables import NOON, Person, Quick, Time, play, seated, started


def feed_of(store: Store, log: TableLog) -> TableFeed:
    connections: Connections = {}
    time, posted = Time(), list[Work]()
    presence = Presence(store, log, "here", connections, posted.append)
    suspicion = SuspicionFeed(Quick(), log, connections, posted.append, lambda: SHARE)
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


async def test_who_has_sat_down_in_the_lobby_watches_no_longer(store: Store) -> None:
    """Her page opens a second connection, with her seat, before the first is closed."""
    log = await lobby_log(store, Settings())
    feed, seated, stranger = feed_of(store, log), Browser(log.permissions(GUARD_TOKEN), GUARD_TOKEN), Browser()
    feed.connect(stranger.connection)
    feed.connect(seated.connection)
    assert seated.sent[-1]["table"]["spectators"] == 1
    feed.disconnect(stranger.connection)
    assert "spectators" not in seated.sent[-1]["table"] or seated.sent[-1]["table"]["spectators"] == 0


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


async def test_updates_add_up_to_the_whole_view(node: Node) -> None:
    """Two browsers look from each seat, one by updates and one by whole views, and see the same after every action."""
    table, host, people = await seated(node, Settings(edition="dutch", novices=3, options={"blessings": "on", "all-or-nun": "on"}))
    await started(table, host, people)
    doubles = [Person(table, person.token, takes_updates=True) for person in people.values()]
    for double in doubles:
        await double.look()

    def is_alike() -> bool:
        for person, double in zip(people.values(), doubles, strict=True):
            [seat] = person.seats
            whole, added = person.positions[seat], double.positions[seat]
            assert decoded(whole["view"]) == decoded(added["view"])
            assert (whole.get("decision"), whole.get("foresight")) == (added.get("decision"), added.get("foresight"))
            assert person.events[seat] == double.events[seat]
        return False

    assert await play(*people.values(), until=is_alike, limit=150) >= 150
    whole, parts = ([len(frame) for frame in each.frames] for each in (people["a"], doubles[1]))
    assert sum(parts) < sum(whole) / 2


def decoded(view: dict[str, Any]) -> View:
    return msgspec.convert(view, View, strict=False)


async def test_permissions_follow_the_seats(store: Store) -> None:
    log = await lobby_log(store, Settings())
    feed, guard = feed_of(store, log), Browser(log.permissions(GUARD_TOKEN), GUARD_TOKEN)
    feed.connect(guard.connection)
    await log.claim("guards", SeatKind.EMPTY)
    feed.update_permissions()
    feed.announce()
    assert guard.sent[-1]["chairs"] == []
