"""The log: one order of entries a table, no entry lost, no place given twice."""

import asyncio
import random
import sqlite3
from pathlib import Path

import pytest

from nuns.server.store import Closed, Conflict, Entry, NewEntry, NoSuchTable, Store, TableRow, new_code, open_store
from tests.kit.postgres import query


def entry(text: str, at: int = 0) -> NewEntry:
    return NewEntry("action", at, text.encode())


async def test_entries_are_numbered_from_one(store: Store, table: TableRow) -> None:
    assert await store.append(table.id, 0, [NewEntry("deal", 7, b"\x00\xff"), NewEntry("plan", 8, b"")]) == 2
    assert await store.append(table.id, 2, [NewEntry("roll", 9, b"5")]) == 3
    kept = [Entry(1, "deal", 7, b"\x00\xff"), Entry(2, "plan", 8, b""), Entry(3, "roll", 9, b"5")]
    assert await store.read(table.id) == kept
    assert await store.read(table.id, 2) == kept[2:]
    assert await store.read(table.id, 3) == []


async def test_a_table_knows_how_far_its_log_has_come(store: Store, table: TableRow) -> None:
    await store.append(table.id, 0, [entry("a", 5_000), entry("b", 6_000)])
    now = await store.table(table.id)
    assert now is not None
    assert (now.seq, now.updated, now.version) == (2, 6_000, 1)  # the log is no change of settings


@pytest.mark.parametrize("expected", [0, 1, 3, 99, -1])
async def test_who_expects_another_length_is_told_the_real_one(store: Store, table: TableRow, expected: int) -> None:
    await store.append(table.id, 0, [entry("a"), entry("b")])
    with pytest.raises(Conflict) as refused:
        await store.append(table.id, expected, [entry("c")])
    assert (refused.value.expected, refused.value.actual) == (expected, 2)
    assert [kept.body for kept in await store.read(table.id)] == [b"a", b"b"]


async def test_there_is_no_log_without_a_table(store: Store) -> None:
    with pytest.raises(NoSuchTable, match="nowhere"):
        await store.append("nowhere", 0, [entry("a")])


async def test_what_no_database_takes_is_refused_before_it_meets_others(store: Store, table: TableRow) -> None:
    bad = [
        store.append(table.id, 0, []),
        store.append(table.id, 0, [NewEntry("nul \0", 0, b"")]),
        store.append(table.id, 0, [NewEntry("late", 1 << 64, b"")]),
        store.append(table.id, 0, [NewEntry("text", 0, "no bytes")]),  # type: ignore[arg-type]
    ]
    results = await asyncio.gather(*bad, store.append(table.id, 0, [entry("good")]), return_exceptions=True)
    assert [type(result) for result in results] == [ValueError, ValueError, ValueError, TypeError, int]


async def test_one_that_fails_does_not_fail_its_neighbours(store: Store) -> None:
    ids = [new_code() for _ in range(12)]
    await asyncio.gather(*(store.create_table(id, at=0, settings=b"") for id in ids))
    await asyncio.gather(*(store.append(id, 0, [entry("first")]) for id in ids))
    before = store.group_commits
    asked = [(id if number % 5 else "nowhere", number % 3) for number, id in enumerate(ids)]
    results = await asyncio.gather(*(store.append(id, expected, [entry("second")]) for id, expected in asked), return_exceptions=True)
    told = [result.actual if isinstance(result, Conflict) else result for result in results]
    for (id, expected), result in zip(asked, told, strict=True):
        if id == "nowhere":
            assert isinstance(result, NoSuchTable)
        else:
            assert result == (2 if expected == 1 else 1)
            assert len(await store.read(id)) == (2 if expected == 1 else 1)
    assert store.group_commits == (before[0] + 12, before[1] + 1)  # all of them went together


async def test_appends_to_one_table_are_taken_in_the_order_they_came(store: Store, table: TableRow) -> None:
    assert await asyncio.gather(*(store.append(table.id, seq, [entry(str(seq))]) for seq in range(20))) == list(range(1, 21))
    assert [kept.body for kept in await store.read(table.id)] == [b"%d" % seq for seq in range(20)]


