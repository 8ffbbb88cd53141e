"""The cache of answers: what many ask for at once is made once."""

import asyncio
from typing import NamedTuple

import pytest

from nuns.server.web.single_flight import SingleFlightCache


class Value(NamedTuple):
    """Something that takes bytes."""

    number: int
    size: int = 1


class Maker:
    """Counts how often a value is made, and makes it when the test says so."""

    def __init__(self) -> None:
        self.made = 0
        self.may_finish = asyncio.Event()

    async def __call__(self) -> Value:
        self.made += 1
        await self.may_finish.wait()
        return Value(self.made)


async def test_concurrent_requests_share_one_computation() -> None:
    cache, make = SingleFlightCache(), Maker()
    asking = [asyncio.create_task(cache.get("one", make)) for _ in range(3)]
    await asyncio.sleep(0)
    make.may_finish.set()
    assert await asyncio.gather(*asking) == [Value(1)] * 3
    assert await cache.get("one", make) == Value(1)


async def test_one_who_leaves_does_not_take_the_computation_along() -> None:
    cache, make = SingleFlightCache(), Maker()
    leaving, staying = (asyncio.create_task(cache.get("one", make)) for _ in range(2))
    await asyncio.sleep(0)
    leaving.cancel()
    make.may_finish.set()
    assert await staying == Value(1)


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
    async def failing() -> Value:
        raise ValueError("no idea")

    cache, make = SingleFlightCache(), Maker()
    make.may_finish.set()
    with pytest.raises(ValueError, match="no idea"):
        await cache.get("one", failing)
    assert await cache.get("one", make) == Value(1)


async def test_it_holds_so_many_bytes_and_not_so_many_answers() -> None:
    async def make(number: int, size: int) -> Value:
        return Value(number, size)

    cache = SingleFlightCache(size=100)
    for number in range(50):
        await cache.get(f"small {number}", lambda number=number: make(number, 2))  # type: ignore[misc]
    assert "small 0" in cache
    await cache.get("large", lambda: make(0, 60))
    assert ("small 29" in cache, "small 30" in cache, "large" in cache) == (False, True, True)
    await cache.get("too large", lambda: make(0, 101))
    assert "too large" not in cache


async def test_a_computation_that_nobody_waits_for_is_ended() -> None:
    cache, make = SingleFlightCache(), Maker()
    leaving = [asyncio.create_task(cache.get("one", make)) for _ in range(2)]
    await asyncio.sleep(0)
    making = cache._entries["one"].making
    for each in leaving:
        each.cancel()
    await asyncio.wait([making, *leaving])
    assert making.cancelled()
    assert "one" not in cache
