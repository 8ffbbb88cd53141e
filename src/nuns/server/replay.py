"""A finished night, told again step by step as one of its seats knew it."""

import msgspec

from nuns.referee.events import Event
from nuns.referee.view import View


class ChanceDraw(msgspec.Struct, frozen=True, kw_only=True):
    """One number of the dice: the ``count``-th, below ``limit``, and so ``among[number]``. Whoever has seed and salts can draw it again."""

    count: int
    limit: int
    number: int
    notation: str
    among: tuple[str, ...]


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One action; what the seat learnt of it, counted from event ``first``; and where a half-turn ends, all it saw then."""

    turn: int
    first: int
    action: str | None = None  # in notation; None where it was another's secret
    events: tuple[Event, ...] = ()
    draws: tuple[ChanceDraw, ...] = ()
    half_turn: str | None = None  # what has just ended here: setup, novices or guards
    view: View | None = None


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A record, replayed for a seat."""

    edition: str
    options: str
    novices: int
    guard_players: int
    seats: dict[str, str]  # who sat there, in the order of the seats
    seat: str  # through whose eyes
    dice: str  # sha256 or counter
    seed: str
    seal: str
    salts: dict[str, str]
    ending: str
    winners: tuple[str, ...]
    steps: tuple[ReplayStep, ...]
