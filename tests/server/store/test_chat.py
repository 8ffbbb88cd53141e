"""Chat: two channels a table, each numbered by itself, and bounded."""

import asyncio

import pytest

from nuns.server.store import ChatRow, NoSuchTable, Store, TableRow
from nuns.server.store import postgresql as postgresql_module
from nuns.server.store import sqlite as sqlite_module


async def test_channels_are_apart(store: Store, table: TableRow) -> None:
    assert await store.say(table.id, "players", at=1, author="Agnes", text="who is there?") == 1
    assert await store.say(table.id, "spectators", at=2, author="Berta", text="she is!") == 1
    assert await store.say(table.id, "players", at=3, author="Clara", text="") == 2
    assert await store.chat(table.id, "players") == [ChatRow(1, 1, "Agnes", "who is there?"), ChatRow(2, 3, "Clara", "")]
    assert await store.chat(table.id, "spectators") == [ChatRow(1, 2, "Berta", "she is!")]
    assert await store.chat("nowhere", "players") == []


async def test_a_reader_goes_on_where_she_was(store: Store, table: TableRow) -> None:
    for number in range(1, 8):
        await store.say(table.id, "players", at=number, author="Agnes", text=str(number))
    assert [said.number for said in await store.chat(table.id, "players", after=4)] == [5, 6, 7]
    assert [said.number for said in await store.chat(table.id, "players", limit=2)] == [6, 7]


async def test_many_at_once_are_numbered_without_a_gap(store: Store, other: Store, table: TableRow) -> None:
    said = [node.say(table.id, "players", at=1, author="x", text=str(number)) for number in range(10) for node in (store, other)]
    assert sorted(await asyncio.gather(*said)) == list(range(1, 21))


async def test_old_messages_are_forgotten(store: Store, table: TableRow, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (sqlite_module, postgresql_module):
        monkeypatch.setattr(module, "CHAT_KEPT", 3)
    for number in range(1, 6):
        await store.say(table.id, "players", at=number, author="x", text=str(number))
    await store.say(table.id, "spectators", at=1, author="x", text="still here")
    assert [said.text for said in await store.chat(table.id, "players")] == ["3", "4", "5"]
    assert [said.text for said in await store.chat(table.id, "spectators")] == ["still here"]


async def test_nothing_is_said_without_a_table(store: Store) -> None:
    with pytest.raises(NoSuchTable):
        await store.say("nowhere", "players", at=1, author="x", text="hello?")


async def test_whatever_is_said_is_kept_as_it_is(store: Store, table: TableRow) -> None:
    text = "'); DROP TABLE messages;-- <script>alert(1)</script> 🌙\r\n\t$1 ?1 {now}"
    await store.say(table.id, "players", at=1, author="x", text=text)
    assert (await store.chat(table.id, "players"))[0].text == text
    with pytest.raises(ValueError, match="expected text"):
        await store.say(table.id, "players", at=1, author="x", text="\ud83c")
