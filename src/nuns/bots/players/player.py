"""A bot in its seat: what it is told, what it answers, and the random action that replaces a bad answer."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import get_args

from nuns.board.shape import copy_of
from nuns.bots.players.bot import AnyBot, Bot, Decision, Observer, ToldBot
from nuns.bots.players.user_bot import fault_line, is_interrupt
from nuns.referee.actions import Action, Plan
from nuns.referee.events import Event
from nuns.referee.game import Game, legal_actions, refusal
from nuns.referee.notation import clipped
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat
from nuns.referee.sentences import refusal_text
from nuns.referee.view import known_by, view

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # addresses are removed, so that equal faults read the same


class BadAnswer(ValueError):
    """Raised for an answer that is not an action the seat may take."""


class Fault(str):
    """What a bot did wrong, in one line, and what was done about it."""

    __slots__ = ()
    instead = "a random action was taken instead"


class MissingBot(Fault):
    """The fault of a bot that could not be made."""

    __slots__ = ()
    instead = "a random bot played instead"


@dataclass
class BotPlayer:
    """One bot for one game; ``file`` is the file of its class, if it is a user's."""

    name: str
    seat: Seat
    bot: AnyBot
    rng: Random
    file: str = ""
    spare: Random | None = None  # for replacement actions: a generator that the bot cannot change
    heard: int = 0  # how many of the game's events it has been told

    def answer(self, game: Game) -> tuple[Action, Fault | None]:
        """Returns its action in a game, and None; or a random action and the fault."""
        news = known_to(self.seat, game.events[self.heard :])
        self.heard = len(game.events)
        try:
            return self._chosen(game, news), None
        except BaseException as fault:
            if is_interrupt(fault):
                raise
            legal, words = legal_actions(game, self.seat), fault_line(fault, self.file)
            if isinstance(self.bot, ToldBot):
                self.bot.refuse(words)
            return (self.spare or self.rng).choice(legal), Fault(f"{self.name}: {words}")

    def end(self, game: Game) -> None:
        """Tells a bot that wants to know how its game has ended."""
        if isinstance(self.bot, ToldBot) and game.outcome is not None:
            self.bot.observe(known_to(self.seat, game.events[self.heard :]))
            self.bot.finish(game.outcome.reason, game.outcome.winners)

    def _chosen(self, game: Game, news: Sequence[Event]) -> Action:
        """Returns the answer of a bot that chooses from the seat's view, or decides on what the seat knows."""
        if isinstance(self.bot, Observer):
            self.bot.observe(news)
        if not isinstance(self.bot, Bot):
            return self._legal(game, self.bot.decide(decision_in(game, self.seat), self.rng))
        seen = view(game, self.seat)
        chosen = self.bot.choose(seen, seen.actions, self.rng)
        return self._legal(game, chosen) if type(chosen) is Plan else offered(chosen, seen.actions)

    def _legal(self, game: Game, action: Action) -> Action:
        if reason := refusal(game, action, self.seat):
            kind = "plan" if isinstance(action, Plan) else "action"
            raise BadAnswer(f"expected a legal {kind}; got {clipped(repr(action))}: {refusal_text(reason)}")
        return action


def decision_in(game: Game, seat: Seat) -> Decision:
    """Returns the decision that a seat is asked for in a game."""
    return Decision(game.setup, seat, copy_of(known_by(game, seat)))


def offered(chosen: Action, actions: tuple[Action, ...]) -> Action:
    """Returns the chosen one of the offered actions, or raises BadAnswer."""
    for action in actions:
        if type(chosen) is type(action) and chosen == action:
            return action
    raise BadAnswer(f"expected one of the actions it was offered; got {_named(chosen)}")


def _named(answer: object) -> str:
    """Returns an answer in a few words, the same for all of a kind."""
    return f"a {type(answer).__name__}" if type(answer) in get_args(Action) else ADDRESS.sub("", clipped(repr(answer)))
