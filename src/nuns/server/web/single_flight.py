"""A cache of answers that are expensive to make."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

SIZE = 64_000_000  # bytes of replays and pictures


class Sized(Protocol):
    """What can be kept: it knows how many bytes it takes."""

    @property
    def size(self) -> int: ...


T = TypeVar("T", bound=Sized)


class Flight:
    """An answer that is being made or was made, and how many wait for it."""

    def __init__(self, making: asyncio.Task[Any]) -> None:
        self.making, self.waiting = making, 0

    @property
    def size(self) -> int:
        is_made = self.making.done() and not self.making.cancelled() and self.making.exception() is None
        return self.making.result().size if is_made else 0


class SingleFlightCache:
    """LRU cache of a size in bytes; concurrent requests for one key share one computation, which ends when nobody waits for it."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self._entries: dict[str, Flight] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    async def get(self, key: str, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Returns the value of a key, making it if it is missing. A computation that fails fails for all who wait, and is not cached."""
        flight = self._entries.pop(key, None)
        if flight is None:
            flight = Flight(asyncio.ensure_future(make()))
            flight.making.add_done_callback(lambda _: self._land(key, flight))
        self._entries[key] = flight
        flight.waiting += 1
        try:
            made: T = await asyncio.shield(flight.making)
            return made
        finally:
            flight.waiting -= 1
            if not flight.waiting and not flight.making.done():
                flight.making.cancel()
                self._forget(key, flight)

    def _land(self, key: str, flight: Flight) -> None:
        """Caches an answer, unless it alone is too large; evicts the least recently used answers while the cache is too large."""
        if flight.making.cancelled() or flight.making.exception() is not None:
            self._forget(key, flight)
        size = sum(each.size for each in self._entries.values())
        for oldest, each in list(self._entries.items()):
            if size <= self._size:
                break
            if each.making.done():
                size -= each.size
                del self._entries[oldest]

    def _forget(self, key: str, flight: Flight) -> None:
        if self._entries.get(key) is flight:
            del self._entries[key]
