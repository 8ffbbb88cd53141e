"""The code of a process that analyses a finished night: it is asked for one draft after another."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from nuns.analysis.findings import ANALYSIS_VERSION, Analysis
from nuns.referee.game import Game
from nuns.referee.record import ABANDONED
from nuns.server.web.documents import compressed
from nuns.server.web.replay import checked_game

KEY = f"{ANALYSIS_VERSION} {{}}"

_drafts: Iterator[Analysis] = iter(())


class Analyser(NamedTuple):
    """The functions that analyse a night, all of a module."""

    analyse: Callable[[Game, str, float], Iterator[Analysis]]  # the game, the check of its file, seconds
    is_ready: Callable[[], bool]  # whether nothing must be compiled for that
    prepare: Callable[[], None]  # compiles it


def key_of(check: str) -> str:
    """Returns the key of an analysis in the store; it names the version, so that a new version makes the analysis again."""
    return KEY.format(check)


def check_of(text: str) -> str:
    """Returns the check of a stored record, the last word of the file."""
    return text.rsplit(maxsplit=1)[-1]


def check_to_analyse(text: bytes) -> str | None:
    """Returns the check of a record, of which every move and die is right; None if the game was given up. Raises what ``replay`` does."""
    record, game = checked_game(text)
    assert game.outcome is not None  # no record is written before the game is over
    return None if game.outcome.reason == ABANDONED else record.check


def begin(analyser: Analyser, text: bytes, budget: float) -> None:
    """Begins with a record; its drafts are then fetched with ``next_draft``."""
    global _drafts
    record, game = checked_game(text)
    _drafts = analyser.analyse(game, record.check, budget)


def next_draft() -> tuple[bytes, bool] | None:
    """Returns the next draft as compressed JSON, and whether it is complete; None if there are no more."""
    draft = next(_drafts, None)
    return None if draft is None else (compressed(msgspec.json.encode(draft)), draft.complete)
