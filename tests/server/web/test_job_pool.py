"""The process beside the server for what takes long."""

import asyncio
import os
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from nuns.server.refusal import Refusal
from nuns.server.web import job_pool as module
from nuns.server.web.job_pool import JobPool


class Process(Executor):
    """One whose jobs are done when the test says so."""

    def __init__(self) -> None:
        self.jobs: list[Future[Any]] = []

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        self.jobs.append(Future())
        return self.jobs[-1]


async def test_a_process_that_was_ended_is_replaced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two who waited for it, the second hears of it when another was started already."""
    processes: list[Process] = []

    def start() -> Process:
        processes.append(Process())
        return processes[-1]

    monkeypatch.setattr(module, "one_process", start)
    pool = JobPool()
    waiting = [asyncio.create_task(pool.run(os.getpid)) for _ in range(2)]
    await asyncio.sleep(0)
    for each, job in zip(waiting[:2], processes[0].jobs, strict=True):
        job.set_exception(BrokenProcessPool())
        with pytest.raises(Refusal, match="was interrupted"):
            await each
        waiting.append(asyncio.create_task(pool.run(os.getpid)))
        await asyncio.sleep(0)
    assert [len(process.jobs) for process in processes] == [2, 2]
    for job in processes[1].jobs:
        job.set_result(7)
    assert await asyncio.gather(*waiting[2:]) == [7, 7]
