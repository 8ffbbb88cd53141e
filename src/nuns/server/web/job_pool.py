"""A process beside the server for jobs that take long, such as replaying a record or drawing the board: the event loop never waits."""

import asyncio
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar

from nuns.processes import WorkerPool, one_process
from nuns.server.refusal import Refusal, Why

P = ParamSpec("P")
T = TypeVar("T")
WAITING = 32  # jobs at most


class JobPool:
    """Starts its process when it is first needed, and another when that one has ended."""

    def __init__(self) -> None:
        self._pool: WorkerPool | None = None
        self._under_way = 0

    async def run(self, job: Callable[P, T], *arguments: P.args, **no_keywords: P.kwargs) -> T:
        """Returns what the job returns and raises what it raises; Refusal 429 when too many are waiting."""
        assert not no_keywords
        if self._under_way >= WAITING:
            raise Refusal(Why.TOO_MANY_WAITING, most=WAITING)
        if self._pool is None:
            self._pool = one_process()
        pool = self._pool
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, job, *arguments)
        except BrokenProcessPool:
            if self._pool is pool:  # others who waited for it may have started another
                self._pool = None
            raise Refusal(Why.BROKEN_OFF) from None
        finally:
            self._under_way -= 1

    def close(self) -> None:
        """Ends the process, whatever it is doing. Closing twice does no harm."""
        if self._pool is not None:
            self._pool.end()
            self._pool = None
