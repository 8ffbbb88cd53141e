"""The processes beside the server, in which bots think, records are replayed and nights analysed: never in the event loop.

Each kind of work has a lane: how its processes give way to others, how long a job may take, and how much memory a process may hold.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from enum import Enum
from typing import NamedTuple, ParamSpec, TypeVar

from nuns.processes import WorkerPool, start_one_process
from nuns.server.thinking.fair_queue import FairQueue

P = ParamSpec("P")
T = TypeVar("T")


class LaneRules(NamedTuple):
    """The rules of a lane: niceness, so that the server itself goes first where cores are few; seconds for a job; megabytes."""

    niceness: int
    longest: float | None = None  # after which the process is replaced; the first job may have to load machine code
    most_memory: int = 0  # at which a process is replaced


class Lane(Enum):
    """A kind of work: in its processes no other kind is in the way."""

    EASY = "easy"  # bots who think for a millisecond, and never wait for an expert
    BOTS = "bots"  # all other bots, and suspicion maps
    ADVICE = "advice"  # thought over for a second or two, and never in the way of a bot
    COMPILING = "compiling"  # machine code of the bots and the adviser
    JOBS = "jobs"  # what a page asks for, such as replaying a record
    ANALYSES = "analyses"
    COMPILING_ANALYSES = "compiling analyses"


LANES = {
    Lane.EASY: LaneRules(5, 180.0),
    Lane.BOTS: LaneRules(5, 180.0),
    Lane.ADVICE: LaneRules(15, 180.0),
    Lane.COMPILING: LaneRules(5),
    Lane.JOBS: LaneRules(10, 120.0, 1024),
    Lane.ANALYSES: LaneRules(19, None, 512),
    Lane.COMPILING_ANALYSES: LaneRules(19, None, 4096),
}


class Worker:
    """One process of a lane, and the queue of those who want it.

    The process starts when it is first needed. One that has died, has held too much memory or has taken too long is replaced.
    """

    def __init__(self, lane: Lane) -> None:
        self._rules = LANES[lane]
        self._pool: WorkerPool | None = None
        self._closed = False
        self.queue = FairQueue()

    def start(self) -> WorkerPool:
        """Starts the process if there is none; returns it."""
        if self._closed:
            raise RuntimeError("the worker is closed")
        if self._pool is None:
            self._pool = start_one_process(niceness=self._rules.niceness, most_memory=self._rules.most_memory)
        return self._pool

    async def run(self, job: Callable[P, T], *arguments: P.args, **no_keywords: P.kwargs) -> T:
        """Returns what the job returns and raises what it raises; BrokenProcessPool if its process has ended or had to be ended."""
        assert not no_keywords
        pool = self.start()
        try:
            return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(pool, job, *arguments), self._rules.longest)
        except (BrokenProcessPool, TimeoutError) as fault:
            if self._pool is pool:
                self._pool = None
            pool.end()
            raise BrokenProcessPool from fault

    def end(self) -> None:
        """Ends the process, whatever it is doing; the next job starts another."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.end()

    async def close(self) -> None:
        """Ends the process for good, and waits for its end. Closing twice does no harm."""
        self._closed = True
        pool = self._pool
        self.end()
        if pool is not None:
            await asyncio.to_thread(pool.shutdown)
