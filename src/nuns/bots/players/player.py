"""A bot in its seat: what it is told, what it answers, and what stands in for an answer that is none."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import get_args

from nuns.bots.players.bot import Bot, Observer
from nuns.bots.players.user_bot import is_interrupt, told
from nuns.referee.actions import Action, Plan
from nuns.referee.events import Event
from nuns.referee.game import Game, refusal
from nuns.referee.notation import clipped
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat
from nuns.referee.sentences import refusal_text
from nuns.referee.view import View, view

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")  # which tells no two faults apart


class BadAnswer(ValueError):
    """An answer that is no action the seat may take."""


class Fault(str):
    """What a bot did wrong, in one line; and what was done about it."""

    __slots__ = ()
    instead = "a random action was taken instead"


class Absence(Fault):
    """A bot that could not even sit down."""

    __slots__ = ()
    instead = "a random bot played instead"


@dataclass
class BotPlayer:
    """One bot for one night; ``file`` is where its class was written, if it is somebody's own."""

    name: str
    seat: Seat
    bot: Bot
    rng: Random
    file: str = ""
    spare: Random | None = None  # for what stands in: a generator that it cannot spoil
    heard: int = 0  # how many of a game's events it has been told, as far as its seat may know

    def answer(self, game: Game) -> tuple[Action, Fault | None]:
        """Its action in a game; where it fails a random one, and in one line why."""
        seen = view(game, self.seat)
        news = known_to(self.seat, game.events[self.heard :])
        self.heard = len(game.events)
        action, fault = self.reply(seen, news)
        return self._tried(lambda: self._legal(game, action), seen) if isinstance(action, Plan) else (action, fault)

    def reply(self, seen: View, news: Sequence[Event]) -> tuple[Action, Fault | None]:
        """Its action from what its seat sees and has learnt since it was last asked. Whether a whole plan is legal the game must say."""
        return self._tried(lambda: self._chosen(seen, news), seen)

    def _tried(self, choose: Callable[[], Action], seen: View) -> tuple[Action, Fault | None]:
        try:
            return choose(), None
        except BaseException as fault:
            if is_interrupt(fault):
                raise
            return (self.spare or self.rng).choice(seen.actions), Fault(f"{self.name}: {told(fault, self.file)}")

    def _chosen(self, seen: View, news: Sequence[Event]) -> Action:
        if isinstance(self.bot, Observer):
            self.bot.observe(news)
        return self._offered(self.bot.choose(seen, seen.actions, self.rng), seen.actions)

    def _offered(self, chosen: Action, actions: tuple[Action, ...]) -> Action:
        """One of what was offered, or a whole plan."""
        if type(chosen) is Plan:
            return chosen
        for action in actions:
            if type(chosen) is type(action) and chosen == action:
                return action
        raise BadAnswer(f"expected one of the actions it was offered; got {_named(chosen)}")

    def _legal(self, game: Game, plan: Plan) -> Plan:
        if reason := refusal(game, plan, self.seat):
            raise BadAnswer(f"expected a legal plan; got {clipped(repr(plan))}: {refusal_text(reason)}")
        return plan


def _named(answer: object) -> str:
    """An answer in a few words, the same for all of a kind."""
    return f"a {type(answer).__name__}" if type(answer) in get_args(Action) else ADDRESS.sub("", clipped(repr(answer)))
