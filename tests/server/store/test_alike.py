"""Both databases answer alike: the same random calls, seeded, with the same results and the same refusals."""

import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from nuns.server.store import NewEntry, RecordRow, SeatKind, Store, StoreError, TableStatus, open_store, token_hash

Call = Callable[[Store], Awaitable[object]]
CALLS = 200


def some_call(rng: random.Random, at: int) -> Call:
    """One of a few tables and seats, so that calls meet."""
    table, seat, expected = rng.choice("abcd"), rng.choice(["guards", "novice-1"]), rng.randrange(4)
    body, key, owner = rng.randbytes(rng.randrange(4)), token_hash(rng.choice("xyz")), rng.choice(["one", "two"])
    entries = [NewEntry(rng.choice(["plan", "roll"]), at, body)] * rng.randrange(3)
    calls: list[Call] = [
        lambda store: store.create_table(table, at=at, settings=body, open=at % 2 == 0),
        lambda store: store.update_table(table, expected, at=at, status=[*TableStatus, None][at % 5], open=[True, False, None][at % 3]),
        lambda store: store.append(table, expected, entries),
        lambda store: store.append(table, expected, entries),
        lambda store: store.read(table, expected),
        lambda store: store.claim(table, seat, expected, kind=[*SeatKind][at % 3], player=str(at), token_hash=key),
        lambda store: store.claim(table, seat, expected, kind=SeatKind.EMPTY),
        lambda store: store.acquire_lease(table, owner, 60),
        lambda store: store.renew_leases(owner, 60),
        lambda store: store.release_lease(table, owner),
        lambda store: store.seal(table, body),
        lambda store: store.add_salt(table, seat, body),
        lambda store: store.say(table, "players" if at % 2 else "spectators", at=at, author=owner, text=str(at)),
        lambda store: store.chat(table, "players", expected, 3),
        lambda store: store.keep_record(RecordRow(table, at, at % 2 == 0, body, str(expected))),
    ]
    return rng.choice(calls)


def look(rng: random.Random) -> list[Call]:
    """Everything there is to see."""
    page = rng.randrange(1, 5)

    async def second_page(store: Store) -> object:
        first = await store.tables(limit=page)
        return await store.tables(before=first[-1], limit=page) if first else None

    return [
        lambda store: store.tables(),
        lambda store: store.tables(status=TableStatus.PLAYING, open=True, idle_since=200),
        second_page,
        lambda store: store.seats("a"),
        lambda store: store.secret("b"),
        lambda store: store.unleased(page),
        lambda store: store.records(limit=page),
        lambda store: store.record("c"),
    ]


async def answer(store: Store, call: Call) -> tuple[str, object]:
    try:
        return "answer", await call(store)
    except (StoreError, ValueError) as error:
        return type(error).__name__, str(error)


@pytest.mark.parametrize("seed", range(3))
async def test_the_same_calls_have_the_same_answers(postgresql: str, tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    file, server = await open_store(f"sqlite:///{tmp_path}/nuns.sqlite3"), await open_store(postgresql)
    for number in range(CALLS):
        calls = [some_call(rng, number), *(look(rng) if number % 20 == 0 else [])]
        for call in calls:
            assert await answer(file, call) == await answer(server, call)
    assert await file.tables()
    await file.close()
    await server.close()
