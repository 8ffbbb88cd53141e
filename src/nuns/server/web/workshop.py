"""A process beside the server for what takes long: replaying records, drawing the plan. The event loop never waits for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar

from nuns.processes import end, one_process
from nuns.server.refusal import Refusal, Why

P = ParamSpec("P")
T = TypeVar("T")
WAITING = 32  # jobs at most


class Workshop:
    """Starts its process when it is first needed, and another when that was ended."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._under_way = 0

    async def make(self, work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
        """What the work gives; what it raises is raised here. Refusal 429 when too much is waiting."""
        assert not more
        if self._under_way >= WAITING:
            raise Refusal(Why.TOO_MANY_WAITING, most=WAITING)
        if self._pool is None:
            self._pool = one_process()
        pool = self._pool
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work, *given)
        except BrokenProcessPool:
            if self._pool is pool:  # others who waited for it may have started another
                self._pool = None
            raise Refusal(Why.BROKEN_OFF) from None
        finally:
            self._under_way -= 1

    def close(self) -> None:
        """Ends the process, whatever it is at. Twice does no harm."""
        if self._pool is not None:
            end(self._pool)
            self._pool = None
