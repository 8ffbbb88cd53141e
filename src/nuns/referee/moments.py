"""The moments of a finished night at which it can be taken over: after the deal, and never in the middle of a joint decision."""

from collections.abc import Iterator
from typing import NamedTuple

from nuns.referee.actions import Action
from nuns.referee.events import Event
from nuns.referee.game import Game
from nuns.referee.turn_parts import TurnPart, page_position


class GameMoment(NamedTuple):
    """A moment of a night: how many actions were done before it, and the part of the turn in which it lies."""

    actions: int
    turn: int
    part: TurnPart


def moments(game: Game, steps: Iterator[tuple[Action | None, tuple[Event, ...]]]) -> Iterator[GameMoment]:
    """Yields each moment of a night as it is replayed on the game.

    Where several seats decide at once (plans, blessings, noise tokens), the only moment is before the first answer. A night that is taken
    over there keeps none of the original answers to that question.
    """
    page, before = page_position(game, None), (0, 0, 0)
    for done, (action, _) in enumerate(steps, 1):
        page = page_position(game, page)
        asked = (game.turn, game.phase, game.ask)
        if action is not None and not game.is_over and (not game.is_joint_decision or asked != before):
            yield GameMoment(done, game.turn, page.part)
        before = asked
