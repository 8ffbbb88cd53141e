"""What all tests of the server share."""

import logging
import os
from collections.abc import Iterator

import pytest

from nuns.bench.postgres import VARIABLE, postgres_server
from tests.kit.postgres import database_on, empty


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> pytest.LogCaptureFixture:
    """What is logged, though a server that runs in the same process may have taken the log to itself."""
    monkeypatch.setattr(logging.getLogger("nuns"), "propagate", True)
    caplog.set_level(logging.WARNING, "nuns")
    return caplog


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """A database on a PostgreSQL server of this test process, started when it is first needed."""
    with postgres_server(durable=False) as server:
        if VARIABLE in os.environ:
            with database_on(server) as url:
                yield url
        else:
            yield server


@pytest.fixture
async def postgresql(postgresql_server: str) -> str:
    """The same database, empty."""
    await empty(postgresql_server)
    return postgresql_server
