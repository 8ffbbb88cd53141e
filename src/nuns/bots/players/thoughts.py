"""What a bot believed and why it moved, turn by turn: a bot that has played, or one that follows a finished game."""

from operator import index
from random import Random
from typing import Any

from nuns.bots.players.bot import AnyBot
from nuns.bots.players.player import BotPlayer
from nuns.bots.players.user_bot import fault_line
from nuns.referee.game import Game, apply, belongs_to, seat_game
from nuns.referee.seats import Seat

Thoughts = list[tuple[int, str]]  # the turn, and a sentence or two


class NoThoughts(ValueError):
    """Raised for a bot that keeps no thoughts, or that failed when it was asked for them."""


def thoughts_of(bot: AnyBot, file: str = "") -> Thoughts:
    """Returns what it kept in its list ``thoughts``, each as its turn and its ``str``."""
    kept: Any = getattr(bot, "thoughts", None)
    if kept is None:
        raise NoThoughts(f"expected a bot that keeps thoughts; got {type(bot).__name__}")
    try:
        return [(index(thought.turn), str(thought)) for thought in kept]
    except Exception as fault:
        raise NoThoughts(
            f"expected a list of thoughts, each with its turn, of {type(bot).__name__}; got {fault_line(fault, file)}"
        ) from None


def thoughts_in(game: Game, seat: Seat, bot: AnyBot, rng: Random, name: str = "bot", file: str = "") -> Thoughts:
    """Replays a game and lets the bot decide, with what the seat knew, wherever the seat did; returns the bot's thoughts."""
    again, thinking = seat_game(game.setup), BotPlayer(name, seat, bot, rng, file)
    for action in game.actions:
        if belongs_to(again, action, seat) and seat in again.waiting:
            _, fault = thinking.answer(again)
            if fault:
                raise NoThoughts(fault)
        apply(again, action)
    return thoughts_of(bot, file)
