"""The code of a bot process that advises a player: it plays the game again up to the decision, and asks the adviser."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from nuns.analysis.findings import ValuedMove
from nuns.referee.dice import SealedDice, next_chance
from nuns.referee.game import Game, apply, new_game, seat_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.notation import read, written
from nuns.referee.options import parse_options
from nuns.referee.position import StartPosition, begin_at
from nuns.referee.seats import Seat

CHOICES = 3


class Adviser(NamedTuple):
    """The functions that give advice, both of a module."""

    advise: Callable[[Game, Seat, int], Sequence[ValuedMove]]  # the game, the seat, how many choices
    is_ready: Callable[[], bool]  # whether nothing must be compiled for that


class AdviceRequest(msgspec.Struct, frozen=True):
    """A request for advice at a table or in a lesson: its setup, and the actions of its game in notation."""

    seat: str
    edition: str
    options: str
    novices: int
    guard_players: int
    version: int
    actions: tuple[str, ...]
    start: StartPosition | None = None  # of a game that begins in the middle of a night, which says more than its setup
    count: int = CHOICES  # of moves that are named

    def game(self) -> Game:
        """Returns the game with everything that was done."""
        game = self._first_game() if self.start is None else begin_at(self.start)
        for line in self.actions:
            apply(game, read(line))
        return game

    def _first_game(self) -> Game:
        options = parse_options(self.options, self.version)
        return seat_game(GameSetup(self.edition, options, self.novices, self.guard_players, version=self.version))


def advice_request(game: Game, seat: Seat, start: StartPosition | None = None, count: int = CHOICES) -> AdviceRequest:
    """Returns the request for a seat of a game; ``start`` is where it began, if that was in the middle of a night."""
    setup, actions = game.setup, tuple(map(written, game.actions))
    return AdviceRequest(
        seat.value, setup.edition, setup.options_name, setup.novices, setup.guard_players, setup.version, actions, start, count
    )


def advise_table(adviser: Adviser, is_prepared: bool, request: bytes) -> bytes:
    """Returns the choices for a seat, encoded; none at all, null, if machine code is missing that may still be compiled elsewhere."""
    if not is_prepared and not adviser.is_ready():
        return msgspec.msgpack.encode(None)
    asked = msgspec.msgpack.decode(request, type=AdviceRequest)
    return msgspec.msgpack.encode(tuple(adviser.advise(asked.game(), Seat(asked.seat), asked.count)))


def warm_adviser(adviser: Adviser) -> None:
    """Asks for advice on the first decision of a game, so that the adviser's machine code is cached for all processes."""
    game, dice, draws = new_game("mayfair", (1, 1)), SealedDice("warm"), 0
    while game.waiting[0] == Seat.CHANCE:
        apply(game, next_chance(game, dice, draws))
        draws += 1
    adviser.advise(game, game.waiting[0], CHOICES)
