"""Analyses of finished nights: the queue of those that are asked for, the processes that make them, and their drafts in the store.

A process of its own, at the lowest priority, makes one analysis and ends. Any node can tell how far an analysis is, because every draft
and the lease of its worker are in the store. The visitor who begins an analysis gets a ticket with which it can be stopped.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from nuns.server.refusal import Refusal, Why
from nuns.server.store import Store, StoreError, new_code
from nuns.server.thinking.fair_queue import FairQueue, Share
from nuns.server.thinking.workers import Lane, Worker
from nuns.server.web.night_analysis import Analyser, begin, next_draft

LEASE = 15.0  # seconds; a third of it is how soon a stop through another node is noticed
SLACK = 10.0  # times the budget that an analysis may take, where other processes leave it little of a core
LEAST_TIME = 900.0  # seconds that it may take in any case: machine code may have to be compiled

_log = logging.getLogger(__name__)


@dataclass
class AnalysisJob:
    """An analysis that waits or is being made: its key in the store, the ticket of whoever began it, and the text of the game file."""

    key: str
    ticket: str
    text: bytes
    address: str
    is_working: bool = False
    task: asyncio.Task[None] | None = None  # that makes it; None until the store has said that it may


class Analyses:
    """The analyses that one process of the server has begun."""

    def __init__(self, store: Store, analyser: Analyser | None, *, at_once: int, budget: float, most: int) -> None:
        """Sets how many are made at once, the seconds for each, and how many of one address may wait or be made."""
        self._store, self._analyser, self.budget, self._most = store, analyser if at_once else None, budget, most
        self._queue = FairQueue(max(1, at_once))
        self._jobs: dict[str, AnalysisJob] = {}  # by ticket

    @property
    def count(self) -> int:
        """Returns how many wait or are made."""
        return len(self._jobs)

    def check_is_on(self) -> None:
        """Raises Refusal if nothing is analysed here."""
        if self._analyser is None:
            raise Refusal(Why.ANALYSES_OFF)

    def check_room(self, address: str) -> None:
        """Raises Refusal if nothing is analysed here, or if that address has as many under way as it may."""
        self.check_is_on()
        if sum(job.address == address for job in self._jobs.values()) >= self._most:
            raise Refusal(Why.TOO_MANY_ANALYSES)

    async def start(self, key: str, record: str | None, text: bytes, address: str) -> str | None:
        """Begins an analysis and returns its ticket; None if it is done or somebody has begun it."""
        self.check_room(address)
        job = AnalysisJob(key, new_code(), text, address)
        self._jobs[job.ticket] = job  # it counts from here on: what is asked for at the same time finds that much less room
        try:
            if await self._store.begin_analysis(key, record, job.ticket, LEASE):
                job.task = asyncio.create_task(self._make(job))
                job.task.add_done_callback(lambda _: self._jobs.pop(job.ticket))
        finally:
            if job.task is None:
                del self._jobs[job.ticket]
        return job.ticket if job.task else None

    async def stop(self, key: str, ticket: str) -> bool:
        """Stops an analysis; returns whether it was under way and the ticket is the right one."""
        is_stopped = await self._store.end_analysis(key, ticket, "stopped")
        if is_stopped and (job := self._jobs.get(ticket)) and job.task:
            job.task.cancel()
        return is_stopped

    async def close(self) -> None:
        """Stops all of them. Closing twice does no harm."""
        tasks = [job.task for job in self._jobs.values() if job.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _make(self, job: AnalysisJob) -> None:
        """Makes an analysis; whatever goes wrong, the store says that it has stopped or failed."""
        try:
            await self._hold(job)
        except asyncio.CancelledError:
            await self._end(job, is_failure=False)
            raise
        except Exception as fault:
            _log.warning("an analysis failed", exc_info=fault)
            await self._end(job, is_failure=True)

    async def _end(self, job: AnalysisJob, *, is_failure: bool) -> None:
        with suppress(StoreError):  # the lease runs out by itself
            await self._store.end_analysis(job.key, job.ticket, "failed" if is_failure else "stopped")

    async def _hold(self, job: AnalysisJob) -> None:
        """Keeps the lease while the analysis waits and is made, and ends the work if it was stopped through another node."""
        work = asyncio.create_task(self._work(job))
        try:
            while not (await asyncio.wait((work,), timeout=LEASE / 3))[0]:
                if not await self._store.renew_analysis(job.key, job.ticket, LEASE, is_working=job.is_working):
                    return
            await work
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    async def _work(self, job: AnalysisJob) -> None:
        """Waits for a turn, and makes the analysis in a process of its own, which is ended with it."""
        async with self._queue.turn(Share(0, job.address, "")):
            job.is_working = True
            if not await self._store.renew_analysis(job.key, job.ticket, LEASE, is_working=True):
                return
            assert self._analyser is not None  # nothing is begun without one
            async with asyncio.timeout(max(LEAST_TIME, SLACK * self.budget)), process_for(self._analyser) as worker:
                await worker.run(begin, self._analyser, job.text, self.budget)
                while draft := await worker.run(next_draft):
                    body, is_last = draft
                    if not await self._store.keep_draft(job.key, job.ticket, LEASE, body, is_last=is_last) or is_last:
                        return
            raise RuntimeError("expected a complete analysis at last; got drafts only")


@asynccontextmanager
async def process_for(analyser: Analyser) -> AsyncIterator[Worker]:
    """Gives a process for one analysis, and ends it.

    Machine code that is missing is compiled by another one before, which may hold more memory; where nothing can be kept in the cache, that
    one makes the analysis too.
    """
    workers = [Worker(Lane.ANALYSES)]
    try:
        if not await workers[0].run(analyser.is_ready):
            workers.append(Worker(Lane.COMPILING_ANALYSES))
            await workers[1].run(analyser.prepare)
            if await workers[0].run(analyser.is_ready):
                workers.pop().end()
        yield workers[-1]
    finally:
        for worker in workers:
            worker.end()
