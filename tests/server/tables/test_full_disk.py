"""A disk without room, and one that fails: the table says so, keeps what it has acknowledged, and goes on."""

import sqlite3
from typing import Any

import pytest

from nuns.server.settings import Settings
from nuns.server.store import Full, Store, Unavailable
from nuns.server.store import sqlite as module
from nuns.server.store.sqlite import SqliteStore
from nuns.server.tables.node import Node
from tests.kit.tables import Person, Time, play, seated, started, until


def fill(store: Store) -> None:
    """Lets the database grow no further, as a full disk does."""
    assert isinstance(store, SqliteStore)
    store._writing.execute("PRAGMA max_page_count = 1")


def make_room(store: Store) -> None:
    assert isinstance(store, SqliteStore)
    store._writing.execute("PRAGMA max_page_count = 1000000")


async def test_a_table_on_a_full_disk_says_so_and_goes_on_when_there_is_room(node: Node, kept: Store) -> None:
    table, host, people = await seated(node, Settings(novices=2))
    await started(table, host, people)
    watching, replies = Person(table), [{"type": "accepted"}]
    fill(kept)
    while replies[-1]["type"] == "accepted":
        person = next(each for each in people.values() if each.asked())
        [seat] = person.asked()
        replies.append(await person.act(seat, person.choice(seat)))
    assert replies[-1]["why"] == "disk-full"
    assert watching.state["trouble"] == "disk-full", "everybody is told, not only who acted"
    length = table.log.night.length
    assert len(await kept.read(table.code)) == length, "what was acknowledged is there, and nothing else"
    make_room(kept)
    await play(*people.values())
    assert "trouble" not in watching.state
    assert table.log.night.length > length
    await until(lambda: table.log.is_finished)


async def test_bots_on_a_full_disk_go_on_by_themselves_when_there_is_room(node: Node, kept: Store) -> None:
    table, host, _ = await seated(node, Settings(novices=2), {"guards": "easy", "a": "easy", "b": "easy"})
    watching = Person(table)
    await table.start(host)
    await until(lambda: table.log.night.length > 20)
    fill(kept)
    await until(lambda: watching.state.get("trouble") == "disk-full")
    make_room(kept)
    await until(lambda: table.log.is_finished)
    assert "trouble" not in watching.state


async def test_a_table_without_room_for_its_record_goes_on_when_there_is(node: Node, kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table, host, people = await seated(node, Settings(options={"turns": 3}))
    await started(table, host, people)
    keep_record = kept.keep_record

    async def full(*_: Any) -> bool:
        raise Full("no room")

    monkeypatch.setattr(kept, "keep_record", full)
    await play(*people.values())
    await until(lambda: people["a"].state.get("trouble") == "disk-full")
    assert people["a"].state["status"] == "over"
    monkeypatch.setattr(kept, "keep_record", keep_record)
    await until(lambda: table.log.is_finished)


async def test_a_trouble_that_is_over_is_told_though_nobody_acts(node: Node, kept: Store, time: Time) -> None:
    table, host, people = await seated(node, Settings())
    await started(table, host, people)
    table.log.fall_behind(Full("no room"))
    assert people["a"].state["trouble"] == "disk-full"
    await until(lambda: not table.log.is_behind)
    time.pass_by(11)
    await until(lambda: "trouble" not in people["a"].state)


async def test_a_disk_that_fails_for_a_while_costs_nothing_that_was_acknowledged(
    node: Node, kept: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, host, people = await seated(node, Settings(novices=2), {"b": "easy", "guards": "easy"})
    await started(table, host, people)
    await play(*people.values(), limit=3)
    commit = module.commit_jobs

    def failing(connection: sqlite3.Connection, jobs: list[Any]) -> list[Any]:
        raise module.unavailable(sqlite3.OperationalError("disk I/O error"))

    person = people["a"]
    await until(lambda: person.asked())
    monkeypatch.setattr(module, "commit_jobs", failing)
    reply = await person.act(person.seats[0], person.choice(person.seats[0]))
    assert reply["why"] == "maybe-kept"
    assert person.state["trouble"] == "no-store"
    monkeypatch.setattr(module, "commit_jobs", commit)
    await play(person)
    await until(lambda: table.log.is_finished)


def test_only_a_full_disk_is_told_as_one() -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE t (x)")
    connection.execute("PRAGMA max_page_count = 1")
    with pytest.raises(sqlite3.OperationalError) as full:
        connection.execute("INSERT INTO t VALUES (zeroblob(100000))")
    assert isinstance(module.unavailable(full.value), Full)
    fault = module.unavailable(sqlite3.OperationalError("disk I/O error"))
    assert isinstance(fault, Unavailable)
    assert not isinstance(fault, Full)
