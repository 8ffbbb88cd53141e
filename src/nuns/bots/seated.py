"""A bot in its seat: what it is told, what it answers, and what stands in for an answer that is none."""

from dataclasses import dataclass
from random import Random

from nuns.bots.bot import Bot, Observer
from nuns.bots.own import told
from nuns.referee.actions import Action, Plan
from nuns.referee.game import Game, refusal
from nuns.referee.knowing import known_to
from nuns.referee.notation import clipped
from nuns.referee.seats import Seat
from nuns.referee.view import view


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
    heard: int = 0  # how many of the night's events it has been told, as far as its seat may know

    def answer(self, game: Game) -> tuple[Action, str | None]:
        """Its action; where it fails a random one, and in one line why."""
        seen = view(game, self.seat)
        try:
            self._tell(game)
            return self._checked(game, self.bot.choose(seen, seen.actions, self.rng), seen.actions), None
        except (Exception, SystemExit) as fault:
            return self.rng.choice(seen.actions), f"{self.name}: {told(fault, self.file)}"

    def _tell(self, game: Game) -> None:
        if isinstance(self.bot, Observer):
            news = known_to(self.seat, game.events[self.heard :])
            self.heard = len(game.events)
            self.bot.observe(news)

    def _checked(self, game: Game, action: Action, actions: tuple[Action, ...]) -> Action:
        """One of what was offered, or a whole plan that the game accepts."""
        if isinstance(action, Plan):
            if reason := refusal(game, action, self.seat):
                raise BadAnswer(f"expected a legal plan; got {clipped(repr(action))}: {reason}")
        elif action not in actions:
            raise BadAnswer(f"expected one of the {len(actions)} actions it was offered; got {clipped(repr(action))}")
        return action
