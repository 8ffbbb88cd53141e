"""The time of day without jumps: a clock that is set while people play takes nobody's time and gives nobody any."""

import logging
import time
from collections.abc import Callable

JUMP = 2_000  # milliseconds by which the time of day may stray from the steady clock at once

_log = logging.getLogger(__name__)


def wall_clock() -> int:
    """Returns milliseconds since 1970, by the clock of the machine, which may be set."""
    return time.time_ns() // 1_000_000


def steady_clock() -> int:
    """Returns milliseconds since some moment; nobody can set this clock."""
    return time.monotonic_ns() // 1_000_000


class SteadyClock:
    """The time of day in milliseconds since 1970. It follows the machine's clock, but not where that jumps; then it goes on by itself."""

    def __init__(self, wall: Callable[[], int] = wall_clock, steady: Callable[[], int] = steady_clock) -> None:
        self._wall, self._steady = wall, steady
        self._offset = wall() - steady()
        self._ignored = 0  # milliseconds by which the machine's clock has jumped
        self._last = 0

    def __call__(self) -> int:
        steady = self._steady()
        drift = self._wall() - self._ignored - steady - self._offset
        if abs(drift) > JUMP:
            _log.warning("the clock of this machine jumped by %.0f s; games go on by the time before", drift / 1000)
            self._ignored += drift
        else:
            self._offset += drift
        self._last = max(self._last, steady + self._offset)
        return self._last
