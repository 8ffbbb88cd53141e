"""The lease of a table: the one node that holds it runs the table's clocks and bots."""

from nuns.server.store import Store


class TableLease:
    """One node's claim to run a table; ``is_held`` is what the node knows of it."""

    def __init__(self, store: Store, code: str, owner: str, seconds: float) -> None:
        self._store, self._code, self._owner, self._seconds = store, code, owner, seconds
        self.is_held = False

    async def acquire(self) -> bool:
        """Acquires or prolongs the lease; returns whether this node holds it now."""
        self.is_held = await self._store.acquire_lease(self._code, self._owner, self._seconds)
        return self.is_held

    async def release(self) -> None:
        """Releases the lease, if it is held."""
        await self._store.release_lease(self._code, self._owner)
        self.is_held = False
