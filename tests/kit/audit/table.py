"""The shadow table: everything the audit knows of the game at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field

from .convent import Convent
from .log import CONTRACT, Event, Log, Lost, Owner
from .options import Options

GUARDS = ("abbess", "prioress")
MONK = "monk"


@dataclass
class Novice:
    """One novice: her cards, and where she stands in them."""

    number: int
    cell: int
    key_dot: int
    wish_dot: int
    dot: int
    has_key: bool = False
    has_wish: bool = False
    caught: bool = False
    captures: int = 0
    home: bool = False
    gait: str = ""
    spare_step: bool = False
    """10.1 *One more step* played with the first movement of turn 1 and not walked there."""
    slipped: bool = False
    """8.6 Caught, and out of sight at one of the two moments that free her when the turn ends."""


@dataclass(frozen=True)
class Vanished:
    """A vanished token on the board (6.7)."""

    dot: int
    """6.8 Where the novice was last seen."""
    guard: str | None
    """The one guard who may use it; none: every guard may."""


@dataclass
class Watcher:
    """A guard or the monk."""

    name: str
    dot: int
    facing: tuple[int, int] | None = None
    path: tuple[int, ...] = ()
    card: str = ""
    ran: bool = False
    noise: int = 0
    """9.6 Noise tokens of her own that lie on the board."""
    visited: set[int] = field(default_factory=set)


@dataclass
class Table:
    """The whole game as the log has told it so far."""

    log: Log
    convent: Convent
    options: Options
    novices: dict[int, Novice]
    guards: dict[str, Watcher]
    monk: Watcher | None
    cards: dict[Owner, str]
    """10 Blessings not yet played, by owner."""
    goal: int
    remaining: set[str]
    discarded: set[str] = field(default_factory=set)
    about_turns: int = 2
    vanished: list[Vanished] = field(default_factory=list)
    tokens: int = 0
    points: int = 0
    shown: set[int] = field(default_factory=set)
    """6.9 Novices whose token stands on the board in this guards' movement, or stood there earlier in it."""
    views: dict[tuple[int, tuple[int, int] | None], frozenset[int]] = field(default_factory=dict)

    @property
    def turn(self) -> int:
        return self.log.turn

    @property
    def is_last_turn(self) -> bool:
        return self.turn == self.options.number("turns")

    @property
    def active(self) -> list[Novice]:
        """Novices still in the game: all but those safely home in All or Nun (11.3)."""
        return [novice for novice in self.novices.values() if not novice.home]

    @property
    def on_the_run(self) -> list[Novice]:
        return [novice for novice in self.active if not novice.caught]

    @property
    def goal_reached(self) -> bool:
        """1.3 The capture points make the guards win."""
        return self.points >= self.goal

    def fault(self, event: Event, text: str, rule: str) -> None:
        self.log.fault(event.line, text, rule)

    def novice(self, event: Event) -> Novice:
        number = event.num("novice")
        if number not in self.novices:
            self.fault(event, f"a novice of this game was expected, got novice {number}", CONTRACT)
            raise Lost
        return self.novices[number]

    def known_dot(self, event: Event, key: str) -> int:
        dot = event.num(key)
        if dot not in self.convent.at:
            self.fault(event, f"a dot of the board was expected, got {dot}", CONTRACT)
            raise Lost
        return dot
