"""The cache of answers: what many ask for at once is made once."""

import asyncio

import pytest

from nuns.server.web.single_flight import SingleFlightCache


class Maker:
    """Counts how often a value is made, and makes it when the test says so."""

    def __init__(self) -> None:
        self.made = 0
        self.may_finish = asyncio.Event()

    async def __call__(self) -> int:
        self.made += 1
        await self.may_finish.wait()
        return self.made


async def test_concurrent_requests_share_one_computation() -> None:
    cache, make = SingleFlightCache(), Maker()
    asking = [asyncio.create_task(cache.get("one", make)) for _ in range(3)]
    await asyncio.sleep(0)
    make.may_finish.set()
    assert await asyncio.gather(*asking) == [1, 1, 1]
    assert await cache.get("one", make) == 1


async def test_one_who_leaves_does_not_take_the_computation_along() -> None:
    cache, make = SingleFlightCache(), Maker()
    leaving, staying = (asyncio.create_task(cache.get("one", make)) for _ in range(2))
    await asyncio.sleep(0)
    leaving.cancel()
    make.may_finish.set()
    assert await staying == make.made == 1


async def test_the_least_recently_used_entry_is_dropped() -> None:
    cache, make = SingleFlightCache(size=2), Maker()
    make.may_finish.set()
    for key in ("one", "two", "one", "three"):
        await cache.get(key, make)
    assert make.made == 3
    await cache.get("one", make)
    assert make.made == 3
    await cache.get("two", make)
    assert make.made == 4


async def test_a_computation_that_fails_is_tried_again() -> None:
    async def failing() -> int:
        raise ValueError("no idea")

    cache, make = SingleFlightCache(), Maker()
    make.may_finish.set()
    with pytest.raises(ValueError, match="no idea"):
        await cache.get("one", failing)
    assert await cache.get("one", make) == 1
