"""A node that appends until it is killed, and says of each entry that it was acknowledged: ``python -m tests.kit.appender URL TABLE…``"""

import asyncio
import os
import sys

from nuns.server.store import NewEntry, Store, open_store


async def append_for_ever(store: Store, table: str) -> None:
    seq = 0
    while True:
        body = f"{table} {seq + 1}".encode()
        seq = await store.append(table, seq, [NewEntry("action", seq, body)])
        os.write(1, body + b"\n")


async def main(url: str, tables: list[str]) -> None:
    store = await open_store(url)
    for table in tables:
        await store.create_table(table, at=0, settings=b"{}")
    await asyncio.gather(*(append_for_ever(store, table) for table in tables))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
