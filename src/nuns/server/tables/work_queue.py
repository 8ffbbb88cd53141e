"""The work queue of a table: one task does one job after the other, so nothing needs a lock."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from nuns.server.refusal import Refusal, Why
from nuns.server.store import StoreError

QUIET = 60_000  # milliseconds for which the same kind of fault is not logged again

_log = logging.getLogger(__name__)
T = TypeVar("T")
Work = Callable[[], Awaitable[Any]]
Post = Callable[[Work], None]


class WorkQueue:
    """Jobs wait here until the queue is started, and then for their turn."""

    def __init__(self, name: str, now: Callable[[], int]) -> None:
        self._name, self._now = name, now
        self._closed = False
        self._is_working = False
        self._logged: dict[type[Exception], int] = {}  # when that kind of fault was last logged
        self._queue: asyncio.Queue[tuple[Work, asyncio.Future[Any] | None] | None] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None

    def start(self, run: Callable[[Work], Awaitable[Any]], follow_up: Callable[[], Work | None]) -> None:
        """Begins to work: ``run`` carries out each job, and after each job what ``follow_up`` names is done too."""
        self.task = asyncio.create_task(self._work(run, follow_up), name=self._name)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way and nothing waits."""
        return self._queue.empty() and not self._is_working

    async def take(self, work: Callable[[], Awaitable[T]]) -> T:
        """Queues a job and waits for its result; a store that fails is a ``Refusal``."""
        if self._closed:
            raise Refusal(Why.CLOSING)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((work, done))
        return await done

    def post(self, work: Work) -> None:
        """Queues a job that nobody waits for; its fault is logged."""
        self._queue.put_nowait((work, None))

    def wake(self) -> None:
        """Lets the follow-up be looked at soon."""
        if self._queue.empty():
            self.post(nothing)

    def refuse(self) -> None:
        """Takes no more jobs that somebody would wait for."""
        self._closed = True

    async def end(self) -> None:
        """Does the jobs that are queued, and no more."""
        self._queue.put_nowait(None)
        if self.task is not None:
            await asyncio.wait([self.task])

    async def _work(self, run: Callable[[Work], Awaitable[Any]], follow_up: Callable[[], Work | None]) -> None:
        while (job := await self._queue.get()) is not None:
            self._is_working = True
            await self._do(run, *job)
            if more := follow_up():
                await self._do(run, more, None)
            self._is_working = False

    async def _do(self, run: Callable[[Work], Awaitable[Any]], work: Work, done: asyncio.Future[Any] | None) -> None:
        try:
            result = await run(work)
        except Exception as fault:
            if done is not None and not done.done():
                done.set_exception(as_refusal(fault))
            elif done is None:
                self._tell(fault)
        else:
            if done is not None and not done.done():
                done.set_result(result)

    def _tell(self, fault: Exception) -> None:
        """Logs a fault, each kind once a minute: while the store is away whatever is due is tried several times a second."""
        kind, now = type(fault), self._now()
        if kind in self._logged and now - self._logged[kind] < QUIET:
            return
        self._logged[kind] = now
        is_ours = not isinstance(fault, StoreError | Refusal)
        _log.warning("%s: %s", self._name, "a fault of its own" if is_ours else fault, exc_info=is_ours)


async def nothing() -> None:
    """A job that only lets the follow-up happen."""


def as_refusal(fault: Exception) -> Exception:
    return Refusal(Why.NO_STORE) if isinstance(fault, StoreError) else fault
