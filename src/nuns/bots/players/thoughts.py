"""What a bot believed and why it moved, turn by turn: of a bot that has played, or of one that sits down in a night that is over."""

from operator import index
from random import Random
from typing import Any

from nuns.bots.players.bot import AnyBot
from nuns.bots.players.player import BotPlayer
from nuns.bots.players.user_bot import fault_line
from nuns.referee.game import Game, apply, belongs_to, seat_game
from nuns.referee.seats import Seat

Told = list[tuple[int, str]]  # turn, and a sentence or two


class Speechless(ValueError):
    """A bot that keeps no thoughts, or that failed where it was asked for them."""


def thoughts_of(bot: AnyBot, file: str = "") -> Told:
    """What it kept in its list ``thoughts``: each has a turn, and is told by ``str``."""
    kept: Any = getattr(bot, "thoughts", None)
    if kept is None:
        raise Speechless(f"expected a bot that keeps thoughts; got {type(bot).__name__}")
    try:
        return [(index(thought.turn), str(thought)) for thought in kept]
    except Exception as fault:
        raise Speechless(
            f"expected a list of thoughts, each with its turn, of {type(bot).__name__}; got {fault_line(fault, file)}"
        ) from None


def thoughts_in(game: Game, seat: Seat, bot: AnyBot, rng: Random, name: str = "bot", file: str = "") -> Told:
    """A night played again as it was: at each decision of the seat the bot, told what the seat knew, says what it would have done."""
    again, thinking = seat_game(game.table), BotPlayer(name, seat, bot, rng, file)
    for action in game.actions:
        if belongs_to(again, action, seat) and seat in again.waiting:
            _, fault = thinking.answer(again)
            if fault:
                raise Speechless(fault)
        apply(again, action)
    return thoughts_of(bot, file)
