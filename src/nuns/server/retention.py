"""How long tables and records are kept, and the removal of what is older."""

from collections.abc import AsyncIterator

import msgspec

from nuns.server.store import RecordListing, Store, TableRow, TableStatus

DAY = 24 * 3600 * 1000  # milliseconds
PAGE = 200


class Retention(msgspec.Struct, frozen=True, kw_only=True):
    """Days for which things are kept that nobody has touched; None keeps them for ever."""

    lobby: int | None = 30  # tables that were never started: they are abandoned
    finished: int | None = None  # tables whose game is over or abandoned: they are removed, and their records stay
    records: int | None = None  # records of games that were played here, with their analyses
    imported: int | None = 90  # records that visitors brought along, and analyses of files that are not stored here


KEEP = Retention()  # unless the host chooses otherwise


class Pruned(msgspec.Struct, kw_only=True):
    """The tables and game files that were removed, or would be."""

    lobby: int = 0
    finished: int = 0
    records: int = 0
    imported: int = 0
    analyses: int = 0  # of game files that are not stored here; those of others go with their records


async def prune(store: Store, now: int, retention: Retention, *, dry_run: bool = False) -> Pruned:
    """Removes what is older than it is kept, and returns how many there were of each; ``now`` is in milliseconds since 1970."""
    pruned = Pruned()
    for status in (TableStatus.OVER, TableStatus.ABANDONED):
        async for row in old_tables(store, now, retention.finished, status):
            pruned.finished += 1
            if not dry_run:
                await store.remove_table(row.id)
    async for row in old_tables(store, now, retention.lobby, TableStatus.LOBBY):
        pruned.lobby += 1
        if not dry_run:
            await store.update_table(row.id, row.version, at=now, status=TableStatus.ABANDONED)
    for imported, days in ((False, retention.records), (True, retention.imported)):
        async for record in old_records(store, now, days, imported=imported):
            pruned.imported += imported
            pruned.records += not imported
            if not dry_run:
                await store.remove_record(record.id)
    pruned.analyses = await prune_analyses(store, now, retention.imported, dry_run=dry_run)
    return pruned


async def prune_analyses(store: Store, now: int, days: int | None, *, dry_run: bool) -> int:
    """Removes the analyses of game files that are not stored here, and returns how many there were."""
    old = await store.old_analyses(now - days * DAY) if days is not None else []
    for key in old if not dry_run else ():
        await store.remove_analysis(key)
    return len(old)


async def old_tables(store: Store, now: int, days: int | None, status: TableStatus) -> AsyncIterator[TableRow]:
    """Yields the tables of a status that nobody has touched for so many days; none for None."""
    last: TableRow | None = None
    while days is not None and (rows := await store.tables(status=status, idle_since=now - days * DAY, before=last, limit=PAGE)):
        for row in rows:
            yield row
        last = rows[-1]


async def old_records(store: Store, now: int, days: int | None, *, imported: bool) -> AsyncIterator[RecordListing]:
    """Yields the records that are older than so many days; none for None."""
    last: RecordListing | None = None
    while days is not None and (found := await store.records(until=now - days * DAY, imported=imported, before=last, limit=PAGE)):
        for record in found:
            yield record
        last = found[-1]
