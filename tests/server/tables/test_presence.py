"""Who is connected to a table, here and elsewhere, without the rest of the table."""

import pytest

from nuns.server.settings import Settings
from nuns.server.store import Store
from nuns.server.tables.connection import Connections
from nuns.server.tables.people.permissions import Permissions
from nuns.server.tables.people.presence import PRESENCE, Presence
from nuns.server.tables.people.seating import Present
from nuns.server.tables.work_queue import Work
from tests.kit.parts import Browser, lobby_log

GUARDS, SPECTATOR = Permissions(("guards",), host=False), Permissions((), host=False)


async def test_those_here_and_those_elsewhere_are_counted_together(store: Store) -> None:
    log, changes = await lobby_log(store, Settings()), list[Present]()
    connections: Connections = {Browser(each).connection: None for each in (GUARDS, SPECTATOR)}
    presence = Presence(store, log, "here", connections, list[Work]().append)
    presence.changed.append(lambda: changes.append(presence.everywhere))
    presence.recount()
    await store.be_present(log.code, "there", "a stranger", 3, PRESENCE)
    await presence.look_around()
    await presence.look_around()
    assert presence.has_company
    assert changes == [Present(frozenset({"guards", "a"}), 4)]


async def test_other_nodes_are_told_once_who_is_here(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    log, posted = await lobby_log(store, Settings()), list[Work]()
    connections: Connections = {Browser(GUARDS).connection: None}
    presence = Presence(store, log, "here", connections, posted.append)
    presence.recount()
    presence.publish_soon()
    assert not posted, "a store that is not shared has no other nodes"
    monkeypatch.setattr(store, "is_shared", True)
    presence.publish_soon()
    await posted[0]()
    assert [(each.node, each.chairs, each.others) for each in await store.present(log.code)] == [("here", "guards", 0)]
    connections.clear()
    presence.recount()
    await posted[0]()
    assert await store.present(log.code) == []
