"""What a list of records says of a game, stored beside its record."""

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
    names: dict[str, str]  # who sat in each seat


def summary_of(game: Game, names: dict[Seat, str]) -> bytes:
    """The summary of a game that is over, as it is stored."""
    table, outcome = game.table, game.outcome
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
