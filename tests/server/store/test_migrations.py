"""Migrations: from every schema there ever was to the newest, all or nothing, once, also when nodes start together."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from nuns.server.store import CannotOpen, Store, TableRow, open_store
from nuns.server.store import postgresql as postgresql_module
from nuns.server.store import sqlite as sqlite_module
from nuns.server.store.migrations import migrations
from nuns.server.store.sqlite import statements_of
from tests.kit.postgres import command, query
from tests.kit.store_sample import DUMPS, check_sample

RELEASED = len(migrations("sqlite"))
COLUMNS = (
    "SELECT table_name, column_name, data_type, is_nullable, collation_name FROM information_schema.columns WHERE table_schema = 'public'"
)
INDEXES = "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
CONSTRAINTS = "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace"


def path_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


async def execute(url: str, script: str) -> None:
    if url.startswith("sqlite"):
        connection = sqlite3.connect(path_of(url))
        connection.executescript(script)
        connection.close()
    else:
        await command(url, script)


async def ask(url: str, question: str) -> list[tuple[object, ...]]:
    if not url.startswith("sqlite"):
        return await query(url, question)
    connection = sqlite3.connect(path_of(url))
    rows = connection.execute(question).fetchall()
    connection.close()
    return rows


async def schema(url: str) -> list[tuple[object, ...]]:
    questions = ["SELECT type, name, sql FROM sqlite_schema"] if url.startswith("sqlite") else [COLUMNS, INDEXES, CONSTRAINTS]
    return sorted([row for question in questions for row in await ask(url, question)], key=str)


def with_step(monkeypatch: pytest.MonkeyPatch, *steps: str) -> None:
    """As if these had been released too."""
    for module in (sqlite_module, postgresql_module):
        monkeypatch.setattr(module, "migrations", lambda database: [*migrations(database), *steps])


def test_both_databases_have_the_same_steps_and_a_dump_of_each() -> None:
    assert len(migrations("postgresql")) == RELEASED
    names = {f"schema-{number}.{database}.sql" for number in range(1, RELEASED + 1) for database in ("sqlite", "postgresql")}
    assert {file.name for file in DUMPS.iterdir()} == names


@pytest.mark.parametrize("number", range(1, RELEASED + 1))
async def test_a_store_of_every_schema_is_brought_up_to_the_newest(url: str, database: str, number: int, tmp_path: Path) -> None:
    await (await open_store(url)).close()
    newest = await schema(url)
    if database == "sqlite":
        path_of(url).unlink()
    else:
        await command(url, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    await execute(url, (DUMPS / f"schema-{number}.{database}.sql").read_text(encoding="utf-8"))
    store = await open_store(url)
    await check_sample(store, with_days=number >= 3, with_analyses=number >= 4)
    await store.close()
    assert await schema(url) == newest
    assert await ask(url, "SELECT version FROM schema_version ORDER BY version") == [(done,) for done in range(1, RELEASED + 1)]


async def test_what_is_there_survives_a_next_step(store: Store, url: str, table: TableRow, monkeypatch: pytest.MonkeyPatch) -> None:
    await store.close()
    with_step(monkeypatch, "ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';\nCREATE INDEX by_mood ON tables (mood);\n")
    again = await open_store(url)
    assert await again.table(table.id) == table
    await again.close()
    assert await ask(url, "SELECT mood FROM tables") == [("calm",)]
    assert await ask(url, "SELECT MAX(version) FROM schema_version") == [(RELEASED + 1,)]


async def test_a_step_that_fails_leaves_everything_as_it_was(
    store: Store, url: str, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.close()
    before = await schema(url)
    with monkeypatch.context() as patch:
        with_step(patch, "ALTER TABLE tables ADD COLUMN mood TEXT;\nDELETE FROM tables;\n", "CREATE TABLE tables (id TEXT);\n")
        with pytest.raises(CannotOpen, match="already exists"):
            await open_store(url)
    assert await schema(url) == before
    again = await open_store(url)
    assert await again.table(table.id) == table
    await again.close()


async def test_nodes_that_start_together_migrate_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_step(monkeypatch, "CREATE TABLE moods (mood TEXT);\nINSERT INTO moods VALUES ('calm');\n")
    nodes = await asyncio.gather(*(open_store(url) for _ in range(5)))
    await asyncio.gather(*(node.close() for node in nodes))
    assert await ask(url, "SELECT mood FROM moods") == [("calm",)]


async def test_a_store_of_a_newer_program_is_left_alone(store: Store, url: str) -> None:
    await store.close()
    await execute(url, f"INSERT INTO schema_version VALUES ({RELEASED + 1});")
    before = await schema(url)
    with pytest.raises(CannotOpen) as refused:
        await open_store(url)
    newer = f"expected a store of schema {RELEASED} or older, got schema {RELEASED + 1}: it was written by a newer nuns"
    assert str(refused.value) == newer
    assert await schema(url) == before


def test_a_script_is_cut_into_statements() -> None:
    script = "CREATE TABLE a (b TEXT); -- one; of two\nINSERT INTO a VALUES (';\n');\n\nSELECT 1"
    assert [part.strip() for part in statements_of(script)] == [
        "CREATE TABLE a (b TEXT); -- one; of two",
        "INSERT INTO a VALUES (';\n');",
        "SELECT 1",
    ]
