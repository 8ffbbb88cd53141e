"""The work queue of a table: one job after the other, so nothing that a job does needs a lock of its own."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from nuns.server.refusal import Refusal, Why
from nuns.server.store import Full, StoreError, Unavailable

QUIET = 60_000  # milliseconds for which the same kind of fault is not logged again

_log = logging.getLogger(__name__)
T = TypeVar("T")
Work = Callable[[], Awaitable[Any]]
Post = Callable[[Work], None]


class WorkQueue:
    """The jobs of a table. A job runs in the task of whoever waits for it, or in one of its own, while it holds the queue's lock.

    ``run`` carries out each job. After each, the job that ``follow_up`` returns is done before the next, and nobody waits for it.
    A posted job is never lost because the store is away: it is kept, and done again after the first job for which the store answers.
    """

    def __init__(
        self, name: str, now: Callable[[], int], run: Callable[[Work], Awaitable[Any]], follow_up: Callable[[], Work | None]
    ) -> None:
        self._name, self._now, self._run, self._follow_up = name, now, run, follow_up
        self._lock = asyncio.Lock()  # those who wait for it get it in the order in which they came
        self._closed = False
        self._logged: dict[type[BaseException], int] = {}  # when that kind of fault was last logged
        self._kept: list[Work] = []  # posted jobs that failed because the store was away
        self._limit: asyncio.Timeout | None = None  # with which the job that is under way can be given up
        self._since = 0.0
        self.tasks: set[asyncio.Task[None]] = set()  # of posted jobs and of those that follow

    @property
    def is_idle(self) -> bool:
        """Returns whether nothing is under way and nothing waits."""
        return not self._lock.locked() and not self.tasks

    @property
    def has_kept(self) -> bool:
        """Returns whether jobs that failed wait to be done again."""
        return bool(self._kept)

    @property
    def busy_seconds(self) -> float:
        """Returns for how long the present job has been under way."""
        return 0.0 if self._limit is None else time.monotonic() - self._since

    def give_up(self) -> None:
        """Gives up the job that is under way, which never ends; the next one is done."""
        if self._limit is not None:
            self._limit.reschedule(0)

    async def take(self, work: Callable[[], Awaitable[T]]) -> T:
        """Does a job when its turn comes, and returns its result; a store that fails raises ``Refusal``."""
        if self._closed:
            raise Refusal(Why.CLOSING)
        await self._lock.acquire()
        fault: BaseException | None = None
        try:
            result: T = await self._run_in_turn(work)
            return result
        except BaseException as raised:
            fault = raised
            if isinstance(fault, Refusal) or is_cancelled():
                raise
            raise self._as_refusal(fault) from fault
        finally:
            self._end_turn(store_answered=not is_store_away(fault))

    def post(self, work: Work) -> None:
        """Queues a job that nobody waits for; its fault is logged."""
        self._start(self._do_posted(work))

    def wake(self) -> None:
        """Queues an empty job, so that the follow-up is done soon."""
        if not self.tasks:
            self.post(nothing)

    def refuse(self) -> None:
        """Refuses new jobs that somebody would wait for."""
        self._closed = True

    async def end(self) -> None:
        """Finishes the jobs that are queued."""
        while not self.is_idle:
            async with self._lock:
                pass
            if self.tasks:
                await asyncio.wait(self.tasks)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name=self._name)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _run_in_turn(self, work: Work) -> Any:
        self._since = time.monotonic()
        try:
            async with asyncio.timeout(None) as self._limit:
                return await self._run(work)
        finally:
            self._limit = None

    async def _do_posted(self, work: Work) -> None:
        async with self._lock:
            await self._do_what_follows(store_answered=await self._do(work, keep=True))

    def _end_turn(self, *, store_answered: bool) -> None:
        """Ends the turn of one who waited for a job. If something follows, a task of its own does that before the next job."""
        if (self._kept and store_answered) or self._follow_up() is not None:
            self._start(self._finish_turn(store_answered))
        else:
            self._lock.release()

    async def _finish_turn(self, store_answered: bool) -> None:
        try:
            await self._do_what_follows(store_answered=store_answered)
        finally:
            self._lock.release()

    async def _do_what_follows(self, *, store_answered: bool) -> None:
        """Does the jobs again that were kept, if the store answers, and then the follow-up."""
        if store_answered:
            kept, self._kept = self._kept, []
            for work in kept:
                await self._do(work, keep=True)
        if more := self._follow_up():
            await self._do(more, keep=False)

    async def _do(self, work: Work, *, keep: bool) -> bool:
        """Does a job that nobody waits for; returns False if the store did not answer."""
        try:
            await self._run_in_turn(work)
        except (Exception, asyncio.CancelledError) as fault:
            if is_cancelled():
                raise
            self._tell(fault)
            if keep and is_store_away(fault) and work not in self._kept:
                self._kept.append(work)
            return not is_store_away(fault)
        return True

    def _as_refusal(self, fault: BaseException) -> BaseException:
        """Returns what somebody is told who waited for a job that failed."""
        if isinstance(fault, TimeoutError):
            self._tell(fault)
            return Refusal(Why.FAILED)
        if isinstance(fault, StoreError):
            return Refusal(Why.DISK_FULL if isinstance(fault, Full) else Why.NO_STORE)
        return fault if isinstance(fault, Exception) else Refusal(Why.BROKEN_OFF)  # something that the job waited for was cancelled

    def _tell(self, fault: BaseException) -> None:
        """Logs a fault, each kind once a minute: while the store is away, jobs are tried several times a second."""
        kind, now = type(fault), self._now()
        if kind in self._logged and now - self._logged[kind] < QUIET:
            return
        self._logged[kind] = now
        if isinstance(fault, TimeoutError):
            _log.warning("%s: a job that did not end was given up", self._name)
            return
        is_ours = not isinstance(fault, StoreError | Refusal)
        _log.warning("%s: %s", self._name, "a fault of its own" if is_ours else fault, exc_info=is_ours)


async def nothing() -> None:
    """Does nothing: after it comes the follow-up."""


def is_cancelled() -> bool:
    """Returns whether this task is to end, and not only something that it waited for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def is_store_away(fault: BaseException | None) -> bool:
    """Returns whether a job failed because the store did not answer, so that it may go well later."""
    return isinstance(fault, Unavailable) or (isinstance(fault, Refusal) and fault.why in (Why.MAYBE_KEPT, Why.DISK_FULL))
