"""A store with something of everything in it, kept as a dump of each schema that was ever released.

``python -m tests.kit.store_sample`` writes ``tests/data/store/schema-N.*.sql`` for the newest schema N. Do that once when a schema is
released, and never change what is there: tests bring every dump up to the newest schema.
"""

import asyncio
import sqlite3
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from nuns.bench.postgres import find_binaries, start_server
from nuns.server.store import (
    AnalysisRow,
    AttemptRow,
    ChatRow,
    DaySeal,
    Entry,
    NewEntry,
    RecordRow,
    SeatKind,
    SeatRow,
    Secret,
    Store,
    TableRow,
    TableStatus,
    open_store,
    token_hash,
)
from nuns.server.store.migrations import migrations
from nuns.server.store.sqlite import APPLICATION_ID
from tests.kit.convents import DATA

DUMPS = DATA / "store"
KEY = token_hash("a token")
TABLES = [
    TableRow("second", 2_000, 2_000, 1, TableStatus.LOBBY, False, b"{}", 0),
    TableRow("first", 1_000, 1_300, 2, TableStatus.PLAYING, True, b'{"edition":"dutch"}', 2),
]
ENTRIES = [Entry(1, "deal", 1_200, b"\x00\xff"), Entry(2, "plan", 1_300, "novice-4 sneak 4-18 – it's".encode())]
SITTINGS = [SeatRow("first", "guards", 1, SeatKind.BOT, "rover", None), SeatRow("first", "novice-4", 2, SeatKind.PERSON, "Ágnes", KEY)]
SECRET = Secret(b"seed", {"guards": b"salt", "novice-4": b"\x00"})
MESSAGES = [ChatRow(1, 1_100, "Ágnes", "it's dark; -- isn't it?"), ChatRow(2, 1_150, "Berta", "\n🌙")]
RECORDS = [RecordRow("second", 900, False, b"{}", "nuns record 1\n"), RecordRow("old", 800, True, b"\xff", "it's old\n")]


async def fill(store: Store) -> None:
    await store.create_table("first", at=1_000, settings=b'{"edition":"dutch"}', open=True)
    await store.update_table("first", 1, at=1_100, status=TableStatus.PLAYING)
    await store.create_table("second", at=2_000, settings=b"{}")
    await store.append("first", 0, [NewEntry(entry.kind, entry.at, entry.body) for entry in ENTRIES])
    await store.claim("first", "guards", 0, kind=SeatKind.BOT, player="rover")
    await store.claim("first", "novice-4", 0, kind=SeatKind.PERSON)
    await store.claim("first", "novice-4", 1, kind=SeatKind.PERSON, player="Ágnes", token_hash=KEY)
    await store.acquire_lease("first", "a node", -1e9)  # long ago on any clock
    await store.seal("first", b"seed")
    for seat, salt in SECRET.salts.items():
        await store.add_salt("first", seat, salt)
    for message in MESSAGES:
        await store.say("first", "players", at=message.at, author=message.author, text=message.text)
    for record in RECORDS:
        await store.keep_record(record)
    await store.seal_day("2026-11-18", at=700, seal="a seal", seed=b"a day's seed")
    await store.begin_attempt(AttemptRow("first", "2026-11-18", KEY, 900, "Ágnes"))
    await store.end_attempt("first", b"\xff{}")
    await store.begin_analysis("1 a check", "old", "a node", 60)
    await store.keep_draft("1 a check", "a node", 60, b"\xffa draft", is_last=False)
    await store.keep_draft("1 a check", "a node", 60, b"\xffan analysis", is_last=True)
    await store.begin_analysis("1 another check", None, "a node", -1e9)


async def check_sample(store: Store, *, with_days: bool = True, with_analyses: bool = True) -> None:
    """All of it is there, and more can be added."""
    assert await store.tables() == TABLES
    assert await store.read("first") == ENTRIES
    assert await store.seats("first") == SITTINGS
    assert await store.secret("first") == SECRET
    assert await store.chat("first", "players") == MESSAGES
    assert [await store.record(line.id) for line in await store.records()] == RECORDS
    if with_days:
        assert await store.day_seals("", "9") == [DaySeal("2026-11-18", 700, "a seal")]
        assert await store.day_seed("2026-11-18") == b"a day's seed"
        assert await store.attempts("2026-11-18") == [AttemptRow("first", "2026-11-18", KEY, 900, "Ágnes", b"\xff{}")]
    if with_analyses:
        assert await store.analysis("1 a check") == AnalysisRow("done", 0.0, 2, b"\xffan analysis", has_record=True)
        assert await store.analysis("1 another check") == AnalysisRow("stopped", 0.0, 0, None)
    assert await store.unleased() == ["first"]
    assert await store.append("first", 2, [NewEntry("roll", 1, b"6")]) == 3
    assert await store.say("first", "players", at=1, author="", text="") == 3


async def made(url: str) -> None:
    store = await open_store(url)
    await fill(store)
    await store.close()


def dump_sqlite(folder: Path) -> str:
    asyncio.run(made(f"sqlite:///{folder}/sample"))
    connection = sqlite3.connect(folder / "sample")
    lines = [f"PRAGMA application_id = {APPLICATION_ID};", *connection.iterdump()]
    connection.close()
    return "\n".join(lines) + "\n"


def dump_postgresql(folder: Path) -> str:
    binaries = find_binaries()
    assert binaries is not None
    with start_server(binaries, folder, durable=False) as url:
        asyncio.run(made(url))
        command = [str(binaries.folder / "pg_dump"), "--inserts", "--no-owner", "--no-privileges", url]
        lines = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout.splitlines()
    left_out = ("--", "SET ", "SELECT pg_catalog.set_config", "\\restrict", "\\unrestrict")
    return "\n".join(line for line in lines if line.strip() and not line.startswith(left_out)) + "\n"


def main() -> None:
    DUMPS.mkdir(exist_ok=True)
    for database, dump in (("sqlite", dump_sqlite), ("postgresql", dump_postgresql)):
        with TemporaryDirectory() as folder:
            text = dump(Path(folder))
        (DUMPS / f"schema-{len(migrations(database))}.{database}.sql").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
