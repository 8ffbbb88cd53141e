"""Group commit: jobs that arrive while one batch is committed form the next batch.

arriving     a   b c d e f g h   i j k
committed    [a] [b c d e f g h] [i j k]
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from nuns.server.store.errors import Closed

Job = TypeVar("Job")
Result = TypeVar("Result")
LARGEST_BATCH = 512


class Group(Generic[Job, Result]):
    """Gathers jobs and commits them in batches, one batch at a time, in the order in which they came."""

    def __init__(self, commit: Callable[[list[Job]], Awaitable[list[Result | BaseException]]]) -> None:
        self._commit = commit
        self._waiting: list[tuple[Job, asyncio.Future[Result]]] = []
        self._loop = asyncio.get_running_loop()
        self._working: asyncio.Future[list[Result | BaseException]] | None = None
        self._idle: asyncio.Future[None] | None = None  # set while jobs are committed, done when there are none left
        self._closed = False
        self.jobs = 0
        self.batches = 0

    async def do(self, job: Job) -> Result:
        """Returns the job's result or raises its error, once its batch is durable. A job is done even if its caller is cancelled."""
        if self._closed:
            raise Closed
        future: asyncio.Future[Result] = self._loop.create_future()
        self._waiting.append((job, future))
        if self._idle is None:
            self._idle = self._loop.create_future()
            self._loop.call_soon(self._begin)  # after all callers that are ready now have added their jobs
        return await future

    def _begin(self) -> None:
        batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
        self._working = asyncio.ensure_future(self._commit([job for job, _ in batch]))  # noqa: RUF006
        self._working.add_done_callback(lambda done: self._finish(batch, done))

    def _finish(self, batch: list[tuple[Job, "asyncio.Future[Result]"]], done: "asyncio.Future[list[Result | BaseException]]") -> None:
        self.jobs += len(batch)
        self.batches += 1
        failure = Closed() if done.cancelled() else done.exception()
        results = [failure] * len(batch) if failure is not None else done.result()
        for (_, future), result in zip(batch, results, strict=True):
            settle(future, result)
        self._loop.call_soon(self._go_on)  # callers that were answered may add to the next batch

    def _go_on(self) -> None:
        if self._waiting:
            self._begin()
        elif self._idle is not None:
            self._idle.set_result(None)
            self._idle = None

    async def close(self) -> None:
        """Refuses new jobs and finishes those it has."""
        self._closed = True
        if self._idle is not None:
            await asyncio.shield(self._idle)


def settle(future: "asyncio.Future[Result]", result: Result | BaseException) -> None:
    if future.done():  # its caller was cancelled
        return
    if isinstance(result, BaseException):
        future.set_exception(result)
    else:
        future.set_result(result)
