"""Days and attempts in the store: the first seal of a day stands, and so does the first attempt of a browser."""

import asyncio

from nuns.server.store import AttemptRow, DaySeal, RecordRow, Store, token_hash

DAY = "2026-11-18"
ANNA, BEA = token_hash("Anna's browser"), token_hash("Bea's browser")


async def test_nodes_that_seal_a_day_together_have_one_seed(store: Store, other: Store) -> None:
    sealed = await asyncio.gather(
        *(
            node.seal_day(DAY, at=place, seal=f"seal {place}", seed=f"seed {place}".encode())
            for place, node in enumerate([store, other] * 3)
        )
    )
    assert len(set(map(repr, sealed))) == 1
    assert await store.day_seed(DAY) == f"seed {sealed[0].at}".encode()
    assert await other.day_seals(DAY, DAY) == [sealed[0]]
    assert await store.day_seed("2026-11-19") is None


async def test_seals_are_listed_newest_first(store: Store) -> None:
    for number in (17, 19, 18):
        await store.seal_day(f"2026-11-{number}", at=number, seal=str(number), seed=b"secret")
    assert await store.day_seals("2026-11-18", "2026-11-30") == [DaySeal("2026-11-19", 19, "19"), DaySeal("2026-11-18", 18, "18")]


async def test_whether_there_is_an_earlier_day(store: Store) -> None:
    assert not await store.has_day_before("9999-12-31")
    await store.seal_day(DAY, at=1, seal="a seal", seed=b"secret")
    assert not await store.has_day_before(DAY)
    assert await store.has_day_before("2026-11-19")


async def test_a_browser_has_one_attempt_a_day(store: Store, other: Store) -> None:
    attempts = [AttemptRow(f"table{place}", DAY, ANNA, place, "Anna") for place in range(6)]
    begun = await asyncio.gather(*(node.begin_attempt(each) for each, node in zip(attempts, [store, other] * 3, strict=True)))
    assert len({each.id for each in begun}) == 1
    assert await store.begin_attempt(AttemptRow("bea", DAY, BEA, 9, "Bea")) == AttemptRow("bea", DAY, BEA, 9, "Bea")
    later = AttemptRow("later", "2026-11-19", ANNA, 10, "Anna")
    assert await store.begin_attempt(later) == later
    assert [await other.attempt(day, ANNA) for day in (DAY, "2026-11-19")] == [begun[0], later]


async def test_the_first_result_stands(store: Store) -> None:
    await store.begin_attempt(AttemptRow("anna", DAY, ANNA, 2, "Anna"))
    await store.begin_attempt(AttemptRow("bea", DAY, BEA, 1, "Bea"))
    assert await store.attempts(DAY) == []
    assert await store.end_attempt("anna", b"won")
    assert not await store.end_attempt("anna", b"lost")
    assert not await store.end_attempt("nobody", b"won")
    assert await store.attempts(DAY) == [AttemptRow("anna", DAY, ANNA, 2, "Anna", b"won")]
    assert await store.attempt(DAY, BEA) == AttemptRow("bea", DAY, BEA, 1, "Bea")


async def test_a_record_that_is_not_open_is_not_listed(store: Store) -> None:
    closed = RecordRow("closed", 5, False, b"{}", "nuns record 4\n", opens=100)
    await store.keep_record(closed)
    await store.keep_record(RecordRow("open", 5, False, b"{}", "nuns record 4\n"))
    assert [line.id for line in await store.records(open_at=99)] == ["open"]
    assert [line.id for line in await store.records(open_at=100)] == ["open", "closed"]
    assert await store.record("closed") == closed


def test_an_attempt_that_is_printed_tells_no_result() -> None:
    assert repr(AttemptRow("secret-code", DAY, ANNA, 2, "Anna", b"won")) == "AttemptRow(2026-11-18, at=2, over)"
