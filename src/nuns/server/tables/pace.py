"""How often something may be done on one connection."""

from collections import deque

from nuns.server.refusal import Refusal, Why


class Pace:
    """At most so many in so many milliseconds."""

    def __init__(self, most: int, within: int) -> None:
        self._times: deque[int] = deque(maxlen=most)
        self._most, self._within = most, within

    def check(self, at: int, why: Why) -> None:
        """Counts one more at that time; raises ``Refusal`` when it is one too many."""
        if len(self._times) == self._most and at - self._times[0] < self._within:
            raise Refusal(why, most=self._most, seconds=self._within // 1000)
        self._times.append(at)
