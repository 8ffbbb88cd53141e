"""Leases: one node at a time drives a table, and one that is gone does not drive it for ever; nor is anybody connected to it."""

import asyncio

import pytest

from nuns.server.store import NewEntry, NoSuchTable, PresenceRow, Store, TableRow, TableStatus

SHORT, LONG = 0.1, 60.0


async def test_one_node_drives_a_table(store: Store, other: Store, table: TableRow) -> None:
    assert await store.acquire_lease(table.id, "one", LONG)
    assert not await other.acquire_lease(table.id, "two", LONG)
    assert await store.acquire_lease(table.id, "one", LONG)
    assert not await other.release_lease(table.id, "two")
    assert await store.release_lease(table.id, "one")
    assert await other.acquire_lease(table.id, "two", LONG)


async def test_the_lease_of_a_killed_node_runs_out(store: Store, other: Store, table: TableRow) -> None:
    assert await store.acquire_lease(table.id, "killed", LONG)
    assert not await other.acquire_lease(table.id, "heir", LONG)
    assert await store.acquire_lease(table.id, "killed", SHORT)
    await asyncio.sleep(2 * SHORT)
    assert await other.acquire_lease(table.id, "heir", LONG)
    assert await store.renew_leases("killed", LONG) == set()


async def test_all_leases_of_a_node_are_renewed_at_once(store: Store, other: Store, table: TableRow) -> None:
    await store.create_table("second", at=1, settings=b"")
    for id in (table.id, "second"):
        assert await store.acquire_lease(id, "one", LONG)
    assert await store.renew_leases("one", LONG) == {table.id, "second"}
    assert not await other.acquire_lease(table.id, "two", LONG)
    assert await store.renew_leases("one", SHORT) == {table.id, "second"}
    await asyncio.sleep(2 * SHORT)
    assert await other.acquire_lease(table.id, "two", LONG)


async def test_of_many_who_want_a_lease_one_gets_it(store: Store, other: Store, table: TableRow) -> None:
    wants = [node.acquire_lease(table.id, str(number), LONG) for number, node in enumerate([store, other] * 6)]
    assert sum(await asyncio.gather(*wants)) == 1


async def test_tables_adrift_are_those_played_that_nobody_drives(store: Store) -> None:
    for number, status in enumerate([TableStatus.PLAYING, TableStatus.PLAYING, TableStatus.PLAYING, TableStatus.LOBBY, TableStatus.OVER]):
        await store.create_table(f"t{number}", at=0, settings=b"")
        await store.update_table(f"t{number}", 1, at=number, status=status)
    await store.append("t0", 0, [NewEntry("action", 50, b"")])
    assert await store.unleased() == ["t1", "t2", "t0"]  # the longest untouched first
    assert await store.unleased(1) == ["t1"]
    assert await store.acquire_lease("t1", "one", LONG)
    assert await store.acquire_lease("t2", "one", LONG)
    assert await store.unleased() == ["t0"]
    assert await store.acquire_lease("t2", "one", SHORT)
    await asyncio.sleep(2 * SHORT)
    assert await store.unleased() == ["t2", "t0"]


async def test_who_was_connected_to_a_killed_node_is_forgotten(store: Store, other: Store, table: TableRow) -> None:
    await other.be_present(table.id, "heir", "c", 0, LONG)
    await store.be_present(table.id, "killed", "a b", 1, LONG)
    assert await store.present(table.id) == [PresenceRow("heir", "c", 0), PresenceRow("killed", "a b", 1)]
    await store.be_present(table.id, "killed", "a b", 1, SHORT)
    await asyncio.sleep(2 * SHORT)
    assert await store.present(table.id) == [PresenceRow("heir", "c", 0)]
    assert await other.forget_absent() == 1
    assert await other.forget_absent() == 0
    assert await store.present(table.id) == [PresenceRow("heir", "c", 0)]


async def test_there_is_no_lease_without_a_table(store: Store) -> None:
    with pytest.raises(NoSuchTable):
        await store.acquire_lease("nowhere", "one", LONG)
    assert not await store.release_lease("nowhere", "one")
