"""A node on a store of its own, with a clock that tests can move."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from nuns.server.store import Store, open_store
from nuns.server.tables.node import Node
from tests.kit.tables import Time, node_on


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/tables.sqlite3"


@pytest.fixture
async def opened(address: str, time: Time) -> AsyncIterator[tuple[Node, Store]]:
    async with node_on(address, time) as both:
        yield both


@pytest.fixture
def node(opened: tuple[Node, Store]) -> Node:
    return opened[0]


@pytest.fixture
def kept(opened: tuple[Node, Store]) -> Store:
    return opened[1]


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    """A store without a node."""
    store = await open_store(address)
    yield store
    await store.close()
