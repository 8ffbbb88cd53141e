"""Every test here that asks for a store is run on both databases."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from nuns.server.store import Store, TableRow, new_code, open_store

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def url(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """Where nothing is yet."""
    return f"sqlite:///{tmp_path}/nuns.sqlite3" if database == "sqlite" else str(request.getfixturevalue("postgresql"))


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await open_store(url)
    yield store
    await store.close()


@pytest.fixture
async def other(store: Store, url: str) -> AsyncIterator[Store]:
    """A second node on the same data."""
    other = await open_store(url)
    yield other
    await other.close()


@pytest.fixture
async def table(store: Store) -> TableRow:
    return await store.create_table(new_code(), at=1_000, settings=b'{"edition":"mayfair"}', open=True)
