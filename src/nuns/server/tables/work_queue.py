"""The work queue of a table: one task does one job after the other, so nothing needs a lock."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from nuns.server.refusal import Refusal, Why
from nuns.server.store import Full, StoreError, Unavailable

GIVEN_UP = "the job took too long"
QUIET = 60_000  # milliseconds for which the same kind of fault is not logged again

_log = logging.getLogger(__name__)
T = TypeVar("T")
Work = Callable[[], Awaitable[Any]]
Post = Callable[[Work], None]


class WorkQueue:
    """The jobs of a table. They wait until the queue is started, and then for their turn.

    A job that finds the queue empty is done at once, in the task of the one who waits for it, which spares two changes of task.
    A posted job is never lost because the store is away: it is kept, and done again after the first job for which the store answers.
    """

    def __init__(self, name: str, now: Callable[[], int]) -> None:
        self._name, self._now = name, now
        self._closed = False
        self._done: asyncio.Future[Any] | None = None  # of the job that is under way
        self._busy_since: float | None = None
        self._has_next = False  # whether a job was taken from the queue and waits for one that is done at once
        self._at_once: tuple[asyncio.Task[Any], asyncio.Future[None]] | None = None  # who does a job at once, and its end
        self._logged: dict[type[BaseException], int] = {}  # when that kind of fault was last logged
        self._queue: asyncio.Queue[tuple[Work, asyncio.Future[Any] | None] | None] = asyncio.Queue()
        self._kept: list[Work] = []  # posted jobs that failed because the store was away
        self.task: asyncio.Task[None] | None = None

    def start(self, run: Callable[[Work], Awaitable[Any]], follow_up: Callable[[], Work | None]) -> None:
        """Starts the task: ``run`` carries out each job, and after each the job that ``follow_up`` returns is done too."""
        self._run, self._follow_up = run, follow_up
        self.task = asyncio.create_task(self._work(), name=self._name)

    @property
    def is_idle(self) -> bool:
        """Returns whether nothing is under way and nothing waits."""
        return self._queue.empty() and self._busy_since is None and not self._has_next

    @property
    def has_kept(self) -> bool:
        """Returns whether jobs that failed wait to be done again."""
        return bool(self._kept)

    @property
    def busy_seconds(self) -> float:
        """Returns for how long the present job has been under way."""
        return 0.0 if self._busy_since is None else time.monotonic() - self._busy_since

    async def take(self, work: Callable[[], Awaitable[T]]) -> T:
        """Queues a job and returns its result; a store that fails raises ``Refusal``."""
        if self._closed:
            raise Refusal(Why.CLOSING)
        if self.is_idle and self.task is not None:
            return await self._do_at_once(work)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((work, done))
        return await done

    def post(self, work: Work) -> None:
        """Queues a job that nobody waits for; its fault is logged."""
        self._queue.put_nowait((work, None))

    def wake(self) -> None:
        """Queues an empty job, so that the follow-up is done soon."""
        if self._queue.empty():
            self.post(nothing)

    def refuse(self) -> None:
        """Refuses new jobs that somebody would wait for."""
        self._closed = True

    def restart(self) -> None:
        """Gives up the job that is under way, and goes on with the next; for a job that never ends."""
        assert self.task is not None
        if self._at_once is not None:
            self._at_once[0].cancel(GIVEN_UP)
            self._end_at_once()
            return
        self.task.cancel()
        if self._done is not None and not self._done.done():
            self._done.set_exception(Refusal(Why.FAILED))
        self._done = self._busy_since = None
        self.task = asyncio.create_task(self._work(), name=self._name)

    async def end(self) -> None:
        """Finishes the jobs that are queued, and stops."""
        self._queue.put_nowait(None)
        if self.task is not None:
            await asyncio.wait([self.task])

    async def _work(self) -> None:
        while (job := await self._queue.get()) is not None:
            self._has_next = True
            while self._at_once is not None:
                await self._at_once[1]
            self._has_next = False
            work, self._done = job
            self._busy_since = time.monotonic()
            if await self._do(work, self._done):
                await self._repeat()
            if more := self._follow_up():
                await self._do(more, None, keep=False)
            self._done = self._busy_since = None

    async def _do_at_once(self, work: Callable[[], Awaitable[T]]) -> T:
        """Does a job while the queue's task waits; what follows it is left to that task."""
        task = asyncio.current_task()
        assert task is not None
        self._at_once = mine = task, asyncio.get_running_loop().create_future()
        self._busy_since = time.monotonic()
        try:
            result: T = await self._run(work)
            return result
        except (Exception, asyncio.CancelledError) as fault:
            if isinstance(fault, asyncio.CancelledError) and is_cancelled():
                if fault.args != (GIVEN_UP,):
                    self.wake()  # the job may be half done: the next one reads what is stored
                    raise
                task.uncancel()
                raise Refusal(Why.FAILED) from None
            if isinstance(fault, Refusal):
                raise
            raise as_refusal(fault) from fault
        finally:
            if self._at_once is mine:
                self._end_at_once()

    def _end_at_once(self) -> None:
        assert self._at_once is not None
        self._at_once[1].set_result(None)
        self._at_once = self._busy_since = None
        if self._kept or self._follow_up() is not None:
            self.wake()

    async def _repeat(self) -> None:
        """Does the jobs again that were kept; one that fails again is kept again."""
        kept, self._kept = self._kept, []
        for work in kept:
            await self._do(work, None)

    async def _do(self, work: Work, done: asyncio.Future[Any] | None, *, keep: bool = True) -> bool:
        """Does a job; returns False if the store did not answer."""
        try:
            result = await self._run(work)
        except (Exception, asyncio.CancelledError) as fault:
            if isinstance(fault, asyncio.CancelledError) and is_cancelled():
                raise
            is_away = is_store_away(fault)
            if done is None:
                self._tell(fault)
                if is_away and keep and work not in self._kept:
                    self._kept.append(work)
            elif not done.done():
                done.set_exception(as_refusal(fault))
            return not is_away
        if done is not None and not done.done():
            done.set_result(result)
        return True

    def _tell(self, fault: BaseException) -> None:
        """Logs a fault, each kind once a minute: while the store is away, jobs are tried several times a second."""
        kind, now = type(fault), self._now()
        if kind in self._logged and now - self._logged[kind] < QUIET:
            return
        self._logged[kind] = now
        is_ours = not isinstance(fault, StoreError | Refusal)
        _log.warning("%s: %s", self._name, "a fault of its own" if is_ours else fault, exc_info=is_ours)


async def nothing() -> None:
    """Does nothing: after it comes the follow-up."""


def is_cancelled() -> bool:
    """Returns whether this task is to end, and not only something that it waited for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def is_store_away(fault: BaseException) -> bool:
    """Returns whether a job failed because the store did not answer, so that it may go well later."""
    return isinstance(fault, Unavailable) or (isinstance(fault, Refusal) and fault.why in (Why.MAYBE_KEPT, Why.DISK_FULL))


def as_refusal(fault: BaseException) -> Exception:
    if isinstance(fault, StoreError):
        return Refusal(Why.DISK_FULL if isinstance(fault, Full) else Why.NO_STORE)
    return fault if isinstance(fault, Exception) else Refusal(Why.BROKEN_OFF)
