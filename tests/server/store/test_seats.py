"""Seats: claimed and released by whoever has seen their newest version, and opened by a token that is kept as a hash."""

import asyncio
from pathlib import Path

import pytest

from nuns.server.store import Conflict, NoSuchTable, SeatKind, SeatRow, Store, TableRow, new_token, token_hash
from tests.kit.postgres import query


async def test_a_seat_is_claimed_changed_and_released(store: Store, table: TableRow) -> None:
    key = token_hash("a token")
    claimed = await store.claim(table.id, "novice-1", 0, kind=SeatKind.PERSON, player="Agnes", token_hash=key)
    assert claimed == SeatRow(table.id, "novice-1", 1, SeatKind.PERSON, "Agnes", key)
    replaced = await store.claim(table.id, "novice-1", 1, kind=SeatKind.BOT, player="Agnes", token_hash=key)
    assert (replaced.version, replaced.kind, replaced.token_hash) == (2, SeatKind.BOT, key)
    assert await store.claim(table.id, "novice-1", 2, kind=SeatKind.EMPTY) == SeatRow(table.id, "novice-1", 3, SeatKind.EMPTY, "", None)


@pytest.mark.parametrize("expected", [0, 2])
async def test_who_has_not_seen_the_newest_version_is_refused(store: Store, table: TableRow, expected: int) -> None:
    first = await store.claim(table.id, "guards", 0, kind=SeatKind.PERSON, player="Berta", token_hash=token_hash("b"))
    with pytest.raises(Conflict) as refused:
        await store.claim(table.id, "guards", expected, kind=SeatKind.PERSON, player="Clara", token_hash=token_hash("c"))
    assert (refused.value.expected, refused.value.actual) == (expected, 1)
    with pytest.raises(Conflict):
        await store.claim(table.id, "guards", expected, kind=SeatKind.EMPTY)
    assert await store.seats(table.id) == [first]


async def test_a_seat_never_claimed_has_version_0(store: Store, table: TableRow) -> None:
    with pytest.raises(Conflict) as refused:
        await store.claim(table.id, "guards", 1, kind=SeatKind.BOT)
    assert refused.value.actual == 0


async def test_of_many_who_want_a_seat_one_gets_it(store: Store, other: Store, table: TableRow) -> None:
    claims = [node.claim(table.id, "guards", 0, kind=SeatKind.PERSON, player=str(number)) for number in range(8) for node in (store, other)]
    results = await asyncio.gather(*claims, return_exceptions=True)
    assert [result for result in results if isinstance(result, SeatRow)] == await store.seats(table.id)
    assert [result.actual for result in results if isinstance(result, Conflict)] == [1] * 15


async def test_one_browser_may_hold_several_seats(store: Store, table: TableRow) -> None:
    await store.create_table("second", at=1, settings=b"")
    key = token_hash(new_token())
    held = [
        await store.claim(id, seat, 0, kind=SeatKind.PERSON, token_hash=key) for id, seat in [(table.id, "guards"), (table.id, "novice-2")]
    ]
    held.append(await store.claim("second", "novice-5", 0, kind=SeatKind.PERSON, token_hash=key))
    await store.claim(table.id, "novice-1", 0, kind=SeatKind.PERSON, token_hash=token_hash("another"))
    await store.claim(table.id, "novice-3", 0, kind=SeatKind.BOT)
    rows = [*await store.seats(table.id), *await store.seats("second")]
    assert [row for row in rows if row.token_hash == key] == held
    assert [sitting.seat for sitting in await store.seats(table.id)] == ["guards", "novice-1", "novice-2", "novice-3"]


async def test_there_are_no_seats_without_a_table(store: Store) -> None:
    for expected in (0, 1):
        with pytest.raises(NoSuchTable):
            await store.claim("nowhere", "guards", expected, kind=SeatKind.BOT)


async def test_only_a_hash_is_taken_for_a_hash(store: Store, table: TableRow) -> None:
    with pytest.raises(ValueError, match="expected a token's hash of 32 bytes, got 5 bytes"):
        await store.claim(table.id, "guards", 0, kind=SeatKind.PERSON, token_hash=b"token")


async def test_the_token_itself_is_nowhere(store: Store, table: TableRow, url: str, database: str) -> None:
    token = new_token()
    await store.claim(table.id, "guards", 0, kind=SeatKind.PERSON, player="Agnes", token_hash=token_hash(token))
    if database == "sqlite":
        path = Path(url.removeprefix("sqlite:///"))
        assert all(token.encode() not in file.read_bytes() for file in path.parent.iterdir())
    else:
        assert token not in str(await query(url, "SELECT * FROM sittings"))


async def test_names_are_kept_as_they_are(store: Store, table: TableRow) -> None:
    name = "<b>Robert'); DROP TABLE sittings;--</b> 🌙"
    assert (await store.claim(table.id, "guards", 0, kind=SeatKind.PERSON, player=name)).player == name
    with pytest.raises(ValueError, match="expected text"):
        await store.claim(table.id, "novice-1", 0, kind=SeatKind.PERSON, player="nul \0")
