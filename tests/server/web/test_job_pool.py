"""The process beside the server for what takes long."""

import asyncio
import os
import time
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any, cast

import pytest

from nuns.server.refusal import Refusal, Why
from nuns.server.thinking import workers
from nuns.server.web.job_pool import WAITING, JobPool, while_connected


class Process(Executor):
    """One whose jobs are done when the test says so."""

    def __init__(self) -> None:
        self.jobs: list[Future[Any]] = []
        self.ended = 0

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        self.jobs.append(Future())
        return self.jobs[-1]

    def end(self) -> None:
        self.ended += 1


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """The processes that are started."""
    started: list[Process] = []

    def start(**_: Any) -> Process:
        started.append(Process())
        return started[-1]

    monkeypatch.setattr(workers, "start_one_process", start)
    return started


def asked(pool: JobPool, address: str) -> asyncio.Task[int]:
    return asyncio.create_task(pool.run(address, os.getpid))


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_process_that_was_ended_is_replaced(processes: list[Process]) -> None:
    pool = JobPool()
    first, second = asked(pool, "a"), asked(pool, "a")
    await settled()
    assert [len(process.jobs) for process in processes] == [1], "one job after the other"
    processes[0].jobs[0].set_exception(BrokenProcessPool())
    with pytest.raises(Refusal, match="was interrupted"):
        await first
    await settled()
    processes[1].jobs[0].set_result(7)
    assert await second == 7


async def test_an_address_with_many_jobs_keeps_nobody_else_out(processes: list[Process]) -> None:
    pool = JobPool()
    greedy = [asked(pool, "greedy") for _ in range(34)]
    await settled()
    refused = [each for each in greedy if each.done()]
    assert len(refused) == 34 - 1 - WAITING
    assert all(isinstance(each.exception(), Refusal) for each in refused)
    modest = asked(pool, "modest")
    await settled()
    for number in range(2):
        processes[0].jobs[number].set_result(number)
        await settled()
    processes[0].jobs[2].set_result(2)
    assert await modest == 2, "after the one under way and one more"
    for each in greedy:
        each.cancel()
    await asyncio.gather(*greedy, return_exceptions=True)


async def test_a_job_that_nobody_waits_for_is_ended(processes: list[Process]) -> None:
    pool = JobPool()
    leaving, staying = asked(pool, "a"), asked(pool, "b")
    await settled()
    leaving.cancel()
    await settled()
    assert processes[0].ended == 1
    processes[1].jobs[0].set_result(7)
    assert await staying == 7


class Leaving:
    """A request whose asker leaves when the test says so."""

    def __init__(self) -> None:
        self.left = asyncio.Event()
        self.messages = ["http.request", "http.disconnect"]

    async def receive(self) -> dict[str, str]:
        if len(self.messages) == 1:
            await self.left.wait()
        return {"type": self.messages.pop(0)}


async def test_work_stops_when_the_asker_leaves() -> None:
    request, stopped = Leaving(), asyncio.Event()

    async def work() -> int:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()
        return 1

    asking = asyncio.create_task(while_connected(cast("Any", request), work()))
    await settled()
    assert not stopped.is_set()
    request.left.set()
    with pytest.raises(Refusal) as refused:
        await asking
    assert refused.value.why == Why.BROKEN_OFF
    assert stopped.is_set()
    assert await while_connected(cast("Any", Leaving()), asyncio.sleep(0, 7)) == 7


async def test_a_real_process_is_ended_in_the_middle_of_its_job() -> None:
    pool = JobPool()
    asking = asyncio.create_task(pool.run("a", time.sleep, 600))
    while pool._worker._pool is None or not pool._worker._pool._processes:
        await asyncio.sleep(0.01)
    [process] = pool._worker._pool._processes.values()
    asking.cancel()
    async with asyncio.timeout(60):
        while process.is_alive():  # the pool's own thread waits for it too, so ``join`` here may return before the exit code is known
            await asyncio.sleep(0.01)
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert isinstance(await pool.run("a", os.getpid), int)
    pool.close()
