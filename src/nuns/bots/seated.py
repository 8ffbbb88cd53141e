"""A bot in its seat: what it is told, what it answers, and what stands in for an answer that is none."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from nuns.bots.bot import Bot, Observer
from nuns.bots.own import told
from nuns.referee.actions import Action, Plan
from nuns.referee.events import Event
from nuns.referee.game import Game, refusal
from nuns.referee.knowing import known_to
from nuns.referee.notation import clipped
from nuns.referee.seats import Seat
from nuns.referee.view import View, view


class BadAnswer(ValueError):
    """An answer that is no action the seat may take."""


@dataclass
class Seated:
    """One bot for one night; ``file`` is where its class was written, if it is somebody's own."""

    name: str
    seat: Seat
    bot: Bot
    rng: Random
    file: str = ""
    heard: int = 0  # how many of a game's events it has been told, as far as its seat may know

    def answer(self, game: Game) -> tuple[Action, str | None]:
        """Its action in a game; where it fails a random one, and in one line why."""
        seen = view(game, self.seat)
        news = known_to(self.seat, game.events[self.heard :])
        self.heard = len(game.events)
        action, fault = self.reply(seen, news)
        if isinstance(action, Plan) and (reason := refusal(game, action, self.seat)):
            return self._instead(seen, BadAnswer(f"expected a legal plan; got {clipped(repr(action))}: {reason}"))
        return action, fault

    def reply(self, seen: View, news: Sequence[Event]) -> tuple[Action, str | None]:
        """Its action from what its seat sees and has learnt since it was last asked. Whether a whole plan is legal the game must say."""
        try:
            if isinstance(self.bot, Observer):
                self.bot.observe(news)
            return self._offered(self.bot.choose(seen, seen.actions, self.rng), seen.actions), None
        except (Exception, SystemExit) as fault:
            return self._instead(seen, fault)

    def _instead(self, seen: View, fault: BaseException) -> tuple[Action, str]:
        return self.rng.choice(seen.actions), f"{self.name}: {told(fault, self.file)}"

    def _offered(self, action: Action, actions: tuple[Action, ...]) -> Action:
        """One of what was offered, or a whole plan."""
        if not isinstance(action, Plan) and action not in actions:
            raise BadAnswer(f"expected one of the {len(actions)} actions it was offered; got {clipped(repr(action))}")
        return action
