"""Group commit: what arrives while one batch is being made durable is the next batch.

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
    """Gathers jobs and has them done in batches, one batch at a time, in the order they came."""

    def __init__(self, commit: Callable[[list[Job]], Awaitable[list[Result | BaseException]]]) -> None:
        self._commit = commit
        self._waiting: list[tuple[Job, asyncio.Future[Result]]] = []
        self._working: asyncio.Task[None] | None = None
        self._closed = False
        self.jobs = 0
        self.batches = 0

    async def do(self, job: Job) -> Result:
        """The job's own result or failure, once its batch is durable. If the caller is cancelled the job is done all the same."""
        if self._closed:
            raise Closed
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, future))
        if self._working is None:  # the task starts when everybody who is ready now has added a job
            self._working = asyncio.create_task(self._work())
        return await future

    async def _work(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
                results = await self._results([job for job, _ in batch])
                self.jobs += len(batch)
                self.batches += 1
                for (_, future), result in zip(batch, results, strict=True):
                    settle(future, result)
                await asyncio.sleep(0)  # those who were answered may add to the next batch
        finally:
            self._working = None

    async def _results(self, jobs: list[Job]) -> list[Result | BaseException]:
        try:
            return await self._commit(jobs)
        except Exception as error:
            return [error for _ in jobs]

    async def close(self) -> None:
        """Takes nothing more, and finishes what it has."""
        self._closed = True
        if self._working is not None:
            await asyncio.shield(self._working)


def settle(future: "asyncio.Future[Result]", result: Result | BaseException) -> None:
    if future.done():  # its caller was cancelled
        return
    if isinstance(result, BaseException):
        future.set_exception(result)
    else:
        future.set_result(result)
