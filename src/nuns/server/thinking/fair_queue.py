"""A queue for a few workers that nobody can keep to themselves: addresses take turns, and so do the tables of an address."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple


class Share(NamedTuple):
    """For whom a job is done: a lower rank goes first; within a rank all addresses have equal shares, and so have the tables of each."""

    rank: int
    address: str
    table: str


Waiting = OrderedDict[str, OrderedDict[str, deque[asyncio.Future[None]]]]  # by address, by table


class FairQueue:
    """Lets one job after the other through: at any time no more than there are workers."""

    def __init__(self, workers: int = 1) -> None:
        self._free = workers
        self._ranks: dict[int, Waiting] = {}

    @asynccontextmanager
    async def turn(self, share: Share) -> AsyncIterator[None]:
        """Waits for a turn, which lasts until the end of the block; one who is cancelled while waiting gives up the place."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(share)
        try:
            yield
        finally:
            self._pass_on()

    def waiting(self, address: str) -> int:
        """Returns how many jobs of an address wait."""
        return sum(len(jobs) for waiting in self._ranks.values() for jobs in waiting.get(address, {}).values())

    async def _wait(self, share: Share) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        tables = self._ranks.setdefault(share.rank, OrderedDict()).setdefault(share.address, OrderedDict())
        tables.setdefault(share.table, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._remove(share, turn)
            else:  # it was let through just now
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Lets the next one through; the worker is passed on to it."""
        for rank in sorted(self._ranks):
            while turn := self._next(rank):
                if not turn.cancelled():  # a job that was cancelled just now has not left the queue yet
                    turn.set_result(None)
                    return
        self._free += 1

    def _next(self, rank: int) -> asyncio.Future[None] | None:
        waiting = self._ranks[rank]
        if waiting:
            address, tables = waiting.popitem(last=False)
            table, jobs = tables.popitem(last=False)
            turn = jobs.popleft()
            if jobs:
                tables[table] = jobs
            if tables:
                waiting[address] = tables
            return turn
        del self._ranks[rank]
        return None

    def _remove(self, share: Share, turn: asyncio.Future[None]) -> None:
        waiting = self._ranks.get(share.rank)
        tables = waiting.get(share.address) if waiting else None
        jobs = tables.get(share.table) if tables else None
        if waiting is None or tables is None or jobs is None or turn not in jobs:  # it was passed over
            return
        jobs.remove(turn)
        if not jobs:
            del tables[share.table]
        if not tables:
            del waiting[share.address]
