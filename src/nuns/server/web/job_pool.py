"""A process beside the server for long jobs, such as replaying a record: the event loop never waits."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from typing import Any, ParamSpec, TypeVar

from nuns.processes import WorkerPool, start_one_process
from nuns.server.refusal import Refusal, Why
from nuns.server.thinking.fair_queue import FairQueue, Share
from nuns.server.web.documents import ApiRequest

P = ParamSpec("P")
T = TypeVar("T")
WAITING = 4  # jobs of one address at most
LONGEST = 120.0  # seconds for one job; a record has a budget of its own
NICENESS = 10  # of the process: players go first where cores are few


class JobPool:
    """Starts its process when it is first needed, and another when that one has ended. Addresses take turns."""

    def __init__(self) -> None:
        self._pool: WorkerPool | None = None
        self._queue = FairQueue()

    async def run(self, address: str, job: Callable[P, T], *arguments: P.args, **no_keywords: P.kwargs) -> T:
        """Returns what the job returns and raises what it raises; Refusal 429 when too many of that address are waiting.

        When the caller is cancelled, the job is ended too: a process is replaced in less time than a long job would take.
        """
        assert not no_keywords
        if self._queue.waiting(address) >= WAITING:
            raise Refusal(Why.TOO_MANY_WAITING, most=WAITING)
        async with self._queue.turn(Share(0, address, "")):
            if self._pool is None:
                self._pool = start_one_process(niceness=NICENESS)
            running = asyncio.get_running_loop().run_in_executor(self._pool, job, *arguments)
            try:
                return await asyncio.wait_for(running, LONGEST)
            except (BrokenProcessPool, TimeoutError):
                self.close()
                raise Refusal(Why.BROKEN_OFF) from None
            except asyncio.CancelledError:
                self.close()
                raise

    def close(self) -> None:
        """Ends the process, whatever it is doing. Closing twice does no harm."""
        if self._pool is not None:
            self._pool.end()
            self._pool = None


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
