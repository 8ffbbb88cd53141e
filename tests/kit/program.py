"""The program from outside: how it is started, and a night for it to read."""

import re
import sys
from functools import cache

from nuns.lab.simulate import recorded_night
from nuns.referee.dice import CounterDice
from nuns.referee.game import Game
from tests.kit.records import record_of, table_named

NUNS = [sys.executable, "-c", "import sys; from nuns.cli import main; sys.exit(main())"]


@cache
def dutch_night() -> tuple[Game, str]:
    """A night of three novices that lasts until dawn, a few turns long, and its record."""
    table = table_named("dutch(turns=4)", 3)
    for index in range(100):
        game = recorded_night(table, 19, index)
        if game.outcome and game.outcome.reason == "dawn":
            return game, record_of(game, CounterDice(f"19/{index}"))
    raise AssertionError("it never lasts")


def first(lines: list[str], start: str) -> int:
    """The place of the first line that begins so."""
    return next(place for place, line in enumerate(lines) if re.match(start, line))
