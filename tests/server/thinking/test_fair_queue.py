"""The fair queue: turns for addresses and tables, and for people first."""

import asyncio

from nuns.server.thinking.fair_queue import FairQueue, Share


class Worker:
    """One worker, and the jobs that it did in their order."""

    def __init__(self) -> None:
        self.queue, self.done = FairQueue(), list[str]()

    def ask(self, rank: int, address: str, table: str) -> asyncio.Task[None]:
        return asyncio.create_task(self._job(Share(rank, address, table)))

    async def _job(self, share: Share) -> None:
        async with self.queue.turn(share):
            self.done.append(f"{share.address}{share.table}")
            for _ in range(3):  # time for others to ask
                await asyncio.sleep(0)


async def test_one_address_with_many_jobs_does_not_hold_up_another() -> None:
    worker = Worker()
    jobs = [worker.ask(0, "greedy", str(table)) for table in range(60)]
    await asyncio.sleep(0)
    jobs += [worker.ask(0, "modest", "1")]
    await asyncio.gather(*jobs)
    assert worker.done.index("modest1") <= 3
    assert len(worker.done) == 61


async def test_the_tables_of_an_address_take_turns() -> None:
    worker = Worker()
    await asyncio.gather(*[worker.ask(0, "a", "1") for _ in range(3)], *[worker.ask(0, "a", "2") for _ in range(3)])
    assert worker.done == ["a1", "a1", "a2", "a1", "a2", "a2"]


async def test_tables_with_people_go_first() -> None:
    worker = Worker()
    jobs = [worker.ask(1, "watched", str(table)) for table in range(3)]
    await asyncio.sleep(0)
    jobs += [worker.ask(0, "played", str(table)) for table in range(2)]
    await asyncio.gather(*jobs)
    assert worker.done == ["watched0", "played0", "played1", "watched1", "watched2"]


async def test_one_who_gives_up_is_passed_over() -> None:
    worker = Worker()
    first, second, third = (worker.ask(0, address, "1") for address in "abc")
    await asyncio.sleep(0)
    assert (worker.queue.waiting("b"), worker.queue.waiting("c")) == (1, 1)
    second.cancel()
    await asyncio.gather(first, second, third, return_exceptions=True)
    assert worker.done == ["a1", "c1"]
    assert worker.queue.waiting("b") == 0
    await worker.ask(0, "d", "1")
    assert worker.done[-1] == "d1"


async def test_all_of_an_address_give_up_at_once() -> None:
    worker = Worker()
    jobs = [worker.ask(0, "a", "1") for _ in range(3)]
    other = worker.ask(0, "b", "1")
    await asyncio.sleep(0)
    for job in jobs:
        job.cancel()
    endings = await asyncio.gather(*jobs, return_exceptions=True)
    assert [type(each) for each in endings] == [asyncio.CancelledError] * 3
    await asyncio.wait_for(other, 10)
    await asyncio.wait_for(worker.ask(0, "a", "1"), 10)
    assert worker.done == ["a1", "b1", "a1"]  # the first had its turn already


async def test_one_who_gives_up_just_when_let_through_passes_the_turn_on() -> None:
    worker = Worker()
    first, second, third = (worker.ask(0, address, "1") for address in "abc")
    while not first.done():
        await asyncio.sleep(0)
        if "a1" in worker.done and not worker.queue.waiting("b"):
            second.cancel()
    await asyncio.gather(second, third, return_exceptions=True)
    assert worker.done[-1] == "c1"
