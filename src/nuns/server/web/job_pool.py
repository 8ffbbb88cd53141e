"""Long jobs that a page asks for, such as replaying a record: they are done in a process beside the server."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from typing import Any, ParamSpec, TypeVar

from nuns.server.refusal import Refusal, Why
from nuns.server.thinking.fair_queue import Share
from nuns.server.thinking.workers import Lane, Worker
from nuns.server.web.documents import ApiRequest

P = ParamSpec("P")
T = TypeVar("T")
WAITING = 4  # jobs of one address at most


class JobPool:
    """The process of jobs. Addresses take turns."""

    def __init__(self) -> None:
        self._worker = Worker(Lane.JOBS)

    async def run(self, address: str, job: Callable[P, T], *arguments: P.args, **no_keywords: P.kwargs) -> T:
        """Returns what the job returns and raises what it raises; Refusal 429 when too many of that address are waiting.

        When the caller is cancelled, the job is ended too: a process is replaced in less time than a long job would take.
        """
        if self._worker.queue.waiting(address) >= WAITING:
            raise Refusal(Why.TOO_MANY_WAITING, most=WAITING)
        async with self._worker.queue.turn(Share(0, address, "")):
            try:
                return await self._worker.run(job, *arguments, **no_keywords)
            except BrokenProcessPool:
                raise Refusal(Why.BROKEN_OFF) from None
            except asyncio.CancelledError:
                self._worker.end()
                raise

    def close(self) -> None:
        """Ends the process, whatever it is doing. Closing twice does no harm."""
        self._worker.end()


async def while_connected(request: ApiRequest, work: Coroutine[Any, Any, T]) -> T:
    """Returns what the work returns, and cancels it if the asker leaves first."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(has_left(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Refusal(Why.BROKEN_OFF)
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def has_left(request: ApiRequest) -> None:
    """Returns when the asker has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
