"""The work queue of a table, alone."""

import asyncio
from typing import Any

import pytest

from nuns.server.refusal import Refusal, Why
from nuns.server.store import Unavailable
from nuns.server.tables.work_queue import QUIET, Work, WorkQueue
from tests.kit.tables import Time


async def simply(work: Work) -> Any:
    return await work()


async def test_jobs_are_done_in_their_order_and_each_is_followed_up() -> None:
    queue, done = WorkQueue("table", Time()), list[str]()

    async def job(name: str) -> str:
        await asyncio.sleep(0)
        done.append(name)
        return name

    queue.post(lambda: job("before it started"))
    queue.start(simply, lambda: lambda: job("follow-up"))
    answers: tuple[str, str] = await asyncio.gather(queue.take(lambda: job("one")), queue.take(lambda: job("two")))
    assert list(answers) == ["one", "two"]
    await queue.end()
    assert done == ["before it started", "follow-up", "one", "follow-up", "two", "follow-up"]
    assert queue.is_idle


async def test_one_who_waits_is_told_what_went_wrong_and_the_queue_goes_on() -> None:
    queue = WorkQueue("table", Time())
    queue.start(simply, lambda: None)

    async def failing() -> None:
        raise Unavailable("no answer")

    with pytest.raises(Refusal) as refused:
        await queue.take(failing)
    assert refused.value.why == Why.NO_STORE
    assert await queue.take(lambda: asyncio.sleep(0, "well")) == "well"
    queue.refuse()
    with pytest.raises(Refusal) as refused:
        await queue.take(failing)
    assert refused.value.why == Why.CLOSING
    await queue.end()


async def test_a_fault_that_nobody_waits_for_is_logged_once_a_minute(log: pytest.LogCaptureFixture) -> None:
    time = Time()
    queue = WorkQueue("table abc", time)

    async def failing() -> None:
        raise Unavailable("no answer")

    async def later() -> None:
        time.ms += QUIET

    for job in (failing, failing, later, failing):
        queue.post(job)
    queue.start(simply, lambda: None)
    await queue.end()
    assert [record.getMessage() for record in log.records] == ["table abc: no answer"] * 2


async def test_a_posted_job_is_kept_while_the_store_is_away_and_done_when_it_answers() -> None:
    """Also one that never began, because the table could not be read first."""
    queue, done, is_away = WorkQueue("table", Time()), list[str](), True

    async def on_the_store(work: Work) -> Any:
        if is_away:
            raise Unavailable("no answer")
        return await work()

    async def job() -> None:
        done.append("job")

    queue.start(on_the_store, lambda: None)
    for _ in range(3):
        queue.post(job)
    with pytest.raises(Refusal):
        await queue.take(job)
    assert (done, queue.has_kept) == ([], True)
    is_away = False
    with pytest.raises(ZeroDivisionError):
        await queue.take(dividing)
    await queue.end()
    assert (done, queue.has_kept) == (["job"], False)


async def dividing() -> None:
    raise ZeroDivisionError


async def test_a_job_that_waits_for_something_cancelled_does_not_end_the_queue() -> None:
    queue, gone = WorkQueue("table", Time()), asyncio.get_running_loop().create_future()
    gone.cancel()
    queue.start(simply, lambda: None)
    with pytest.raises(Refusal) as refused:
        await queue.take(lambda: gone)
    assert refused.value.why == Why.BROKEN_OFF
    assert await queue.take(lambda: asyncio.sleep(0, "well")) == "well"
    await queue.end()


async def test_a_job_that_never_ends_is_given_up_and_the_next_is_done() -> None:
    queue = WorkQueue("table", Time())
    queue.start(simply, lambda: None)
    stuck = asyncio.create_task(queue.take(asyncio.Event().wait))
    await asyncio.sleep(0.01)
    assert queue.busy_seconds > 0
    queue.restart()
    with pytest.raises(Refusal) as refused:
        await stuck
    assert refused.value.why == Why.FAILED
    assert await queue.take(lambda: asyncio.sleep(0, "well")) == "well"
    await queue.end()
