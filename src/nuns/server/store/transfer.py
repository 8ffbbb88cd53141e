"""Moving everything from one database to another, verified by counts and hashes."""

from collections.abc import AsyncIterator
from hashlib import sha256

import msgspec

from nuns.server.store.errors import CannotOpen
from nuns.server.store.store import Row, Store

PASSING = frozenset({"schema_version", "leases", "presence"})  # not moved: they belong to a database, or to servers that run
FIRST = ("tables", "channels", "records")  # others refer to their rows
PAGE = 500  # rows that are read at once

Columns = dict[str, dict[str, bool]]


class Contents(msgspec.Struct, frozen=True):
    """How many rows a table of the database has, and a hash of them that does not depend on their order."""

    rows: int
    hash: str


class CannotMove(Exception):
    """The databases are not fit for a move, or differ after it."""


async def move(source: Store, target: Store) -> dict[str, Contents]:
    """Copies everything into an empty database and compares; returns what was moved. After a failure the target is empty again."""
    columns, others = await _moved_columns(source), await _moved_columns(target)
    if {name: list(each) for name, each in columns.items()} != {name: list(each) for name, each in others.items()}:
        raise CannotMove("expected two databases of the same schema; got different ones")
    if held := await source.tables_in_use():
        raise CannotMove(f"expected a source that no server uses; got one with {held} tables in play: stop the server first")
    if any(each.rows for each in (await contents(target, others)).values()):
        raise CannotMove("expected an empty target; got one with tables or records")
    try:
        for name in columns:
            async for rows in _pages(source, name, list(columns[name])):
                await target.insert(name, list(columns[name]), [_fit(row, others[name]) for row in rows])
        before, after = await contents(source, columns), await contents(target, others)
        if before != after:
            differing = ", ".join(name for name in before if before[name] != after[name])
            raise CannotMove(f"expected the same rows in both databases; got other ones in {differing}")
    except BaseException:
        await _empty(target)
        raise
    return after


async def contents(store: Store, columns: Columns | None = None) -> dict[str, Contents]:
    """Returns what is in each table of a database that a move copies."""
    found = {}
    for name, each in (columns or await _moved_columns(store)).items():
        count = total = 0
        async for rows in _pages(store, name, list(each)):
            count += len(rows)
            total += sum(_number(row) for row in rows)
        found[name] = Contents(count, f"{total % (1 << 256):064x}")
    return found


async def _empty(store: Store) -> None:
    for (id,) in await store.select("SELECT id FROM tables"):
        await store.remove_table(id)
    for (id,) in await store.select("SELECT id FROM records"):
        await store.remove_record(id)
    for (id,) in await store.select("SELECT id FROM analyses"):
        await store.remove_analysis(id)
    await store.forget_days()


async def _moved_columns(store: Store) -> Columns:
    """Returns the columns of every table that is moved, those first that others refer to; columns in the order of their names."""
    found = {name: dict(sorted(each.items())) for name, each in (await store.columns()).items() if name not in PASSING}
    if not set(FIRST) <= found.keys():
        raise CannotOpen("expected a database of nuns; got another")
    return {name: found[name] for name in (*FIRST, *sorted(found.keys() - set(FIRST)))}


async def _pages(store: Store, name: str, columns: list[str]) -> AsyncIterator[list[Row]]:
    """Yields the rows of a table, those of one game table at a time, or page by page."""
    listed = ", ".join(columns)
    if "table_id" in columns:
        for (id,) in await store.select("SELECT id FROM tables ORDER BY id"):
            if rows := await store.select(f"SELECT {listed} FROM {name} WHERE table_id = $1", id):
                yield rows
        return
    last = ""
    while rows := await store.select(f"SELECT {listed} FROM {name} WHERE id > $1 ORDER BY id LIMIT $2", last, PAGE):
        yield rows
        last = rows[-1][columns.index("id")]


def _fit(row: Row, columns: dict[str, bool]) -> Row:
    """Returns a row as the target keeps it: SQLite has 0 and 1 for false and true."""
    return tuple(bool(value) if is_flag else value for value, is_flag in zip(row, columns.values(), strict=True))


def _number(row: Row) -> int:
    plain = [int(value) if isinstance(value, bool) else value for value in row]
    return int.from_bytes(sha256(msgspec.msgpack.encode(plain)).digest())
