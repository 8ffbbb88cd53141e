"""``nuns tables``, ``prune``, ``move`` and ``load``, and the drills that docs/hosting.md describes."""

import asyncio
import json
import sqlite3
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from nuns.bench.postgres import find_binaries
from nuns.cli import main
from nuns.server.retention import DAY, Retention, prune
from nuns.server.store import RecordRow, Store, TableStatus, contents, open_store, transfer
from nuns.server.store.store import TOKEN_HASH
from tests.kit.postgres import database_on
from tests.kit.program import NUNS, PATIENCE
from tests.kit.store_sample import check_sample, fill
from tests.kit.tables import NOON
from tests.kit.web import served


def on_store(url: str, work: Callable[[Store], Awaitable[Any]]) -> Any:
    async def opened() -> Any:
        store = await open_store(url)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(opened())


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database with a few tables and records."""
    url = f"sqlite:///{tmp_path}/host.sqlite3"
    on_store(url, fill)
    return url


def printed(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> Any:
    assert main([*words, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def fault(capsys: pytest.CaptureFixture[str], status: int, *words: str) -> str:
    assert main(list(words)) == status
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err


def test_tables_are_listed_ended_and_removed(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    listed = printed(capsys, "tables", "--database", database)["tables"]
    assert {"code", "status", "created", "touched", "log_lines"} == listed[0].keys()
    code = next(each["code"] for each in listed if each["status"] in ("lobby", "playing"))
    assert "expected a table that is over or abandoned" in fault(capsys, 1, "tables", "--database", database, "--remove", code)
    ended = printed(capsys, "tables", "--database", database, "--end", code)["tables"]
    assert {each["code"]: each["status"] for each in ended}[code] == "abandoned"
    assert code in {each["code"] for each in printed(capsys, "tables", "--database", database, "--status", "abandoned")["tables"]}
    assert "expected a table that is in the lobby" in fault(capsys, 1, "tables", "--database", database, "--end", code)
    left = printed(capsys, "tables", "--database", database, "--remove", code)["tables"]
    assert len(left) == len(listed) - 1
    assert "expected the code of a table; got 'nowhere'" in fault(capsys, 1, "tables", "--database", database, "--end", "nowhere")
    assert main(["tables", "--database", database, "--idle", "0"]) == 0
    assert capsys.readouterr().out.endswith(f"{len(left)} tables\n")


def test_a_running_server_notices_what_its_host_ends_and_removes(tmp_path: Path) -> None:
    """With SQLite, from another process: the game file of a game that was dealt is kept, and those who are there are told."""
    database = f"sqlite:///{tmp_path}/web.sqlite3"

    def tables(*words: str) -> None:
        subprocess.run([*NUNS, "tables", "--database", database, *words], check=True, timeout=PATIENCE, stdout=subprocess.DEVNULL)

    with served(tmp_path) as server, server.person() as person:
        code = person.post("/api/tables", json={"settings": {"novices": 1}, "bots": {"guards": "easy"}}).json()["table"]["code"]
        person.put(f"/api/tables/{code}/chairs/a", json={"name": "Ada"})
        person.post(f"/api/tables/{code}/start")
        with person.socket(code) as talk:
            while talk.table.get("status") != "playing":
                talk.hear()
            tables("--end", code)
            while talk.table["status"] != "abandoned" or "opened" not in talk.table:
                talk.hear()
            record = person.get(f"/api/records/{talk.table['opened']['record']}")
            assert "end abandoned" in record.text.splitlines()
            tables("--remove", code)
            with pytest.raises(ConnectionClosed):
                talk.hear_until("never")
        assert person.get(f"/api/tables/{code}").status_code == 404
        assert person.get(f"/api/records/{talk.table['opened']['record']}").status_code == 200


async def test_what_is_older_than_it_is_kept_is_removed_and_nothing_else(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/old.sqlite3")
    for code, days in (("old-lobby", 40), ("new-lobby", 2), ("old-over", 100), ("new-over", 10)):
        row = await store.create_table(code, at=NOON - days * DAY, settings=b"{}")
        if code.endswith("over"):
            await store.update_table(code, row.version, at=NOON - days * DAY, status=TableStatus.OVER)
    for name, days, imported in (("old", 400, False), ("new", 1, False), ("brought", 400, True)):
        await store.keep_record(RecordRow(id=name, at=NOON - days * DAY, imported=imported, summary=b"{}", text="nuns record"))
    keep = Retention(lobby=30, finished=90, records=None, imported=365)
    dry = await prune(store, NOON, keep, dry_run=True)
    assert (dry.lobby, dry.finished, dry.records, dry.imported) == (1, 1, 0, 1)
    assert await prune(store, NOON, keep) == dry
    assert {row.id: row.status for row in await store.tables()} == {
        "old-lobby": TableStatus.ABANDONED,
        "new-lobby": TableStatus.LOBBY,
        "new-over": TableStatus.OVER,
    }
    assert {record.id for record in await store.records()} == {"old", "new"}
    assert (await prune(store, NOON, Retention(records=300))).records == 1
    assert {record.id for record in await store.records()} == {"new"}
    await store.close()


def test_prune_tells_what_it_removes(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("prune", "--database", database, "--keep-finished", "0", "--keep-records", "0", "--keep-imported", "0")
    found = printed(capsys, *words, "--dry-run")
    assert sum(found.values()) > 1
    assert printed(capsys, *words) == found
    assert printed(capsys, *words)["records"] == 0


def test_a_database_is_moved_to_postgresql_and_back(
    database: str, postgresql: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = printed(capsys, "move", database, postgresql)
    assert there["tables"]["rows"] > 1
    assert there["entries"]["rows"] > 1
    assert "expected an empty target" in fault(capsys, 1, "move", database, postgresql)
    back = f"sqlite:///{tmp_path}/back.sqlite3"
    assert printed(capsys, "move", postgresql, back) == there
    assert on_store(back, contents) == on_store(postgresql, contents) == on_store(database, contents)
    for url in (postgresql, back):
        on_store(url, check_sample)
    assert "expected two databases" in fault(capsys, 2, "move", back, back)


def test_a_database_that_is_not_there_is_told_and_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there, typed = f"sqlite:///{tmp_path}/there.sqlite3", f"sqlite:///{tmp_path}/typed.sqlite3"
    for words in (("tables", "--database", typed), ("prune", "--database", typed), ("move", typed, there)):
        assert f"expected a SQLite database at {tmp_path}/typed.sqlite3, got no file" in fault(capsys, 1, *words)
    assert not list(tmp_path.iterdir())


def test_a_database_in_use_is_not_moved_and_a_failed_move_leaves_nothing(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    target = f"sqlite:///{tmp_path}/target.sqlite3"

    def altered(row: tuple[Any, ...], _: object) -> tuple[Any, ...]:
        return tuple(b"altered" if isinstance(value, bytes) and len(value) != TOKEN_HASH else value for value in row)

    with monkeypatch.context() as patch:
        patch.setattr(transfer, "_fit", altered)
        assert "expected the same rows in both databases; got other ones in tables" in fault(capsys, 1, "move", database, target)
    assert not any(each.rows for each in on_store(target, contents).values())

    async def lease(store: Store) -> None:
        await store.acquire_lease((await store.tables())[0].id, "a node", 60)

    on_store(database, lease)
    assert "expected a source that no server uses; got one with 1 tables in play" in fault(capsys, 1, "move", database, target)


def test_a_backup_of_a_running_server_is_restored(tmp_path: Path) -> None:
    """The drill for SQLite: the backup is taken while people play, and the game goes on from it on another server."""
    with served(tmp_path) as server, server.person() as person:
        code = person.post("/api/tables", json={"settings": {"novices": 1}, "bots": {"guards": "easy"}}).json()["table"]["code"]
        person.put(f"/api/tables/{code}/chairs/a", json={"name": "Ada"})
        person.post(f"/api/tables/{code}/start")
        with sqlite3.connect(tmp_path / "web.sqlite3") as live, sqlite3.connect(tmp_path / "backup.sqlite3") as backup:
            live.backup(backup)
        cookies = dict(person.cookies)
    with served(tmp_path, database=f"sqlite:///{tmp_path}/backup.sqlite3") as server, server.person() as person:
        person.cookies.update(cookies)
        with person.socket(code) as talk:
            while talk.table.get("status") != "playing":
                talk.hear()
            [seat] = [chair["seat"] for chair in talk.table["chairs"] if chair["chair"] == "a"]
            talk.ask("look", seat=seat)
            position = talk.positions[seat]
            reply = talk.ask("act", seat=seat, decision=position["decision"], action=position["view"]["actions"][0])
            assert reply["type"] == "accepted"


@pytest.mark.full
def test_a_dump_of_postgresql_is_restored(postgresql: str, tmp_path: Path) -> None:
    """The drill for PostgreSQL: ``pg_dump`` and ``pg_restore`` into another database."""
    binaries = find_binaries()
    assert binaries is not None
    on_store(postgresql, fill)
    dump = tmp_path / "nuns.dump"
    subprocess.run([binaries.folder / "pg_dump", "--format=custom", f"--file={dump}", postgresql], check=True, timeout=PATIENCE)
    with database_on(postgresql) as other:
        subprocess.run([binaries.folder / "pg_restore", "--no-owner", f"--dbname={other}", dump], check=True, timeout=PATIENCE)
        assert on_store(other, contents) == on_store(postgresql, contents)
        on_store(other, check_sample)


def test_load_plays_at_a_server_of_this_machine_and_tidies_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path) as server:
        found = printed(capsys, "load", server.url, "--tables", "2", "--seconds", "1", "--think", "50")
        assert found["tables"] == 2
        assert found["actions"] > 0
        assert found["refused_tables"] == found["refused_actions"] == found["dropped_sockets"] == 0
        assert 0 < found["p50_ms"] <= found["p99_ms"]
    statuses = {row.status for row in on_store(f"sqlite:///{tmp_path}/web.sqlite3", lambda store: store.tables())}
    assert statuses <= {TableStatus.ABANDONED, TableStatus.OVER}


def test_load_is_for_ones_own_server_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert "expected a server on this machine, or --mine" in fault(capsys, 2, "load", "http://192.0.2.1:8000")
    assert "expected a server at http://127.0.0.1:9" in fault(capsys, 1, "load", "http://127.0.0.1:9", "--seconds", "1")
