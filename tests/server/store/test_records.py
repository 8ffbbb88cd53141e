"""Records: finished tables' and imported ones, under one id each, newest first."""

import asyncio

import pytest

from nuns.server.store import RecordListing, RecordRow, Store, Taken


def a_record(id: str = "abc", at: int = 1, *, imported: bool = False, text: str = "nuns record 1\n") -> RecordRow:
    return RecordRow(id, at, imported, b'{"edition":"dutch"}', text)


async def test_a_record_is_kept(store: Store) -> None:
    record = a_record(text="nuns record 1\nseat guards Ágnes 🌙\n", imported=True)
    assert await store.keep_record(record)
    assert await store.record("abc") == record
    assert await store.record("other") is None


async def test_two_nodes_may_keep_the_same(store: Store, other: Store) -> None:
    results = await asyncio.gather(*(node.keep_record(a_record(at=at)) for at, node in enumerate([store, other] * 3)))
    assert sorted(results) == [False] * 5 + [True]


async def test_another_text_under_the_same_id_is_refused(store: Store) -> None:
    await store.keep_record(a_record())
    with pytest.raises(Taken, match="record 'abc' is there already"):
        await store.keep_record(a_record(text="nuns record 1 altered\n"))
    assert await store.record("abc") == a_record()


async def test_lists_are_newest_first_and_paged(store: Store) -> None:
    for number in range(7):
        await store.keep_record(a_record(f"r{number}", at=number // 2, imported=number == 3))
    first = await store.records(limit=3)
    assert first[2] == RecordListing("r4", 2, False, b'{"edition":"dutch"}')
    second = await store.records(before=first[-1], limit=3)
    third = await store.records(before=second[-1], limit=3)
    assert [[line.id for line in page] for page in (first, second, third)] == [["r6", "r5", "r4"], ["r3", "r2", "r1"], ["r0"]]
    assert second[0].imported
    assert await store.records(before=third[-1]) == []
