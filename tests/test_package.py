"""The public names of the package, and what it takes to load it."""

import re
import subprocess
import sys
from importlib import import_module

import pytest

import nuns


@pytest.mark.parametrize("name", nuns.__all__)
def test_a_public_name_can_be_imported_from_where_it_lives(name: str) -> None:
    value = getattr(nuns, name)
    home = next(home for home, names in nuns._HOMES.items() if name in names)
    assert getattr(import_module(home), name) is value


def as_ruff_sorts(name: str) -> tuple[int, list[tuple[int, str]]]:
    """Constants, then classes, then the rest; numbers within names by their size."""
    kind = 0 if name.isupper() else 1 if name[0].isupper() else 2
    return kind, [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]


def test_public_names_are_alphabetical_and_once_each() -> None:
    assert nuns.__all__ == sorted(set(nuns.__all__), key=as_ruff_sorts)
    assert sorted(nuns.__all__) == sorted(name for names in nuns._HOMES.values() for name in names)


def test_public_names_are_listed_before_they_are_loaded() -> None:
    assert set(nuns.__all__) <= set(dir(nuns))


def test_a_name_that_is_not_there_is_missed_as_in_any_module() -> None:
    with pytest.raises(AttributeError, match="module 'nuns' has no 'Bishop'"):
        nuns.Bishop  # noqa: B018
    assert not hasattr(nuns, "bishop")


def loaded_after(*statements: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after these statements."""
    code = "\n".join((*statements, "import sys; print(*sys.modules)"))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return set(done.stdout.split())


HEAVY = {"msgspec", "rich", "numpy", "numba", "hypothesis", "pytest", "asyncio"}


@pytest.mark.parametrize("statement", ["import nuns", "import nuns.board.tables, nuns.rules.turn, nuns.kernel.play"])
def test_the_rules_load_with_plain_python_alone(statement: str) -> None:
    loaded = loaded_after(statement)
    assert not loaded & HEAVY
    assert "nuns" in loaded


def test_the_board_and_a_game_at_random_need_plain_python_alone() -> None:
    loaded = loaded_after(
        "from nuns.board.tables import the_board",
        "from nuns.kernel.play import begin, play",
        "from nuns.rules.chance import seed_game",
        "from nuns.rules.state import State",
        "game = State()",
        "seed_game(game, 1, 0)",
        "begin(the_board(), game, 1, 1)",
        "play(the_board(), game)",
        "assert game.ending",
    )
    assert not loaded & HEAVY


def test_the_referee_loads_without_what_only_the_command_line_needs() -> None:
    loaded = loaded_after("from nuns import *", "assert apply and view and Seat")
    assert "msgspec" in loaded
    assert not loaded & (HEAVY - {"msgspec"})
    assert "nuns.cli" not in loaded
    assert "argparse" not in loaded
