"""The night of a day: the same deal, opponents and dice for everyone at this server. A day is a UTC day.

The seed of a day is drawn and its seal published on the day before; the tables of that day draw from it, and it is opened when the day is
over. Besides those tables nothing but ``opened_seed`` reads it.
"""

from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Literal

import msgspec

from nuns.referee.dice import seal
from nuns.referee.events import NoviceCaught
from nuns.referee.game import Game
from nuns.referee.seat_events import own_number
from nuns.referee.seats import GUARD_SEATS, Seat
from nuns.server.settings import ChairName, Level, Settings, Side
from nuns.server.store import AttemptRow, DaySeal, Store

DAY = 24 * 3600 * 1000  # milliseconds
LEVEL: Level = "normal"  # of the opponents
NOVICES = 3

Standing = Literal["counted", "late", "helped", "abandoned"]


class DayResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of an attempt at the night of a day, from the side of the person who played it."""

    won: bool
    turns: int
    captures: int  # of the person, on a novice's day; of all novices, on a guards' day
    standing: Standing = "counted"  # not counted: ended after midnight, played in part by a bot, or given up

    @property
    def is_counted(self) -> bool:
        return self.standing == "counted"


_encode = msgspec.json.Encoder().encode
_results = msgspec.json.Decoder(DayResult)


def day_at(ms: int) -> str:
    """Returns the UTC day of a time in milliseconds since 1970, such as 2026-11-18."""
    return datetime.fromtimestamp(ms / 1000, UTC).date().isoformat()


def day_after(day: str, days: int = 1) -> str:
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def end_of(day: str) -> int:
    """Returns when a day is over, in milliseconds since 1970."""
    after = date.fromisoformat(day_after(day))
    return round(datetime(after.year, after.month, after.day, tzinfo=UTC).timestamp() * 1000)


def side_on(day: str) -> Side:
    """Returns the side that everybody plays on a day: novices and guards take turns."""
    return "novices" if date.fromisoformat(day).toordinal() % 2 else "guards"


# The settings of every day; nobody may watch, since others have still to play it.
DAY_SETTINGS = Settings(options={"blessings": "off"}, novices=NOVICES, spectators=False)


def chair_on(day: str) -> ChairName:
    """Returns the chair of the person on a day."""
    return "a" if side_on(day) == "novices" else "guards"


def seat_token(browser: str, day: str) -> str:
    """Returns the token that holds the person's seat: made from the browser's own, so that it is the same whenever it is asked for."""
    return urlsafe_b64encode(sha256(f"{day} {browser}".encode()).digest()).decode().rstrip("=")


class Days:
    """The days of a server, on the store that all of its nodes share."""

    def __init__(self, store: Store, wall: Callable[[], int], new_seed: Callable[[], str]) -> None:
        self._store, self._wall, self._new_seed = store, wall, new_seed

    def now(self) -> int:
        """Returns milliseconds since 1970 by the clock of the machine: a day is over when people's calendars say so."""
        return self._wall()

    @property
    def today(self) -> str:
        return day_at(self._wall())

    async def seal(self, day: str) -> DaySeal:
        """Returns the seal of a day; draws its seed first if no node has."""
        found = await self._store.day_seals(day, day)
        if found:
            return found[0]
        seed = self._new_seed()
        return await self._store.seal_day(day, at=self._wall(), seal=seal(seed), seed=seed.encode())

    async def seal_ahead(self) -> None:
        """Seals today and tomorrow, unless it is done."""
        today = self.today
        await self.seal(today)
        await self.seal(day_after(today))

    async def opened_seed(self, day: str) -> str | None:
        """Returns the seed of a day that is over; None for any other, and for a day of which there is none."""
        seed = await self._store.day_seed(day) if self.is_over(day) else None
        return None if seed is None else seed.decode()

    def is_over(self, day: str) -> bool:
        return day < self.today


def result_of(game: Game, seat: Seat, *, day: str, at: int, helped: bool) -> bytes:
    """Returns the result of an attempt that ended at that time, encoded for the store."""
    assert game.outcome is not None
    standing: Standing = "abandoned" if game.is_abandoned else "helped" if helped else "late" if at >= end_of(day) else "counted"
    caught = sum(isinstance(event, NoviceCaught) and (seat in GUARD_SEATS or event.novice == own_number(seat)) for event in game.events)
    return _encode(DayResult(seat in game.outcome.winners, game.turn, caught, standing))


def read_result(row: AttemptRow) -> DayResult | None:
    return None if row.result is None else _results.decode(row.result)


def rank(result: DayResult, side: Side) -> tuple[int, ...]:
    """Returns what results are ordered by, the best first: victories by their turns, the fewer the better, then by captures.

    Of those who have not won, a novice did better the fewer times she was caught, and guards the more they caught.
    """
    caught = result.captures if side == "novices" else -result.captures
    return (0, result.turns, caught) if result.won else (1, caught, 0)


def ranked(rows: Sequence[AttemptRow], day: str) -> list[tuple[AttemptRow, DayResult]]:
    """Returns the attempts of a day whose results count, the best first; of equals the one who began first."""
    found = [(row, result) for row in rows if (result := read_result(row)) is not None and result.is_counted]
    return sorted(found, key=lambda each: rank(each[1], side_on(day)))


def beaten(result: DayResult, others: Sequence[DayResult], side: Side) -> int:
    """Returns how many of the others did worse."""
    return sum(rank(result, side) < rank(other, side) for other in others)
