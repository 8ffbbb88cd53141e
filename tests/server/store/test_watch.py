"""Watching: a node is told what others changed, by id and number, and what it may have missed."""

import asyncio
from typing import Any

import asyncpg

from nuns.server.store import ChangeWatch, NewEntry, SeatKind, Store, StoreChange, TableRow, TableStatus, open_store, token_hash
from tests.kit.postgres import command


async def next_of(watch: ChangeWatch) -> StoreChange:
    return await asyncio.wait_for(anext(watch), 60)


async def test_others_are_told_of_every_kind_of_change(store: Store, table: TableRow, other: Store) -> None:
    watch = other.watch()
    await store.append(table.id, 0, [NewEntry("action", 1, b"x"), NewEntry("action", 2, b"y")])
    assert await next_of(watch) == StoreChange(table.id, "log", 2)
    await store.update_table(table.id, 1, at=2, status=TableStatus.PLAYING)
    assert await next_of(watch) == StoreChange(table.id, "table", 2)
    await store.claim(table.id, "guards", 0, kind=SeatKind.PERSON)
    assert await next_of(watch) == StoreChange(table.id, "seats", 1)
    await store.say(table.id, "players", at=1, author="x", text="x")
    assert await next_of(watch) == StoreChange(table.id, "chat", 1)
    made = await store.create_table("another", at=1, settings=b"")
    assert await next_of(watch) == StoreChange(made.id, "table", 1)


async def test_a_node_does_not_hear_itself(store: Store, table: TableRow, other: Store) -> None:
    watch = store.watch()
    await store.append(table.id, 0, [NewEntry("action", 1, b"mine")])
    await other.append(table.id, 1, [NewEntry("action", 1, b"hers")])
    assert await next_of(watch) == StoreChange(table.id, "log", 2)


async def test_a_slow_reader_is_told_the_newest_alone(store: Store, table: TableRow, other: Store) -> None:
    watch, quick = other.watch(), other.watch()
    for seq in range(20):
        await store.append(table.id, seq, [NewEntry("action", 1, b"x")])
    while await next_of(quick) != StoreChange(table.id, "log", 20):
        pass
    assert await next_of(watch) == StoreChange(table.id, "log", 20)


async def test_watching_ends_with_the_store(store: Store, table: TableRow, other: Store) -> None:
    watch, left = other.watch(), other.watch()
    waiting = asyncio.create_task(anext(watch, None))
    await asyncio.sleep(0)
    left.close()
    await other.close()
    assert await asyncio.wait_for(waiting, 60) is None
    assert [change async for change in left] == []
    await store.append(table.id, 0, [NewEntry("action", 1, b"x")])


async def test_a_lost_connection_is_made_again_and_told(postgresql: str) -> None:
    store, other = await open_store(postgresql), await open_store(postgresql)
    watch = other.watch()
    await store.create_table("t", at=0, settings=b"")
    assert await next_of(watch) == StoreChange("t", "table", 1)
    for seq in range(2):
        await command(
            postgresql, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        )
        assert await next_of(watch) == StoreChange(None)
        await store.append("t", seq, [NewEntry("action", 1, b"x")])
        assert await next_of(watch) == StoreChange("t", "log", seq + 1)
    await store.close()
    await other.close()


async def test_nothing_but_ids_and_numbers_is_sent_around(postgresql: str) -> None:
    heard: list[Any] = []
    connection = await asyncpg.connect(postgresql)
    await connection.add_listener("nuns", lambda *word: heard.append(word[3]))
    store = await open_store(postgresql)
    await store.create_table("t", at=77, settings=b"secret")
    await store.claim("t", "guards", 0, kind=SeatKind.PERSON, player="secret", token_hash=token_hash("secret"))
    await store.seal("t", b"secret")
    await store.add_salt("t", "guards", b"secret")
    await store.say("t", "players", at=77, author="secret", text="secret")
    await store.append("t", 0, [NewEntry("secret", 77, b"secret")] * 3)
    await store.close()
    await connection.execute("SELECT 1")
    node = heard[0].split(" ")[0]
    assert heard == [f"{node} table t 1", f"{node} seats t 1", f"{node} chat t 1", f"{node} log t 3"]
    await connection.close()


async def test_words_of_others_on_the_channel_are_not_heard(postgresql: str) -> None:
    store, other = await open_store(postgresql), await open_store(postgresql)
    watch = other.watch()
    for word in ("", "hello", "a log t x", "a secrets t 1", "a log t 1 2", "a log t -1"):
        await command(postgresql, f"NOTIFY nuns, '{word}'")
    await store.create_table("t", at=0, settings=b"")
    assert await next_of(watch) == StoreChange("t", "table", 1)
    await store.close()
    await other.close()
