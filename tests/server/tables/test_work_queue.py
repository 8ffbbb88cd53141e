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
    done = list[str]()

    async def job(name: str) -> str:
        await asyncio.sleep(0)
        done.append(name)
        return name

    queue = WorkQueue("table", Time(), simply, lambda: lambda: job("follow-up"))
    answers: tuple[str, str] = await asyncio.gather(queue.take(lambda: job("one")), queue.take(lambda: job("two")))
    assert list(answers) == ["one", "two"]
    queue.post(lambda: job("posted"))
    await queue.end()
    assert done == ["one", "follow-up", "two", "follow-up", "posted", "follow-up"]
    assert queue.is_idle


async def test_one_who_waits_is_told_what_went_wrong_and_the_queue_goes_on() -> None:
    queue = WorkQueue("table", Time(), simply, lambda: None)

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
    queue = WorkQueue("table abc", time, simply, lambda: None)

    async def failing() -> None:
        raise Unavailable("no answer")

    async def later() -> None:
        time.ms += QUIET

    for job in (failing, failing, later, failing):
        queue.post(job)
    await queue.end()
    assert [record.getMessage() for record in log.records] == ["table abc: no answer"] * 2


async def test_a_posted_job_is_kept_while_the_store_is_away_and_done_when_it_answers() -> None:
    """Also one that never began, because the table could not be read first."""
    done, is_away = list[str](), True

    async def on_the_store(work: Work) -> Any:
        if is_away:
            raise Unavailable("no answer")
        return await work()

    async def job() -> None:
        done.append("job")

    queue = WorkQueue("table", Time(), on_the_store, lambda: None)
    for _ in range(3):
        queue.post(job)
    await asyncio.wait(queue.tasks)
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
    queue, gone = WorkQueue("table", Time(), simply, lambda: None), asyncio.get_running_loop().create_future()
    gone.cancel()
    with pytest.raises(Refusal) as refused:
        await queue.take(lambda: gone)
    assert refused.value.why == Why.BROKEN_OFF
    assert await queue.take(lambda: asyncio.sleep(0, "well")) == "well"
    await queue.end()


async def test_a_job_that_never_ends_is_given_up_and_the_next_is_done(log: pytest.LogCaptureFixture) -> None:
    queue = WorkQueue("table abc", Time(), simply, lambda: None)
    queue.post(asyncio.Event().wait)
    stuck = asyncio.create_task(queue.take(asyncio.Event().wait))
    for _ in range(2):
        await asyncio.sleep(0.01)
        assert queue.busy_seconds > 0
        queue.give_up()
    with pytest.raises(Refusal) as refused:
        await stuck
    assert refused.value.why == Why.FAILED
    assert queue.busy_seconds == 0
    assert "table abc: a job that did not end was given up" in log.text
    assert await queue.take(lambda: asyncio.sleep(0, "well")) == "well"
    await queue.end()


async def test_one_who_leaves_while_waiting_gives_up_the_turn(log: pytest.LogCaptureFixture) -> None:
    queue, gate, done = WorkQueue("table", Time(), simply, lambda: None), asyncio.Event(), list[str]()

    async def job() -> None:
        done.append("job")

    first, second = asyncio.create_task(queue.take(gate.wait)), asyncio.create_task(queue.take(job))
    await asyncio.sleep(0)
    assert not queue.is_idle
    second.cancel()
    gate.set()
    assert await first
    await asyncio.wait([second])
    assert (second.cancelled(), done, queue.is_idle) == (True, [], True)
    await queue.end()
