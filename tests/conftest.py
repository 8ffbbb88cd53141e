"""Shared by all tests: assertions in the kit speak as clearly as those in tests; drawn examples are the same in every run.

``make test ARGS=--hypothesis-profile=exploring`` draws others.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from nuns.bench.postgres import VARIABLE, postgres_server

pytest.register_assert_rewrite("tests.kit")
settings.register_profile("exploring", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
settings.register_profile("steady", settings.get_profile("exploring"), derandomize=True)
settings.load_profile("steady")

HERE = Path(__file__).parent
# What uses machine code: folders, and documents whose programs are run.
COMPILED = ("analysis", "bench", "bots", "cli", "env", "kernel", "lab", "research", "test_docs.py", "test_notebooks.py")


def uses_machine_code(item: pytest.Item) -> bool:
    return item.path.relative_to(HERE).parts[0] in COMPILED


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs the tests that use machine code last: ``make test`` compiles it meanwhile."""
    items.sort(key=uses_machine_code)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Lets nobody compile what is being compiled already."""
    if uses_machine_code(item):
        from tests.kit.machine_code import await_machine_code

        await_machine_code()


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """A database on a PostgreSQL server of this test process, started when it is first needed."""
    from tests.kit.postgres import database_on

    with postgres_server(durable=False) as server:
        if VARIABLE in os.environ:
            with database_on(server) as url:
                yield url
        else:
            yield server


@pytest.fixture
async def postgresql(postgresql_server: str) -> str:
    """The same database, empty."""
    from tests.kit.postgres import empty

    await empty(postgresql_server)
    return postgresql_server
