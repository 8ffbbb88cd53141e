"""The program: run here or started as a process, and a night for it to read."""

import re
import sys
from functools import cache

import pytest

from nuns.cli import main
from nuns.lab.games import play_recorded_game
from nuns.referee.dice import CounterDice
from nuns.referee.game import Game
from tests.kit.records import record_of, table_named

PATIENCE = 240.0  # seconds for a program to do something short, on a machine that is busy with other tests
NUNS = [sys.executable, "-c", "import sys; from nuns.cli import main; sys.exit(main())"]
# A server whose bots are not prepared before they are needed, which costs seconds of several processes.
UNPREPARED = [
    sys.executable,
    "-c",
    "import sys; from nuns.cli import main; from nuns.server.thinking.thinkers import Thinkers; Thinkers.warm = bool; sys.exit(main())",
]


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Runs a command in this process; returns its exit status, and what it wrote to stdout and stderr."""
    try:
        status = main(words)
    except SystemExit as left:
        status = int(left.code or 0)
    written = capsys.readouterr()
    return status, written.out, written.err


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Returns what a command wrote that went well."""
    status, out, err = ran(capsys, *words)
    assert (status, err) == (0, "")
    return out


def failed(capsys: pytest.CaptureFixture[str], status: int, *words: str) -> str:
    """Returns the one line of a command that did not go well."""
    got, out, err = ran(capsys, *words)
    assert got == status
    assert out == ""
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert err.startswith("nuns")
    return err


@cache
def dutch_night() -> tuple[Game, str]:
    """A night of three novices that lasts until dawn, a few turns long, and its record."""
    table = table_named("dutch(turns=4)", 3)
    for index in range(100):
        game = play_recorded_game(table, 19, index)
        if game.outcome and game.outcome.reason == "dawn":
            return game, record_of(game, CounterDice(f"19/{index}"))
    raise AssertionError("it never lasts")


def first(lines: list[str], start: str) -> int:
    """The place of the first line that begins so."""
    return next(place for place, line in enumerate(lines) if re.match(start, line))
