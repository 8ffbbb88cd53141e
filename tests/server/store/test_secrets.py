"""The sealed night: a seed and salts that are written once, and never seen where they do not belong."""

import traceback

import pytest

from nuns.server.store import (
    ChatRow,
    Entry,
    NewEntry,
    NoSuchTable,
    RecordRow,
    SeatKind,
    Secret,
    Store,
    TableRow,
    Taken,
    Unavailable,
    token_hash,
)
from nuns.server.store.errors import StoreError
from nuns.server.store.sqlite import SqliteStore
from tests.kit.postgres import command

SEED = b"hunter2-seed"


async def test_seed_and_salts_are_kept(store: Store, other: Store, table: TableRow) -> None:
    assert await store.secret(table.id) == Secret(None, {})
    await store.add_salt(table.id, "novice-2", b"pepper")
    await store.seal(table.id, SEED)
    await store.add_salt(table.id, "guards", b"salt")
    assert await other.secret(table.id) == Secret(SEED, {"guards": b"salt", "novice-2": b"pepper"})


async def test_the_first_stands(store: Store, other: Store, table: TableRow) -> None:
    await store.seal(table.id, SEED)
    await store.add_salt(table.id, "guards", b"salt")
    with pytest.raises(Taken):
        await other.seal(table.id, b"another")
    with pytest.raises(Taken):
        await other.add_salt(table.id, "guards", b"another")
    assert await store.secret(table.id) == Secret(SEED, {"guards": b"salt"})


async def test_nothing_is_sealed_without_a_table(store: Store) -> None:
    with pytest.raises(NoSuchTable):
        await store.seal("nowhere", SEED)
    with pytest.raises(NoSuchTable):
        await store.add_salt("nowhere", "guards", b"salt")


async def test_what_is_printed_by_accident_tells_nothing(store: Store, table: TableRow) -> None:
    await store.seal(table.id, SEED)
    await store.add_salt(table.id, "guards", b"hunter2-salt")
    key = token_hash("hunter2-token")
    values = [
        await store.secret(table.id),
        await store.claim(table.id, "guards", 0, kind=SeatKind.PERSON, player="Agnes", token_hash=key),
        NewEntry("plan", 1, b"hunter2"),
        Entry(1, "plan", 1, b"hunter2"),
        ChatRow(1, 1, "Agnes", "hunter2"),
        RecordRow("id", 1, False, b"", "hunter2"),
    ]
    for value in values:
        assert "hunter2" not in repr(value)
        assert "hunter2" not in f"{value}"
        assert repr(key) not in repr(value)
    assert "hunter2" not in str(await store.tables())


async def test_no_error_quotes_what_was_to_be_kept(store: Store, table: TableRow, url: str) -> None:
    """The database itself fails in the middle, and would say what it failed on."""
    spoil = [
        "DROP TABLE entries",
        "DROP TABLE seals",
        "DROP TABLE analyses",
        "DROP TABLE records",
        "ALTER TABLE sittings DROP COLUMN player",
    ]
    if isinstance(store, SqliteStore):
        for statement in spoil:
            store._writing.execute(statement)
    else:
        for statement in spoil:
            await command(url, statement)
    failing = [
        store.append(table.id, 0, [NewEntry("plan", 1, b"hunter2")]),
        store.seal(table.id, SEED),
        store.claim(table.id, "guards", 0, kind=SeatKind.PERSON, player="hunter2", token_hash=token_hash("hunter2")),
        store.keep_record(RecordRow("id", 1, False, b"", "hunter2")),
    ]
    for call in failing:
        with pytest.raises(StoreError) as failed:
            await call
        assert isinstance(failed.value, Unavailable)
        assert "hunter2" not in "".join(traceback.format_exception(failed.value))
    found = await store.table(table.id)
    assert found is not None
    assert found.seq == 0  # what failed left nothing behind
