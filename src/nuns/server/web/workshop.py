"""A process beside the server for what takes long: replaying records, drawing the plan. The event loop never waits for it."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

from nuns.server.tables.refusal import NO_STORE, TOO_OFTEN, Refusal

P = ParamSpec("P")
T = TypeVar("T")
WAITING = 32  # jobs at most
LOOKS = 2.0  # seconds between two looks at who started it


class Workshop:
    """Starts its process when it is first needed, and another when that was ended."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._under_way = 0

    async def make(self, work: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
        """What the work gives; what it raises is raised here. Refusal 429 when too much is waiting."""
        assert not more
        if self._under_way >= WAITING:
            raise Refusal(TOO_OFTEN, f"expected at most {WAITING} replays to wait; ask again in a while")
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_settle, initargs=(os.getpid(),))
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *given)
        except BrokenProcessPool:
            self._pool = None
            raise Refusal(NO_STORE, "expected to reckon it; the process that does was ended, ask again") from None
        finally:
            self._under_way -= 1

    def close(self) -> None:
        """Ends the process, whatever it is at. Twice does no harm."""
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                process.terminate()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _settle(parent: int) -> None:
    """Leaves Ctrl-C to whoever started it, and ends when she is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOKS)
    os._exit(0)
