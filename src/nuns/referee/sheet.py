"""The part of a view that only the novice herself sees (rules 3.2): her sheet, with her cards, her plan and her log."""

import msgspec

from nuns.board.tables import FAR, Board
from nuns.referee.game import Game
from nuns.referee.game_setup import BLESSING_NAMES, GAIT_NAMES, GameSetup, guard_name
from nuns.referee.log import LogLine
from nuns.referee.seat_events import own_number
from nuns.referee.seats import Seat
from nuns.rules.caught import steps_through
from nuns.rules.knowledge import Known
from nuns.rules.setup import wish_deck
from nuns.rules.state import Novice
from nuns.rules.words import FALSE_SLOT, NOWHERE


class Heard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A token she is about to place: beside whom, towards which dots it may lie, and which she has chosen (7.4)."""

    guard: str
    dots: tuple[int, ...]
    marked: tuple[int, ...] = ()
    false: bool = False  # a false noise (10.4)


class SheetDistances(msgspec.Struct, frozen=True, kw_only=True):
    """How many steps it is from where she stands, through the doors she may open (5.3).

    A distance is None where no route leads, or when there is nothing left to fetch.
    """

    key: int | None
    wish: int | None
    home: int | None


class Sheet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a novice knows of herself (3.2)."""

    novice: int
    dot: int | None
    cell: int
    key_dot: int
    wish_dot: int
    thing: str
    distances: SheetDistances
    has_key: bool = False
    has_wish: bool = False
    blessing: str | None = None
    untold: bool = False  # she has played a false noise that nobody was told of (10.4)
    plan: str | None = None
    route: tuple[int, ...] = ()
    one_more_step: bool = False
    heard: tuple[Heard, ...] = ()
    log: tuple[LogLine, ...] = ()


def sheet_of(game: Game, seat: Seat, known: Known) -> Sheet:
    """Returns the sheet of the seat's novice, from what the seat knows (3.2)."""
    number = own_number(seat)
    herself = known.novices[number - 1]
    return Sheet(
        novice=number,
        dot=herself.dot or None,
        cell=herself.cell,
        key_dot=herself.key_dot,
        wish_dot=herself.wish_dot,
        thing=game.setup.wish_thing(wish_deck(known), herself.wish_dot, herself.key_dot),
        distances=_distances(game.setup.board, herself),
        has_key=bool(herself.has_key),
        has_wish=bool(herself.has_wish),
        blessing=BLESSING_NAMES[known.blessings[number - 1]] or None,
        untold=bool(known.untold[number - 1]),
        plan=GAIT_NAMES[herself.plan] or None,
        route=tuple(herself.route[: herself.steps + 1]) if herself.plan else (),
        one_more_step=bool(herself.longer),
        heard=_heard(game.setup, known, herself),
        log=game.logs.sheet(number, game.events),
    )


def _distances(board: Board, herself: Novice) -> SheetDistances:
    return SheetDistances(
        key=None if herself.has_key else _steps_to(board, herself, herself.key_dot),
        wish=None if herself.has_wish else _steps_to(board, herself, herself.wish_dot),
        home=_steps_to(board, herself, herself.cell),
    )


def _steps_to(board: Board, herself: Novice, dot: int) -> int | None:
    """Returns how many steps a dot is from hers, or None where no route leads or either is nowhere."""
    steps = steps_through(board, herself, herself.dot, dot)
    return steps if steps < FAR and herself.dot != NOWHERE != dot else None


def _heard(table: GameSetup, known: Known, herself: Novice) -> tuple[Heard, ...]:
    """Returns the tokens she is about to place, by guard, a false noise last (7.4, 10.4)."""
    found = []
    for slot, ways in enumerate(herself.heard):
        number = herself.fakes_beside if slot == FALSE_SLOT else slot
        beside = table.board.next[known.guards[number].dot]
        if ways:
            dots, marked = (tuple(beside[way] for way in range(len(beside)) if bits >> way & 1) for bits in (ways, herself.marked[slot]))
            found.append(Heard(guard=guard_name(number), dots=dots, marked=marked, false=slot == FALSE_SLOT))
    return tuple(found)
