"""The code of a bot process that advises a player: it plays the game again up to the decision, and asks the adviser."""

from collections.abc import Callable, Sequence

import msgspec

from nuns.analysis.findings import ValuedMove
from nuns.referee.game import Game, apply, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.notation import read, written
from nuns.referee.options import parse_options
from nuns.referee.seats import Seat

CHOICES = 3

Adviser = Callable[[Game, Seat, int], Sequence[ValuedMove]]  # the game, the seat, how many choices; a function of a module


class AdviceRequest(msgspec.Struct, frozen=True):
    """A request for advice at a table: its setup, and the actions of its game in notation."""

    seat: str
    edition: str
    options: str
    novices: int
    guard_players: int
    version: int
    actions: tuple[str, ...]

    def game(self) -> Game:
        """Returns the game with everything that was done."""
        options = parse_options(self.options, self.version)
        game = seat_game(GameSetup(self.edition, options, self.novices, self.guard_players, version=self.version))
        for line in self.actions:
            apply(game, read(line))
        return game


def advice_request(game: Game, seat: Seat) -> AdviceRequest:
    """Returns the request for a seat of a game at a table."""
    setup = game.setup
    return AdviceRequest(
        seat.value, setup.edition, setup.options_name, setup.novices, setup.guard_players, setup.version, tuple(map(written, game.actions))
    )


def advise_table(adviser: Adviser, request: bytes) -> bytes:
    """Returns the choices for a seat at a table, encoded."""
    asked = msgspec.msgpack.decode(request, type=AdviceRequest)
    return msgspec.msgpack.encode(tuple(adviser(asked.game(), Seat(asked.seat), CHOICES)))
