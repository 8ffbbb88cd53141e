"""Analyses in the store: one worker at a time, drafts until the last one, and gone with the game file."""

import asyncio

from nuns.server.store import AnalysisRow, RecordRow, Store

KEY, LONG, PAST = "1 check", 60.0, -1e9


async def test_one_of_many_may_work_on_it(store: Store, other: Store) -> None:
    begun = await asyncio.gather(*(node.begin_analysis(KEY, None, f"owner {at}", LONG) for at, node in enumerate([store, other] * 3)))
    assert sorted(begun) == [False] * 5 + [True]
    assert await other.analysis(KEY) == AnalysisRow("waiting", 0.0, 0, None)
    assert await store.analysis("2 check") is None


async def test_drafts_follow_one_another_and_the_last_one_stays(store: Store, other: Store) -> None:
    await store.begin_analysis(KEY, None, "ann", LONG)
    assert await store.renew_analysis(KEY, "ann", LONG, is_working=True)
    assert await store.keep_draft(KEY, "ann", LONG, b"first", is_last=False)
    found = await other.analysis(KEY)
    assert found is not None
    assert (found.state, found.drafts, found.body) == ("working", 1, b"first")
    assert 0 <= found.seconds < 60
    assert not await store.keep_draft(KEY, "bea", LONG, b"another's", is_last=True)
    assert await store.keep_draft(KEY, "ann", LONG, b"last", is_last=True)
    assert await other.analysis(KEY) == AnalysisRow("done", 0.0, 2, b"last")
    assert not await store.keep_draft(KEY, "ann", LONG, b"after the last", is_last=True)
    assert not await store.end_analysis(KEY, "ann", "stopped")
    assert not await other.begin_analysis(KEY, None, "bea", LONG)  # it is made once


async def test_only_its_owner_stops_it(store: Store, other: Store) -> None:
    await store.begin_analysis(KEY, None, "ann", LONG)
    assert not await other.end_analysis(KEY, "bea", "stopped")
    assert await other.end_analysis(KEY, "ann", "stopped")
    assert not await store.renew_analysis(KEY, "ann", LONG, is_working=True)  # so the worker learns of it
    assert await store.analysis(KEY) == AnalysisRow("stopped", 0.0, 0, None)
    assert await other.begin_analysis(KEY, None, "bea", LONG)


async def test_another_begins_again_when_the_worker_is_gone_or_failed(store: Store, other: Store) -> None:
    await store.begin_analysis(KEY, None, "ann", LONG)
    await store.keep_draft(KEY, "ann", PAST, b"half", is_last=False)
    assert await other.analysis(KEY) == AnalysisRow("stopped", 0.0, 1, b"half")
    assert await other.begin_analysis(KEY, None, "bea", LONG)
    assert await store.analysis(KEY) == AnalysisRow("waiting", 0.0, 0, None)
    assert await other.end_analysis(KEY, "bea", "failed")
    assert await store.begin_analysis(KEY, None, "ann", LONG)


async def test_it_goes_with_its_game_file(store: Store) -> None:
    await store.keep_record(RecordRow("abc", 1, False, b"{}", "nuns record 1\n"))
    await store.begin_analysis(KEY, "abc", "ann", LONG)
    await store.begin_analysis("of a file", "never stored", "ann", LONG)
    assert await store.old_analyses(1 << 62) == ["of a file"]
    assert await store.old_analyses(0) == []
    assert await store.remove_record("abc")
    assert await store.analysis(KEY) is None
    assert await store.remove_analysis("of a file")
    assert not await store.remove_analysis("of a file")


async def test_one_of_a_file_that_is_stored_later_belongs_to_its_record(store: Store) -> None:
    for record in ("abc", "def"):
        await store.keep_record(RecordRow(record, 1, False, b"{}", "nuns record 1\n"))
    await store.begin_analysis(KEY, None, "ann", LONG)
    await store.attach_analysis(KEY, "never stored")
    assert await store.analysis(KEY) == AnalysisRow("waiting", 0.0, 0, None)
    for record in ("abc", "def"):  # the first one stays
        await store.attach_analysis(KEY, record)
    assert await store.analysis(KEY) == AnalysisRow("waiting", 0.0, 0, None, has_record=True)
    await store.remove_record("def")
    assert await store.analysis(KEY) is not None
    await store.remove_record("abc")
    assert await store.analysis(KEY) is None
