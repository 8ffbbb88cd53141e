"""Limits on how often something may be done, by a seat however often its browser reconnects."""

from collections import deque
from collections.abc import Hashable

from nuns.server.refusal import Refusal, Why

REMEMBERED = 1_000  # keys; those that have long done nothing are forgotten then


class Pace:
    """A limit of ``most`` calls in any ``within`` milliseconds."""

    def __init__(self, most: int, within: int) -> None:
        self._times: deque[int] = deque(maxlen=most)
        self._most, self._within = most, within

    def check(self, at: int, why: Why) -> None:
        """Counts a call at that time; raises ``Refusal`` when it is one too many."""
        if len(self._times) == self._most and at - self._times[0] < self._within:
            raise Refusal(why, most=self._most, seconds=self._within // 1000)
        self._times.append(at)

    def is_over(self, at: int) -> bool:
        """Returns whether the last call was so long ago that it no longer counts."""
        return not self._times or at - self._times[-1] >= self._within


class Paces:
    """A pace for everyone who does something, by a key that reconnecting does not change."""

    def __init__(self, most: int, within: int, why: Why) -> None:
        self._most, self._within, self._why = most, within, why
        self._paces: dict[Hashable, Pace] = {}

    def check(self, key: Hashable, at: int) -> None:
        """Counts a call; raises ``Refusal`` when it is one too many."""
        if len(self._paces) >= REMEMBERED:
            self._paces = {each: pace for each, pace in self._paces.items() if not pace.is_over(at)}
        self._paces.setdefault(key, Pace(self._most, self._within)).check(at, self._why)
