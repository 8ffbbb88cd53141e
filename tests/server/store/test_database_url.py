"""Opening: one line says what was expected and what is there, and no line holds a password."""

import os
import socket
import sqlite3
import stat
from pathlib import Path

import pytest

from nuns.bench.postgres import free_port
from nuns.server.store import CannotOpen, open_store
from nuns.server.store import postgresql as postgresql_module


async def refusal(url: str) -> str:
    with pytest.raises(CannotOpen) as refused:
        await open_store(url)
    text = str(refused.value)
    assert text.startswith("expected ")
    assert "got" in text
    assert "\n" not in text
    assert "hunter2" not in text
    assert refused.value.__cause__ is None
    return text


@pytest.mark.parametrize(
    "url, got",
    [
        ("", "none of them"),
        ("nuns.sqlite3", "none of them"),
        ("hunter2", "none of them"),
        ("mysql://u:hunter2@host/db", "a URL of mysql"),
        ("sqlite:", "none of them"),
        ("sqlite://", "SQLite without a file"),
        ("sqlite:///", "SQLite without a file"),
        ("sqlite://file", "SQLite without a file"),
        ("sqlite:///file?mode=ro", "with more than a file"),
        ("postgresql://u:hunter2/x@host/db", "a URL that cannot be read"),
        ("postgresql://u:1/hunter2@host/db", "a URL that cannot be read"),
        ("postgresql://u:hunter2#@host/db", "a URL that cannot be read"),
        ("postgresql://u:hunter2@host:port/db", "a URL that cannot be read"),
        ("postgresql://u:hunter2@[::1/db", "a URL that cannot be read"),
        ("postgresql://u:hunter2@127.0.0.1/db?sslmode=hunter2", "settings that the driver does not take"),
        ("postgresql:///db?user=u&host=127.0.0.1&port=hunter2", "settings that the driver does not take"),
    ],
)
async def test_a_bad_url(url: str, got: str) -> None:
    assert got in await refusal(url)


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Prioress, " * 100)
    assert await refusal(f"sqlite:///{path}") == f"expected a SQLite database at {path}, got: file is not a database"
    assert path.read_text() == "Dear Prioress, " * 100


async def test_a_folder_and_no_folder(tmp_path: Path) -> None:
    assert "Is a directory" in await refusal(f"sqlite:///{tmp_path}")
    assert "No such file or directory" in await refusal(f"sqlite:///{tmp_path}/none/nuns.sqlite3")


async def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "cookbook.sqlite3"
    book = sqlite3.connect(path)
    book.execute("CREATE TABLE recipes (name TEXT)")
    book.commit()
    book.close()
    before = path.read_bytes()
    assert "one of another program" in await refusal(f"sqlite:///{path}")
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["cookbook.sqlite3"]


async def test_a_new_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/new%20night.sqlite3")
    await store.create_table("t", at=0, settings=b"")
    assert sorted(os.listdir(tmp_path)) == [f"new night.sqlite3{end}" for end in ("", "-shm", "-wal")]
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    await store.close()
    assert os.listdir(tmp_path) == ["new night.sqlite3"]  # one file, when nobody has it open


async def test_a_relative_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    await (await open_store("sqlite:///here.sqlite3")).close()
    assert os.listdir(tmp_path) == ["here.sqlite3"]


async def test_no_server() -> None:
    port = free_port()
    got = await refusal(f"postgresql://nuns:hunter2@127.0.0.1:{port}/nuns")
    assert got == f"expected a PostgreSQL database at 127.0.0.1:{port}, got: connection refused"


async def test_a_server_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql_module, "CONNECT_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        assert "got: no answer within" in await refusal(f"postgresql://nuns:hunter2@127.0.0.1:{port}/nuns")


async def test_no_such_database(postgresql_server: str) -> None:
    assert 'database "nowhere" does not exist' in await refusal(postgresql_server.rpartition("/")[0] + "/nowhere")
