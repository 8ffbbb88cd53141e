"""The summary of a finished game that lists of records show, stored beside its record."""

from datetime import UTC, datetime

import msgspec

from nuns.referee.game import Game
from nuns.referee.seats import Seat

_encode = msgspec.json.Encoder().encode


class NightSummary(msgspec.Struct, frozen=True):
    """A finished game in a list."""

    edition: str
    options: str
    novices: int
    guard_players: int
    turns: int
    ending: str
    winners: tuple[str, ...]
    names: dict[str, str]  # the players' names by seat


def file_name(summary: NightSummary, at: int, code: str) -> str:
    """Returns what the game file of a finished game is called: its day, its edition, who won and when, and a piece of its code."""
    day = datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
    winners = "-and-".join(summary.winners) or "nobody"
    return f"nuns-{day}-{summary.edition}-{winners}-turn-{summary.turns}-{code[:4]}.nuns"


def summary_of(game: Game, names: dict[Seat, str]) -> bytes:
    """Returns the summary of a game that is over, encoded for the store."""
    table, outcome = game.setup, game.outcome
    assert outcome is not None
    return _encode(
        NightSummary(
            edition=table.edition,
            options=table.options_name,
            novices=table.novices,
            guard_players=table.guard_players,
            turns=game.turn,
            ending=outcome.reason,
            winners=tuple(outcome.winners),
            names={str(seat): name for seat, name in names.items()},
        )
    )
