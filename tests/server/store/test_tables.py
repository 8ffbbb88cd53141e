"""Tables: created once, changed by whoever has seen the newest version, listed newest first."""

import asyncio

import pytest

from nuns.server.store import Conflict, NoSuchTable, Store, TableRow, TableStatus, Taken, new_code


async def test_a_new_table_stands_in_the_lobby(store: Store) -> None:
    made = await store.create_table("abc", at=5, settings=b"{}", open=True)
    assert made == TableRow("abc", 5, 5, 1, TableStatus.LOBBY, True, b"{}", 0)
    assert await store.table("abc") == made


async def test_a_code_is_given_once(store: Store, table: TableRow) -> None:
    with pytest.raises(Taken):
        await store.create_table(table.id, at=9, settings=b"other")
    assert await store.table(table.id) == table


async def test_what_is_not_given_stays(store: Store, table: TableRow) -> None:
    playing = await store.update_table(table.id, 1, at=2_000, status=TableStatus.PLAYING)
    assert playing == TableRow(table.id, 1_000, 2_000, 2, TableStatus.PLAYING, True, table.settings, 0)
    closed = await store.update_table(table.id, 2, at=3_000, open=False, settings=b"\x00\xff")
    assert closed == TableRow(table.id, 1_000, 3_000, 3, TableStatus.PLAYING, False, b"\x00\xff", 0)
    assert await store.table(table.id) == closed


async def test_who_has_not_seen_the_newest_version_is_refused(store: Store, other: Store, table: TableRow) -> None:
    await other.update_table(table.id, 1, at=2_000, open=False)
    with pytest.raises(Conflict) as refused:
        await store.update_table(table.id, 1, at=3_000, open=True)
    assert (refused.value.expected, refused.value.actual) == (1, 2)
    assert not (await store.tables())[0].open


async def test_of_many_at_once_one_is_first(store: Store, other: Store, table: TableRow) -> None:
    changes = [node.update_table(table.id, 1, at=number, settings=b"%d" % number) for number in range(10) for node in (store, other)]
    results = await asyncio.gather(*changes, return_exceptions=True)
    winners = [result for result in results if isinstance(result, TableRow)]
    assert [await store.table(table.id)] == winners
    assert [result.actual for result in results if isinstance(result, Conflict)] == [2] * 19


async def test_a_table_that_is_not_there(store: Store) -> None:
    assert await store.table("nowhere") is None
    assert await store.read("nowhere") == []
    assert await store.seats("nowhere") == []
    with pytest.raises(NoSuchTable):
        await store.update_table("nowhere", 1, at=1, open=True)


async def test_lists_are_newest_first_and_paged(store: Store) -> None:
    ids = sorted(new_code() for _ in range(7))
    await asyncio.gather(*(store.create_table(id, at=number // 2, settings=b"") for number, id in enumerate(ids)))
    pages, before = [], None
    while page := await store.tables(before=before, limit=3):
        pages.append([found.id for found in page])
        before = page[-1]
    assert pages == [[ids[6], ids[5], ids[4]], [ids[3], ids[2], ids[1]], [ids[0]]]  # the same time: by id


async def test_lists_by_status_by_openness_and_by_age(store: Store) -> None:
    for number, (status, is_open) in enumerate(
        [(TableStatus.LOBBY, True), (TableStatus.LOBBY, False), (TableStatus.PLAYING, True), (TableStatus.OVER, True)]
    ):
        await store.create_table(f"t{number}", at=number, settings=b"", open=is_open)
        await store.update_table(f"t{number}", 1, at=10 * number, status=status)

    async def listed(**given: object) -> list[str]:
        return [found.id for found in await store.tables(**given)]  # type: ignore[arg-type]

    assert await listed(status=TableStatus.LOBBY) == ["t1", "t0"]
    assert await listed(open=True) == ["t3", "t2", "t0"]
    assert await listed(status=TableStatus.LOBBY, open=True) == ["t0"]
    assert await listed(idle_since=10) == ["t1", "t0"]
    assert await listed(status=TableStatus.ABANDONED) == []


@pytest.mark.parametrize("id", ["it's", '"; DROP TABLE tables; --', "ünïcödé 🌙", "", " ", "$1", "?1", "a\nb"])
async def test_whatever_a_table_is_called_is_kept_as_it_is(store: Store, id: str) -> None:
    made = await store.create_table(id, at=1, settings=id.encode())
    assert await store.table(id) == made
    assert await store.tables() == [made]


@pytest.mark.parametrize("unfit", ["nul \0", "half \ud800"])
async def test_text_that_no_database_holds_is_refused_and_never_found(store: Store, unfit: str) -> None:
    with pytest.raises(ValueError, match="expected text"):
        await store.create_table(unfit, at=1, settings=b"")
    assert await store.table(unfit) is None


async def test_numbers_too_large_are_refused_and_never_found(store: Store, table: TableRow) -> None:
    with pytest.raises(ValueError, match="64 bits"):
        await store.update_table(table.id, 1 << 70, at=1, open=True)
    assert await store.read(table.id, 1 << 70) == []


async def test_it_answers_when_asked_whether_it_is_there(store: Store) -> None:
    await store.check()
