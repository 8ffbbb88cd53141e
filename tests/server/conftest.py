"""A node on a store of its own, with a clock that tests can move."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from nuns.server.node import Node
from nuns.server.store import Store
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
def log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> pytest.LogCaptureFixture:
    """What is logged, though a server that runs in the same process may have taken the log to itself."""
    monkeypatch.setattr(logging.getLogger("nuns"), "propagate", True)
    caplog.set_level(logging.WARNING, "nuns")
    return caplog
