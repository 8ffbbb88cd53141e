"""One server for all tests that need no other."""

from collections.abc import Iterator

import pytest

from tests.kit.web import Person, Served, served


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture
def person(site: Served) -> Iterator[Person]:
    with site.person() as somebody:
        yield somebody
