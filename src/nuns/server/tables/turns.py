"""The queue of a table: whatever changes it waits for its turn, and one task does one thing after the other, so nothing needs a lock."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar

from nuns.server.refusal import Refusal, Why
from nuns.server.store import StoreError, Unavailable

if TYPE_CHECKING:
    from nuns.server.tables.live import LiveTable

QUIET = 60_000  # milliseconds for which the same kind of fault is not told again

_log = logging.getLogger(__name__)
T = TypeVar("T")
Work = Callable[[], Awaitable[Any]]


class Turns:
    """One table's. After every turn the table does what is due by itself, if it is driven here."""

    def __init__(self, table: "LiveTable") -> None:
        self._table = table
        self._closed = False
        self._is_working = False
        self.done = 0
        self._told: dict[type[Exception], int] = {}  # when that kind of fault was last told
        self._queue: asyncio.Queue[tuple[Work, asyncio.Future[Any] | None] | None] = asyncio.Queue()
        self.task = asyncio.create_task(self._run(), name=f"table {table.code}")

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way, or waits."""
        return self._queue.empty() and not self._is_working

    async def take(self, work: Callable[[], Awaitable[T]]) -> T:
        """Waits until it is done."""
        if self._closed:
            raise Refusal(Why.CLOSING)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((work, done))
        return await done

    def post(self, work: Work) -> None:
        """Does it when it is its turn."""
        self._queue.put_nowait((work, None))

    def wake(self) -> None:
        """Time has passed."""
        if self._queue.empty():
            self.post(nothing)

    def refuse(self) -> None:
        """Nobody else may queue up."""
        self._closed = True

    async def end(self) -> None:
        """Does what is in the queue, and no more."""
        self._queue.put_nowait(None)
        await asyncio.wait([self.task])

    async def _run(self) -> None:
        while (turn := await self._queue.get()) is not None:
            work, done = turn
            self._is_working = True
            await self._do(work, done)
            if self._table.driving:
                await self._do(self._table.driver.drive, None)
            self._is_working = False
            self.done += 1

    async def _do(self, work: Work, done: asyncio.Future[Any] | None) -> None:
        try:
            if self._table.is_behind:
                await self._table.keeping.catch_up()
            result = await work()
        except Exception as fault:
            self._table.keeping.is_behind |= isinstance(fault, Unavailable)
            if done is not None and not done.done():
                done.set_exception(as_refusal(fault))
            elif done is None:
                self._tell(fault)
        else:
            if done is not None and not done.done():
                done.set_result(result)

    def _tell(self, fault: Exception) -> None:
        """In the log, once a minute: while the store is away whatever is due is tried several times a second."""
        kind, now = type(fault), self._table.means.now()
        if kind in self._told and now - self._told[kind] < QUIET:
            return
        self._told[kind] = now
        is_ours = not isinstance(fault, StoreError | Refusal)
        _log.warning("table %s: %s", self._table.code, "a fault of its own" if is_ours else fault, exc_info=is_ours)


async def nothing() -> None:
    """What is due is done after every turn of the queue."""


def as_refusal(fault: Exception) -> Exception:
    return Refusal(Why.NO_STORE) if isinstance(fault, StoreError) else fault
