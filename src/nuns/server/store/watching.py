"""Being told of changes: each watcher has a small pile of its own, on which a newer change of the same thing covers the older."""

import asyncio

from nuns.server.store.values import StoreChange


class ChangeWatch:
    """An async iterator of changes from the moment it was made until it or its store is closed."""

    def __init__(self, watches: "ChangeWatches") -> None:
        self._watches = watches
        self._pile: dict[object, StoreChange] = {}
        self._news = asyncio.Event()
        self._closed = False

    def __aiter__(self) -> "ChangeWatch":
        return self

    async def __anext__(self) -> StoreChange:
        while not self._pile:
            if self._closed:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._pile.pop(next(iter(self._pile)))

    def put(self, change: StoreChange) -> None:
        about = (change.table, change.topic)
        covered = self._pile.pop(about, change)
        self._pile[about] = change if change.number >= covered.number else covered
        self._news.set()

    def close(self) -> None:
        """What is on the pile can still be taken."""
        self._closed = True
        self._watches.watching.discard(self)
        self._news.set()


class ChangeWatches:
    """All watchers of one store."""

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
