"""The commands ``nuns tables``, ``nuns prune`` and ``nuns move``, for those who host a server."""

import asyncio
import os
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Awaitable, Callable, Coroutine
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from nuns.cli.arguments import Failure, add_json, one_of, print_json, whole_number
from nuns.cli.play import data_folder, database_url
from nuns.cli.retention import MOST_DAYS, add_retention, retention_of
from nuns.cli.serve import DATABASE

if TYPE_CHECKING:
    from nuns.server.store import Store, TableRow

T = TypeVar("T")
TABLES_EXAMPLE = "nuns tables --status lobby --idle 7"
PRUNE_EXAMPLE = "nuns prune --keep-finished 90 --keep-imported 30 --dry-run"
MOVE_EXAMPLE = "nuns move sqlite:////var/lib/nuns/nuns.sqlite3 postgresql://nuns@localhost/nuns"
STATUSES = ("lobby", "playing", "over", "abandoned")


def now() -> int:
    """Returns milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def with_store(url: str, work: Callable[["Store"], Awaitable[T]]) -> T:
    """Opens a store, does something with it and closes it; a fault of the store is a failure of one line."""
    from nuns.server.store import StoreError, open_store

    async def opened() -> T:
        store = await open_store(url, create=False)
        try:
            return await work(store)
        finally:
            await store.close()

    return finished(opened(), StoreError)


def finished(work: Coroutine[Any, Any, T], *faults: type[Exception]) -> T:
    """Returns the result of work; a fault among these is a failure of one line."""
    try:
        return asyncio.run(work)
    except faults as fault:
        raise Failure(str(fault)) from None


def add_database(command: ArgumentParser) -> None:
    """Adds the flag ``--database``."""
    command.add_argument(
        "--database",
        default=os.environ.get(DATABASE),
        metavar="URL",
        help=f"sqlite:///file or postgresql://user:password@host/database; also read from {DATABASE} (default: a file in your data folder)",
    )


def database_of(given: Namespace) -> str:
    return given.database or database_url(data_folder() / "nuns.sqlite3")


# nuns tables


def declare_tables(command: ArgumentParser) -> None:
    """Adds the flags of ``nuns tables``."""
    add_database(command)
    command.add_argument("--status", type=one_of(*STATUSES), metavar="STATUS", help=f"only these: {', '.join(STATUSES)}")
    command.add_argument(
        "--idle", type=whole_number(0, MOST_DAYS), metavar="DAYS", help="only those that nobody has touched for so many days"
    )
    command.add_argument("--limit", type=whole_number(1, 100_000), default=50, metavar="N", help="at most so many (default: 50)")
    command.add_argument("--end", metavar="CODE", help="abandon the table of that code; a game that was dealt gets its game file")
    command.add_argument("--remove", metavar="CODE", help="remove a table that is over or abandoned; its game file stays")
    add_json(command)


def tables(given: Namespace) -> None:
    """Lists tables, or ends or removes one."""
    from nuns.server.retention import DAY
    from nuns.server.store import TableStatus

    if given.end or given.remove:
        with_store(database_of(given), lambda store: change_table(store, given.end or given.remove, is_end=bool(given.end)))
    status = None if given.status is None else TableStatus(given.status)
    since = None if given.idle is None else now() - given.idle * DAY
    rows = with_store(database_of(given), lambda store: store.tables(status=status, idle_since=since, limit=given.limit))
    if given.json:
        print_json({"tables": [described(row) for row in rows]})
        return
    for row in rows:
        print(f"{row.id}  {row.status:<9}  created {moment(row.created)}  touched {moment(row.updated)}  {row.seq} log lines")
    print(f"{len(rows)} tables")


async def change_table(store: "Store", code: str, *, is_end: bool) -> None:
    """Abandons a table, or removes one whose game is over."""
    from nuns.server.refusal import Refusal
    from nuns.server.store import TableStatus
    from nuns.server.tables.host_actions import end_table

    row = await store.table(code)
    if row is None:
        raise Failure(f"expected the code of a table; got {code!r}")
    is_ended = row.status in (TableStatus.OVER, TableStatus.ABANDONED)
    if is_end and not is_ended:
        try:
            await end_table(store, row, now)
        except Refusal as refusal:  # a server was quicker
            raise Failure(refusal.reason) from None
    elif not is_end and is_ended:
        await store.remove_table(code)
    else:
        expected = "a table that is in the lobby or being played" if is_end else "a table that is over or abandoned"
        raise Failure(f"expected {expected}; got {code}, which is {row.status}")


def described(row: "TableRow") -> dict[str, object]:
    return {"code": row.id, "status": row.status.value, "created": row.created, "touched": row.updated, "log_lines": row.seq}


def moment(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M}"


# nuns prune


def declare_prune(command: ArgumentParser) -> None:
    """Adds the flags of ``nuns prune``."""
    add_database(command)
    add_retention(command)
    command.add_argument("--dry-run", action="store_true", help="count what would be removed, and remove nothing")
    add_json(command)


def prune(given: Namespace) -> None:
    """Removes what is older than it is kept."""
    import msgspec

    from nuns.server import retention

    keep = retention_of(given)
    pruned = with_store(database_of(given), lambda store: retention.prune(store, now(), keep, dry_run=given.dry_run))
    if given.json:
        print_json(msgspec.to_builtins(pruned))
        return
    verb = "would be" if given.dry_run else "were"
    print(f"{pruned.lobby} tables in the lobby {verb} abandoned")
    print(f"{pruned.finished} finished tables, {pruned.records} game files and {pruned.imported} imported game files {verb} removed")
    print(f"{pruned.analyses} analyses of game files from elsewhere {verb} removed")


# nuns move


def declare_move(command: ArgumentParser) -> None:
    """Adds the flags of ``nuns move``."""
    command.add_argument("source", metavar="FROM", help="the database to read, which stays as it is; no server may use it meanwhile")
    command.add_argument("target", metavar="TO", help="an empty database; an SQLite file is created")
    add_json(command)


def move(given: Namespace) -> None:
    """Copies a database into another and compares them."""
    import msgspec

    from nuns.server.store import CannotMove, StoreError, open_store
    from nuns.server.store import move as move_all

    if given.source == given.target:
        raise Failure("expected two databases; got the same one twice", 2)

    async def moved() -> Any:
        source = await open_store(given.source, create=False)
        try:
            target = await open_store(given.target)
            try:
                return msgspec.to_builtins(await move_all(source, target))
            finally:
                await target.close()
        finally:
            await source.close()

    found = finished(moved(), StoreError, CannotMove)
    if given.json:
        print_json(found)
        return
    for name, each in found.items():
        print(f"{name:<10} {each['rows']:>9,} rows  {each['hash'][:16]}")
    print("both databases hold the same")
