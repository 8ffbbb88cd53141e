"""What is decided about a whole table, without the rest of the table."""

import pytest

from nuns.server.refusal import Refusal
from nuns.server.settings import Settings
from nuns.server.store import SeatKind, Store
from nuns.server.tables.host_actions import HostActions
from nuns.server.tables.people.seat_actions import SeatActions
from nuns.server.tables.persistence import TableLog
from nuns.server.tables.running.lease import TableLease
from tests.kit.parts import GUARD_TOKEN, HOST_TOKEN, lobby_log
from tests.kit.tables import SECRET, Time

SETTINGS = Settings(novices=2)


def host_actions(store: Store, log: TableLog, lease: TableLease) -> HostActions:
    return HostActions(store, log, SeatActions(log), lease, Time(), lambda: SECRET)


async def test_only_the_host_starts_and_only_when_all_seats_are_taken(store: Store) -> None:
    log = await lobby_log(store, SETTINGS)
    lease = TableLease(store, log.code, "this node", 60)
    host = host_actions(store, log, lease)
    with pytest.raises(Refusal, match="only the host"):
        await host.start(GUARD_TOKEN)
    await log.claim("b", SeatKind.EMPTY)
    with pytest.raises(Refusal, match="these are empty: b"):
        await host.start(HOST_TOKEN)
    assert (log.status, lease.is_held) == ("lobby", False)
    await log.claim("b", SeatKind.BOT, "easy")
    await host.start(HOST_TOKEN)
    assert (log.status, lease.is_held, log.night.secret) == ("sealing", True, SECRET)


async def test_a_table_that_is_abandoned_gives_its_lease_back(store: Store) -> None:
    log = await lobby_log(store, SETTINGS)
    lease = TableLease(store, log.code, "this node", 60)
    host = host_actions(store, log, lease)
    await host.start(HOST_TOKEN)
    await host.abandon(HOST_TOKEN)
    assert (log.status, lease.is_held) == ("abandoned", False)
    with pytest.raises(Refusal, match="is already abandoned"):
        await host.abandon(HOST_TOKEN)


async def test_a_game_that_goes_on_has_no_rematch(store: Store) -> None:
    log = await lobby_log(store, SETTINGS)
    host = host_actions(store, log, TableLease(store, log.code, "this node", 60))
    with pytest.raises(Refusal, match="expected a game that is over"):
        await host.rematch(GUARD_TOKEN, "same")
    with pytest.raises(Refusal, match="only the host and the players"):
        await host.rematch(None, "changed")
