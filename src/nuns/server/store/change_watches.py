"""Watches for changes: each has a small queue, in which a newer change of the same thing replaces the older."""

import asyncio

from nuns.server.store.values import StoreChange


class ChangeWatch:
    """An async iterator of changes from the moment it was made until it or its store is closed."""

    def __init__(self, watches: "ChangeWatches") -> None:
        self._watches = watches
        self._queue: dict[object, StoreChange] = {}
        self._news = asyncio.Event()
        self._closed = False

    def __aiter__(self) -> "ChangeWatch":
        return self

    async def __anext__(self) -> StoreChange:
        while not self._queue:
            if self._closed:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._queue.pop(next(iter(self._queue)))

    def put(self, change: StoreChange) -> None:
        about = (change.table, change.topic)
        covered = self._queue.pop(about, change)
        self._queue[about] = change if change.number >= covered.number else covered
        self._news.set()

    def close(self) -> None:
        """Ends the watch; what is queued can still be taken."""
        self._closed = True
        self._watches.watching.discard(self)
        self._news.set()


class ChangeWatches:
    """All watches of one store."""

    def __init__(self) -> None:
        self.watching: set[ChangeWatch] = set()

    def add(self) -> ChangeWatch:
        watch = ChangeWatch(self)
        self.watching.add(watch)
        return watch

    def tell(self, change: StoreChange) -> None:
        for watch in self.watching:
            watch.put(change)

    def close(self) -> None:
        for watch in list(self.watching):
            watch.close()
