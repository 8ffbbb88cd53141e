"""A cache of answers that are expensive to make."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

SIZE = 64  # replays and pictures
T = TypeVar("T")


class SingleFlightCache:
    """LRU cache; concurrent requests for one key share one computation."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self._entries: dict[str, asyncio.Future[Any]] = {}

    async def get(self, key: str, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The value of a key, made if it is not there. A computation that fails fails for all who wait for it, and is not cached."""
        found = self._entries.pop(key, None)
        making: asyncio.Future[T] = found if found is not None else asyncio.ensure_future(make())
        if found is None:
            making.add_done_callback(lambda done: self._forget_failed(key, done))
        self._entries[key] = making
        while len(self._entries) > self._size:
            del self._entries[next(iter(self._entries))]
        return await asyncio.shield(making)

    def _forget_failed(self, key: str, done: asyncio.Future[Any]) -> None:
        if (done.cancelled() or done.exception() is not None) and self._entries.get(key) is done:
            del self._entries[key]
