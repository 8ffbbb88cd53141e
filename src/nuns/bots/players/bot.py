"""What a bot is: outside bots choose from a view, ours decide on what a seat knows."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

from nuns.board.shape import copy_of, from_row, row_of
from nuns.board.tables import Board
from nuns.referee.action_codec import plan_of, small_action
from nuns.referee.actions import Action, First, Plan
from nuns.referee.events import Event
from nuns.referee.game_setup import GameSetup
from nuns.referee.seats import Seat, figures_of
from nuns.referee.view import View
from nuns.rules.knowledge import Known as Known
from nuns.rules.options import nearest_edition
from nuns.rules.turn import answer
from nuns.rules.words import GUARD_SIDE


@runtime_checkable
class Bot(Protocol):
    """An outside bot, which plays one seat for one game and answers with one of the actions, or as a novice with a whole plan."""

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        """Returns one of the actions, or a whole plan."""


class Decision(NamedTuple):
    """A decision that a seat is asked for: the setup, the seat, and a copy of what it knows, which the bot may change (3)."""

    setup: GameSetup
    seat: Seat
    known: Known

    @property
    def board(self) -> Board:
        """The tables of the board."""
        return self.setup.board

    @property
    def figure(self) -> int:
        """The first figure of the seat that is asked."""
        return next(figure for figure in figures_of(self.seat, self.setup.guard_players) if self.known.asked >> figure & 1)

    @property
    def start(self) -> Action | None:
        """The only possible answer of one of two guard players who is asked which guard begins: she herself; else None (4)."""
        return First(self.seat.value) if self.figure == GUARD_SIDE and self.setup.guard_players == 2 else None

    def action(self, number: int) -> Action:
        """Returns the small action that a number of the rules stands for."""
        return small_action(self.setup, self.known, self.figure, number)

    def plan(self, numbers: Sequence[int]) -> Plan:
        """Returns the whole plan that these small actions finish."""
        written, figure = copy_of(self.known), self.figure
        for number in numbers:
            answer(self.board, written, figure, number)
        return plan_of(written, figure)


class KnowingBot(Protocol):
    """One of our bots, which reads what its seat knows as a state of the rules."""

    def decide(self, decision: Decision, rng: Random) -> Action:
        """Returns the action that the bot takes."""


@runtime_checkable
class Observer(Protocol):
    """A bot that is also told what its seat has learnt since its last decision."""

    def observe(self, events: Sequence[Event]) -> None:
        """Takes in the events since the last decision, as the seat knows them."""


@runtime_checkable
class ToldBot(Observer, Protocol):
    """A bot that is also told when an answer of its own was not taken, and how the game ended."""

    def refuse(self, why: str) -> None:
        """Takes in why its last answer was not taken."""

    def finish(self, reason: str, winners: Sequence[str]) -> None:
        """Takes in how the game ended, and the seats that won."""


AnyBot = Bot | KnowingBot
Row = tuple[Any, ...]


def pack_known(known: Known) -> Row:
    """Returns what a seat knows as nested rows of small numbers, for another process."""
    return row_of(known)


def unpack_known(row: Row) -> Known:
    """Returns what a seat knows from such rows."""
    return from_row(Known, row)


def setup_of(known: Known) -> GameSetup:
    """Returns the setup to which a seat's knowledge belongs, in the convent of the game."""
    return GameSetup(nearest_edition(known.options), known.options, known.novice_players, known.guard_players)
