"""What one of our bots keeps in mind at a table, as the records that the policies read."""

from collections.abc import Sequence
from threading import local
from typing import Any

from nuns.bots.belief import Belief
from nuns.bots.event_codes import codes_of
from nuns.bots.filter.motion_model import motion_record, recorded
from nuns.bots.players.bot import Decision
from nuns.bots.players.policy_bot import GameRandom
from nuns.bots.policies.decisions import decide_novice
from nuns.bots.policies.nights import NEWS
from nuns.bots.policies.units import DECISIONS
from nuns.bots.policies.workspace import Mind, Workspace
from nuns.kernel.compiler import Function
from nuns.kernel.entries import new_record, record_of
from nuns.kernel.records import Record
from nuns.kernel.units import entry_of
from nuns.referee.events import Event
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat
from nuns.rules.state import State

_threads = local()


def thread_workspace() -> Record:
    """Returns the space of this thread, in which all its bots think by turns."""
    if not hasattr(_threads, "space"):
        _threads.space = new_record(Workspace)
    space: Record = _threads.space
    return space


class SeatMind:
    """A mind that is told the events of one seat."""

    def __init__(self, setup: GameSetup, seat: Seat) -> None:
        self.setup, self.seat, self.record = setup, seat, new_record(Mind)
        self.record["walker"] = -1
        self.belief = Belief(setup, seat, compile_it=True, record=self.record["belief"])

    def tell(self, events: Sequence[Event], asked: State) -> None:
        """Takes in the events of whole actions, of which it uses only what its seat may know; ``asked`` says what is asked after them."""
        known = known_to(self.seat, tuple(events))
        self.belief.observe_all(known, asked)
        if any(NEWS >> what & 1 for what, *_ in codes_of(self.setup, known) if what < NEWS.bit_length()):
            self.record["is_stale"] = 1

    def limited(self, rollouts: int | None, seconds: float | None) -> "SeatMind":
        """Sets the limits of a search for each decision, and returns itself."""
        self.record["rollouts"] = rollouts or 0
        self.record["milliseconds"] = 0 if seconds is None else max(1, round(1000 * seconds))
        return self


class PolicyCall:
    """Calls a policy in machine code on what a seat knows, with the numbers of a generator."""

    def __init__(self, decision: Decision, numbers: GameRandom) -> None:
        numbers.lend(decision.known)
        self.known, self.space = record_of(decision.known, State), thread_workspace()
        self._decision, self._numbers = decision, numbers

    def answer(self, function: Function, *minds: SeatMind, policy: int) -> int:
        """Returns what a function of ``policies/decisions.py`` answers for the figure that is asked."""
        setup, records = self._decision.setup, [mind.record for mind in minds]
        model = motion_record(setup.board, setup.options)
        return self._called(function, model, *records, self.known, self._decision.figure, policy, self.space)

    def answer_without_mind(self, policy: int) -> int:
        """Returns a novice's answer where she needs no belief, as in a noise step."""
        return self._called(decide_novice, self.known, self._decision.figure, policy)

    def _called(self, function: Function, *given: Any) -> int:
        answered = int(entry_of(DECISIONS, function)(recorded(self._decision.board), *given))
        self._numbers.decisions = int(self.known["decisions"][0])
        return answered
