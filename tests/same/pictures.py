"""The drawn board and every description that others read: pictures, the board as data, the API, the messages and the databases."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from nuns.server.schema import written
from nuns.server.store.migrations import migrations
from tests.kit.store_sample import dump_sqlite
from tests.kit.web import served
from tests.same.commands import printed
from tests.same.text import plain_json, timeless

BOARDS = {"night": "", "vellum": "--theme vellum", "night without paths": "--no-paths", "vellum without paths": "--theme vellum --no-paths"}
PAGES = {
    "the API": "/api/schema/openapi.json",
    "the convent": "/api/convent",
    "the ground by night": "/api/convent/plan.svg?theme=night",
    "the ground on vellum": "/api/convent/plan.svg?theme=vellum",
    "editions": "/api/editions",
    "sights": "/api/sights",
    "sights of dutch": "/api/sights?options=dutch(slow-guards=on)",
    "distances": "/api/distances",
    "earshot": "/api/earshot?dot=40",
    "the ruler": "/api/ruler?one=1&two=90",
}


def board(flags: str) -> str:
    with TemporaryDirectory() as folder:
        path = Path(folder, "board.svg")
        printed("board", "--svg", str(path), *flags.split())
        return path.read_text(encoding="utf-8")


@cache
def pages() -> dict[str, str]:
    """Returns what the server says of the board and of itself, asked once in a process."""
    texts = {}
    with TemporaryDirectory() as folder, served(Path(folder)) as running, running.person() as somebody:
        for name, address in PAGES.items():
            answer = somebody.get(address)
            assert answer.status_code == 200, f"{address}: {answer.text}"
            texts[name] = plain_json(answer.text) if "json" in answer.headers["content-type"] else answer.text
    return texts


def page(name: str) -> str:
    return pages()[name]


def sample_of_a_store() -> str:
    with TemporaryDirectory() as folder:
        return timeless(dump_sqlite(Path(folder)))


TEXTS: dict[str, Callable[[], str]] = {
    **{name: partial(page, name) for name in PAGES},
    **{f"board {name}": partial(board, flags) for name, flags in BOARDS.items()},
    **{
        f"tables of {database}": partial(lambda database: "\n".join(migrations(database)), database)
        for database in ("sqlite", "postgresql")
    },
    "a store of SQLite": sample_of_a_store,
    "messages": lambda: "\n".join(f"--- {path.name}\n{text}" for path, text in written().items()),
}
