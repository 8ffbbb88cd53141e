"""One server and one browser for all; everybody who comes to look goes again, and her page had no fault."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from nuns.bots.belief import prepare
from tests.kit.browser import House, Visitor, launch_options, open_house
from tests.kit.machine_code import locked

HERE = Path(__file__).parent
Visit = Callable[..., Visitor]
expect.set_options(timeout=60_000)  # a machine that runs other tests besides


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks every test that is no smoke test as one for ``make full``."""
    for item in items:
        if item.path.parent == HERE and item.get_closest_marker("smoke") is None:
            item.add_marker("full")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, **launch_options()}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with locked(alone=True):
        prepare()  # or the server would compile the filter while a page waits for a belief
    with open_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    visitors: list[Visitor] = []

    def come(**how: Any) -> Visitor:
        visitors.append(Visitor(browser, how.pop("house", house), **how))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()
    assert [fault for visitor in visitors for fault in visitor.faults] == []
