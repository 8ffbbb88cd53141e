"""What happened, as the contract's event log spells it, and a few events of our own that the log leaves out."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType


class EventBase(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    """The base of all events: each has its turn, and fields that a seat may not know are unset."""

    turn: int


class SetUpNovice(msgspec.Struct, frozen=True, kw_only=True):
    """A novice as she is dealt; her cards are unset for other seats (2.1-2.3)."""

    novice: int
    key_dot: int | UnsetType = UNSET
    wish_dot: int | UnsetType = UNSET
    blessing: str | UnsetType | None = UNSET


class SetUpGuard(msgspec.Struct, frozen=True, kw_only=True):
    """A guard as she is set up; her blessing is unset for the novices (2.1, 2.3)."""

    guard: str
    dot: int
    blessing: str | UnsetType | None = UNSET


class SetUp(EventBase, frozen=True, kw_only=True, tag="setup"):
    """The table is set and the cards are dealt (2)."""

    edition: str
    options: dict[str, str | int]
    players: int
    novices: tuple[SetUpNovice, ...]
    guards: tuple[SetUpGuard, ...]
    monk: str


class PathTaken(EventBase, frozen=True, kw_only=True, tag="path_taken"):
    """A guard takes a path card, or About Turn; ``dots`` are in walking order (9.3, 9.4)."""

    guard: str
    path: str
    dots: tuple[int, ...]


class NoviceMoved(EventBase, frozen=True, kw_only=True, tag="novice_moved"):
    """A novice has moved; ``route`` is as walked, and other seats see only the gait (5)."""

    novice: int
    phase: int
    gait: str
    route: tuple[int, ...] | UnsetType = UNSET
    blessing: bool


class NoviceSeen(EventBase, frozen=True, kw_only=True, tag="novice_seen"):
    """A novice is seen on a dot by these guards (6.6, 6.9)."""

    novice: int
    dot: int
    by: tuple[str, ...]


class NoviceShown(EventBase, frozen=True, kw_only=True, tag="novice_shown"):
    """A caught novice is shown on a dot though nobody sees her there (8.4). Not in the contract's log."""

    novice: int
    dot: int


class NoviceVanished(EventBase, frozen=True, kw_only=True, tag="novice_vanished"):
    """A vanished token is placed (6.7); with `vanish-marks=each-guard` for one ``guard``, except one for the monk's sight."""

    novice: int
    between: tuple[int, int]
    guard: str | UnsetType = UNSET


class TokenRemoved(EventBase, frozen=True, kw_only=True, tag="token_removed"):
    """A caught novice's token leaves the board, since nobody sees her any more (8.4)."""

    novice: int


class KeyTaken(EventBase, frozen=True, kw_only=True, tag="key_taken"):
    """A novice takes her key (5.4)."""

    novice: int
    dot: int


class WishTaken(EventBase, frozen=True, kw_only=True, tag="wish_taken"):
    """A novice takes her wish (5.4)."""

    novice: int
    dot: int


class NoviceHome(EventBase, frozen=True, kw_only=True, tag="novice_home"):
    """A novice is home with her wish (5.7, 11.3). Not in the contract's log."""

    novice: int


class Rolled(EventBase, frozen=True, kw_only=True, tag="rolled"):
    """A die is rolled; ``why`` is ``noise`` or ``listen`` (7.1, 7.3)."""

    by: int | str
    why: str
    face: int


class BlessingPlayed(EventBase, frozen=True, kw_only=True, tag="blessing_played"):
    """A blessing is played; ``die`` is the owner of the die that it changes (10)."""

    by: int | str
    blessing: str
    die: int | str | UnsetType = UNSET


class BlessingTold(EventBase, frozen=True, kw_only=True, tag="blessing_told"):
    """Everyone learns that a noise was false (10.4). Not in the contract's log."""

    by: int | str


class Noise(EventBase, frozen=True, kw_only=True, tag="noise"):
    """A noise token is placed beside a guard; only the seat that placed it knows whether it is real (7.4, 10.4)."""

    novice: int | UnsetType = UNSET
    by: str | UnsetType = UNSET
    guard: str
    dot: int
    real: bool | UnsetType = UNSET


class GuardTurned(EventBase, frozen=True, kw_only=True, tag="guard_turned"):
    """A guard turns towards a dot, which shows her something new (6.3)."""

    guard: str
    dot: int
    towards: int


class GuardStepped(EventBase, frozen=True, kw_only=True, tag="guard_stepped", rename={"start": "from"}):
    """A guard steps; ``free`` is true while she has left her path for a reason (9)."""

    guard: str
    start: int
    to: int
    free: bool


class GuardStopped(EventBase, frozen=True, kw_only=True, tag="guard_stopped"):
    """A guard ends her movement (9.1)."""

    guard: str
    gait: str
    steps: int


class NoviceCaught(EventBase, frozen=True, kw_only=True, tag="novice_caught"):
    """A novice is caught (8.1)."""

    novice: int
    guard: str
    dot: int


class NoviceFreed(EventBase, frozen=True, kw_only=True, tag="novice_freed"):
    """A caught novice is on the run again (8.6, 8.7)."""

    novice: int


class TokensCleared(EventBase, frozen=True, kw_only=True, tag="tokens_cleared"):
    """All noise and vanished tokens leave the board (9.8)."""


class DotsTold(EventBase, frozen=True, kw_only=True, tag="dots_told"):
    """The novices learn one another's dots (11.3). Not in the contract's log."""

    dots: dict[int, int]


class TurnEnded(EventBase, frozen=True, kw_only=True, tag="turn_ended"):
    """A turn ends (4)."""


class RulerLaid(EventBase, frozen=True, kw_only=True, tag="ruler_laid"):
    """A novice asked aloud whether a sight line joins two dots, and how many steps apart they are (3.5). Not in the contract's log."""

    novice: int
    dots: tuple[int, int]
    line: bool
    steps: int


class GameOver(EventBase, frozen=True, kw_only=True, tag="game_over"):
    """The game is over (1)."""

    reason: str
    winners: tuple[int | str, ...]


Event = (
    SetUp | PathTaken | NoviceMoved | NoviceSeen | NoviceShown | NoviceVanished | TokenRemoved | KeyTaken | WishTaken | NoviceHome | Rolled
    | BlessingPlayed | BlessingTold | Noise | GuardTurned | GuardStepped | GuardStopped | NoviceCaught | NoviceFreed
    | TokensCleared | DotsTold | TurnEnded | RulerLaid | GameOver
)  # fmt: skip
OURS = (NoviceShown, NoviceHome, BlessingTold, DotsTold, RulerLaid)


def is_in_contract(event: Event) -> bool:
    """Tells whether the event belongs to the event log of the contract (docs/formats.md)."""
    return not isinstance(event, OURS)


def as_object(event: Event) -> dict[str, Any]:
    """Returns the event as a plain object, with its name and turn first."""
    built: dict[str, Any] = msgspec.to_builtins(event)
    return {"event": built.pop("event"), "turn": built.pop("turn"), **built}
