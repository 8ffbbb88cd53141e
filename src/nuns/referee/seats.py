"""Seats at the table, and the figures each of them decides for (rules 1.1)."""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache, lru_cache

from nuns.rules.knowledge import SPECTATOR
from nuns.rules.words import ABBESS, CHANCE, GUARD_SIDE, MONK, NOVICES, PRIORESS

FIGURE_NAMES: tuple[str, ...] = (
    *(f"novice-{number}" for number in range(1, NOVICES + 1)),
    "abbess",
    "prioress",
    "monk",
    "guards",
    "chance",
)
GUARD_NAMES: tuple[str, ...] = FIGURE_NAMES[ABBESS:GUARD_SIDE]


class Seat(StrEnum):
    """The seats at a table; ``novice-N`` is the novice whose cell is dot N."""

    NOVICE_1 = "novice-1"
    NOVICE_2 = "novice-2"
    NOVICE_3 = "novice-3"
    NOVICE_4 = "novice-4"
    NOVICE_5 = "novice-5"
    NOVICE_6 = "novice-6"
    GUARDS = "guards"
    ABBESS = "abbess"
    PRIORESS = "prioress"
    SPECTATOR = "spectator"
    OMNISCIENT = "omniscient"  # only when the game is over (3.4)
    CHANCE = "chance"


NOVICE_SEATS: tuple[Seat, ...] = tuple(Seat)[:NOVICES]
GUARD_SEATS: tuple[Seat, ...] = (Seat.GUARDS, Seat.ABBESS, Seat.PRIORESS)


def seat_named(name: str) -> Seat:
    """Returns the seat of that name, or raises ValueError with the names there are."""
    try:
        return Seat(name)
    except ValueError:
        raise ValueError(f"expected a seat among {', '.join(Seat)}; got {name!r}") from None


def guard_seats(guard_players: int) -> tuple[Seat, ...]:
    """Returns the seats of the guard players (1.1)."""
    return (Seat.GUARDS,) if guard_players == 1 else (Seat.ABBESS, Seat.PRIORESS)


@cache
def figures_of(seat: Seat, guard_players: int) -> tuple[int, ...]:
    """Returns the figures a seat decides for; the monk belongs to the guards, with two guard players to the Abbess (1.1)."""
    if seat in NOVICE_SEATS:
        return (NOVICE_SEATS.index(seat),)
    if seat == Seat.CHANCE:
        return (CHANCE,)
    if seat == Seat.GUARDS and guard_players == 1:
        return (ABBESS, PRIORESS, MONK, GUARD_SIDE)
    if seat == Seat.ABBESS and guard_players == 2:
        return (ABBESS, MONK, GUARD_SIDE)
    if seat == Seat.PRIORESS and guard_players == 2:
        return (PRIORESS, GUARD_SIDE)
    return ()


@lru_cache(maxsize=32)
def figure_bits(seat: Seat, guard_players: int) -> int:
    """Returns the figures a seat decides for, as bits."""
    return sum(1 << figure for figure in figures_of(seat, guard_players))


@cache
def knowledge_seat(seat: Seat) -> int:
    """Returns whose knowledge a seat has: a novice's own, the guard side's (2.3), or a spectator's."""
    if seat in NOVICE_SEATS:
        return NOVICE_SEATS.index(seat)
    return GUARD_SIDE if seat in GUARD_SEATS else SPECTATOR


def figure_named(name: str, among: Sequence[str] = FIGURE_NAMES) -> int:
    """Returns the number of the figure of that name, or raises ValueError with the names that were expected."""
    if name not in among:
        raise ValueError(f"expected one of {', '.join(among)}; got {name!r}")
    return FIGURE_NAMES.index(name)
