"""The nights of the days in the store: the seal and the seed of each day, and one attempt for each browser and day.

The seed of a day is read by ``day_seed`` alone; everything that is published comes from ``day_seals`` and ``attempts``.
"""

from abc import ABC, abstractmethod
from typing import Any

from nuns.server.store import statements as sql
from nuns.server.store.errors import StoreError
from nuns.server.store.values import AttemptRow, DaySeal, Topic

MOST_ATTEMPTS = 10_000  # of one day that are read


class DayStore(ABC):
    """The part of a store that keeps days and attempts."""

    @abstractmethod
    async def _read(self, statement: str, *given: object) -> list[tuple[Any, ...]]:
        """Returns the rows of a query."""

    @abstractmethod
    async def _write(self, topic: Topic | None, statement: str, *given: object) -> list[tuple[Any, ...]]:
        """Returns the rows of a changing statement, once it is durable."""

    async def seal_day(self, day: str, *, at: int, seal: str, seed: bytes) -> DaySeal:
        """Stores the seed of a day with its seal, unless the day has one; returns the seal that stands."""
        await self._write(None, sql.SEAL_DAY, day, at, seal, seed)
        found = await self.day_seals(day, day)
        if not found:
            raise StoreError(f"expected the seal of {day} after it was stored; got none")
        return found[0]

    async def day_seals(self, first: str, last: str) -> list[DaySeal]:
        """Returns the seals of the days from the first to the last, the newest first."""
        return [DaySeal(*row) for row in await self._read(sql.DAY_SEALS, first, last)]

    async def has_day_before(self, day: str) -> bool:
        """Returns whether any earlier day has a seal."""
        return bool(await self._read(sql.DAY_BEFORE, day))

    async def day_seed(self, day: str) -> bytes | None:
        """Returns the seed of a day: to draw the night of that day, and to open it afterwards; never before."""
        rows = await self._read(sql.DAY_SEED, day)
        return rows[0][0] if rows else None

    async def begin_attempt(self, attempt: AttemptRow) -> AttemptRow:
        """Stores an attempt, unless its browser has one on that day; returns the one that stands."""
        await self._write(None, sql.BEGIN_ATTEMPT, attempt.id, attempt.day, attempt.browser, attempt.at, attempt.player)
        found = await self.attempt(attempt.day, attempt.browser)
        if found is None:
            raise StoreError(f"expected the attempt on {attempt.day} after it was stored; got none")
        return found

    async def attempt(self, day: str, browser: bytes) -> AttemptRow | None:
        """Returns the attempt of a browser on a day."""
        rows = await self._read(sql.ATTEMPT, day, browser)
        return AttemptRow(*rows[0]) if rows else None

    async def end_attempt(self, table: str, result: bytes) -> bool:
        """Stores the result of an attempt; the first one stands. Returns whether it was stored."""
        return bool(await self._write(None, sql.END_ATTEMPT, table, result))

    async def attempts(self, day: str) -> list[AttemptRow]:
        """Returns the attempts on a day that have a result, the first first."""
        return [AttemptRow(*row) for row in await self._read(sql.ATTEMPTS, day, MOST_ATTEMPTS)]

    async def forget_days(self) -> None:
        """Removes all days and attempts."""
        await self._write(None, sql.FORGET_DAYS)
        await self._write(None, sql.FORGET_ATTEMPTS)