async def test_many_writers_on_two_nodes_leave_one_order(store: Store, other: Store, table: TableRow) -> None:
    """Each writer goes on from the number it was refused with, and never has to look for another."""
    refusals: list[tuple[int, int]] = []

    async def write(node: Store, name: str) -> None:
        seq, written = 0, 0
        while written < 5:
            try:
                seq = await node.append(table.id, seq, [entry(f"{name} {written}"), entry(f"{name} {written} again")])
                written += 1
            except Conflict as refused:
                refusals.append((seq, refused.actual))
                seq = refused.actual

    await asyncio.gather(*(write(node, f"{place}/{number}") for place, node in enumerate((store, other)) for number in range(6)))
    kept = await store.read(table.id)
    assert [one.seq for one in kept] == list(range(1, 121))
    assert all(second.body == first.body + b" again" for first, second in zip(kept[::2], kept[1::2], strict=True))
    assert len({one.body for one in kept}) == 120
    assert refusals
    assert all(expected < actual for expected, actual in refusals)
    assert await other.read(table.id) == kept


async def test_many_tables_on_two_nodes_at_once(store: Store, other: Store) -> None:
    """Both nodes write to the same tables in their own orders: nobody waits for ever, and every number is given once."""
    ids, rng = [new_code() for _ in range(6)], random.Random(5)
    await asyncio.gather(*(store.create_table(id, at=0, settings=b"") for id in ids))

    async def write(node: Store, id: str) -> list[int]:
        given: list[int] = []
        seq = 0
        while len(given) < 6:
            try:
                seq = await node.append(id, seq, [entry("x")])
                given.append(seq)
            except Conflict as refused:
                seq = refused.actual
        return given

    writers = [(node, id) for id in ids for node in (store, other)]
    rng.shuffle(writers)
    given = await asyncio.wait_for(asyncio.gather(*(write(*writer) for writer in writers)), 60)
    for id in ids:
        numbers = sorted(number for (_, mine), got in zip(writers, given, strict=True) if mine == id for number in got)
        assert numbers == list(range(1, 13))


async def test_appends_that_come_together_share_a_commit(store: Store, url: str, database: str) -> None:
    ids = [new_code() for _ in range(32)]
    await asyncio.gather(*(store.create_table(id, at=0, settings=b"") for id in ids))
    commits: list[str] = []
    if database == "sqlite":
        store._writing.set_trace_callback(lambda said: commits.append(said) if said == "COMMIT" else None)  # type: ignore[attr-defined]

    async def play(id: str) -> None:
        for seq in range(4):
            await store.append(id, seq, [entry("x")])

    jobs, batches = store.group_commits
    await asyncio.gather(*map(play, ids))
    grouped, together = store.group_commits[0] - jobs, store.group_commits[1] - batches
    assert grouped == 32 * 4
    assert together <= 8
    if database == "sqlite":
        assert len(commits) == together
    else:  # who wrote a row is on the row
        assert await query(url, "SELECT count(DISTINCT xmin::text), count(*) FROM entries") == [(together, grouped)]


async def test_closing_finishes_what_was_begun(store: Store, url: str, table: TableRow) -> None:
    begun = [asyncio.create_task(store.append(table.id, seq, [entry("x")])) for seq in range(30)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*begun) == list(range(1, 31))
    with pytest.raises(Closed):
        await store.append(table.id, 30, [entry("x")])
    with pytest.raises(Closed):
        await store.read(table.id)
    await store.close()
    again = await open_store(url)
    assert len(await again.read(table.id)) == 30
    await again.close()


async def test_a_caller_who_goes_away_takes_nobody_along(store: Store, table: TableRow) -> None:
    gone = asyncio.create_task(store.append(table.id, 0, [entry("gone")]))
    stays = asyncio.create_task(store.append(table.id, 1, [entry("stays")]))
    await asyncio.sleep(0)
    gone.cancel()
    assert await stays == 2
    assert [kept.body for kept in await store.read(table.id)] == [b"gone", b"stays"]


async def test_two_programs_may_have_the_file_open(tmp_path: Path) -> None:
    """A writer of another process holds the file for a while: we wait, and are told the truth."""
    store = await open_store(f"sqlite:///{tmp_path}/nuns.sqlite3")
    await store.create_table("t", at=0, settings=b"")
    foreign = sqlite3.connect(tmp_path / "nuns.sqlite3", isolation_level=None)
    foreign.execute("BEGIN IMMEDIATE")
    foreign.execute("UPDATE tables SET seq = 1")
    foreign.execute("INSERT INTO entries VALUES ('t', 1, 'action', 0, x'00')")
    waiting = asyncio.create_task(store.append("t", 0, [entry("second")]))
    await asyncio.sleep(0.05)
    assert not waiting.done()
    foreign.execute("COMMIT")
    foreign.close()
    with pytest.raises(Conflict) as refused:
        await waiting
    assert refused.value.actual == 1
    await store.close()
