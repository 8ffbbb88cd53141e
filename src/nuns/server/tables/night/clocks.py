"""Clocks: a bank of time for each person, which runs while that person alone must decide, and a limit for what several decide at once.

Times are those of the log's entries, so that the same log gives the same clocks everywhere.
"""

from typing import NamedTuple

import msgspec

from nuns.server.settings import ChairName, Clock

SECOND = 1000
WELCOME_BACK = 30 * SECOND  # what a person has at least after taking a seat back


class RunningClock(NamedTuple):
    """The clock that runs: one person's bank, or the limit of a joint phase, by its number; or none."""

    alone: ChairName | None = None
    phase: int | None = None


class Clocks(msgspec.Struct, frozen=True):
    """What every person has left, which clock is running, and since when."""

    rules: Clock
    left: dict[ChairName, int]
    running: RunningClock = RunningClock()
    since: int = 0

    def passed(self, at: int, running: RunningClock) -> "Clocks":
        """From then on ``running`` runs. A bank grows by the increment when its owner's spell is over, not with each step of a guard."""
        left = self.left
        if self.running.alone is not None:
            left = {**left, self.running.alone: self.left_to(self.running.alone, at)}
            if running.alone != self.running.alone:
                left[self.running.alone] += self.rules.increment * SECOND
        is_same_phase = running.phase is not None and running.phase == self.running.phase
        return Clocks(self.rules, left, running, self.since if is_same_phase else max(at, self.since))

    def resumed(self, at: int) -> "Clocks":
        """The clocks as they go on from that time; the time in between is taken from nobody."""
        return Clocks(self.rules, self.left, self.running, at)

    def welcomed(self, chair: ChairName) -> "Clocks":
        """The clocks after a person has taken a seat back, with time to look around."""
        least = min(WELCOME_BACK, self.rules.bank * SECOND)
        return Clocks(self.rules, {**self.left, chair: max(least, self.left[chair])}, self.running, self.since)

    def left_to(self, chair: ChairName, at: int) -> int:
        """Milliseconds in a person's bank at that time."""
        spent = max(0, at - self.since) if chair == self.running.alone else 0
        return max(0, self.left[chair] - spent)

    def left_in_phase(self, at: int) -> int | None:
        """Milliseconds until a joint phase is over; None where there is none."""
        return None if self.running.phase is None else max(0, self.rules.joint * SECOND - max(0, at - self.since))

    @property
    def deadline(self) -> int | None:
        """When the time is up and a bot stands in."""
        if self.running.alone is not None:
            return self.since + self.left[self.running.alone]
        return None if self.running.phase is None else self.since + self.rules.joint * SECOND


def new_clocks(rules: Clock, chairs: tuple[ChairName, ...]) -> Clocks:
    return Clocks(rules, dict.fromkeys(chairs, rules.bank * SECOND))
