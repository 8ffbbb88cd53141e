"""Clocks: a bank of time for each person, which runs while that person alone must decide, and a limit for what several decide at once.

Times are those of the log's entries, so that the same log gives the same clocks everywhere.
"""

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from nuns.server.settings import ChairName, Clock

SECOND = 1000
WELCOME_BACK = 30 * SECOND  # milliseconds that a person has at least after taking a seat back for the first time


class RunningClock(NamedTuple):
    """The clock that runs: one person's bank, or the limit of a joint phase, by its number; or none."""

    alone: ChairName | None = None
    phase: int | None = None


class Clocks(msgspec.Struct, frozen=True):
    """The time in every person's bank, the clock that is running, and since when."""

    rules: Clock
    left: dict[ChairName, int]
    running: RunningClock = RunningClock()
    since: int = 0
    began: tuple[int, int] | None = None  # the last joint phase, and since when its limit runs
    returns: dict[ChairName, int] = {}  # by seat, the turn in which the person last took it back

    def passed(self, at: int, running: RunningClock, *, answered: bool) -> "Clocks":
        """Returns the clocks with ``running`` as the clock that runs from that time on.

        A bank grows by the increment when its owner has answered and another clock starts: not with each step of a guard, and not by
        leaving. A joint phase that continues keeps its original limit, even if for a while nobody had to decide in it.
        """
        left, since, began = self.left, max(at, self.since), self.began
        if self.running.alone is not None:
            left = {**left, self.running.alone: self.left_to(self.running.alone, at)}
            if answered and running.alone != self.running.alone:
                left[self.running.alone] += self.rules.increment * SECOND
        if running.phase is not None:
            began = began if began is not None and began[0] == running.phase else (running.phase, since)
            since = began[1]
        return replace(self, left=left, running=running, since=since, began=began)

    def resumed(self, at: int) -> "Clocks":
        """Returns the clocks as they resume at that time; nobody is charged for the time in between."""
        phase = self.running.phase
        return replace(self, since=at, began=None if phase is None else (phase, at))

    def welcomed(self, chair: ChairName, turn: int) -> "Clocks":
        """Returns the clocks after a person has taken a seat back: the first time with time to look around, later with the increment.

        Within one turn it is given once, so that nobody fills the bank by leaving and returning.
        """
        least = min(WELCOME_BACK, self.rules.bank * SECOND) if chair not in self.returns else self.rules.increment * SECOND
        if self.returns.get(chair) == turn:
            least = 0
        left = {**self.left, chair: max(least, self.left[chair])}
        return replace(self, left=left, returns={**self.returns, chair: turn})

    def left_to(self, chair: ChairName, at: int) -> int:
        """Returns the milliseconds in a person's bank at that time."""
        spent = max(0, at - self.since) if chair == self.running.alone else 0
        return max(0, self.left[chair] - spent)

    def left_in_phase(self, at: int) -> int | None:
        """Returns the milliseconds until a joint phase is over; None where there is none."""
        return None if self.running.phase is None else max(0, self.rules.joint * SECOND - max(0, at - self.since))

    @property
    def deadline(self) -> int | None:
        """Returns when the time is up and a bot stands in."""
        if self.running.alone is not None:
            return self.since + self.left[self.running.alone]
        return None if self.running.phase is None else self.since + self.rules.joint * SECOND


def new_clocks(rules: Clock, chairs: tuple[ChairName, ...]) -> Clocks:
    return Clocks(rules, dict.fromkeys(chairs, rules.bank * SECOND))
