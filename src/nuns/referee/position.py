"""Games that begin in the middle of a night: a position as data, and the game that goes on from it.

A position is for lessons, scenes and puzzles. It holds no tokens and no dice: what led to them is played from a position a little earlier,
so that every event of the game can be explained.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from nuns.board.shape import copy_of
from nuns.referee.actions import BlessingName, Deal, DealtNovice, GaitName
from nuns.referee.game import Game, apply, new_game
from nuns.referee.game_setup import BLESSING_NAMES, GAIT_NAMES, GameSetup
from nuns.referee.seats import GUARD_NAMES, NOVICE_SEATS, Seat
from nuns.rules.setup import deals_blessings
from nuns.rules.sight import seen_by
from nuns.rules.state import Guard, Novice, State
from nuns.rules.turn import proceed
from nuns.rules.words import ABOUT_TURN, NOVICES, NOWHERE, Card, Stage, Status

DotNumber = Annotated[int, Meta(ge=1, le=999)]
STAGES = {"novices": Stage.PLANS, "guards": Stage.ORDER}


class BadPosition(ValueError):
    """Raised for a position that cannot be set up; the message says what was expected."""


class NovicePlacement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a novice stands, what she holds and how she is; her cell is the dot of her number."""

    dot: DotNumber
    key: Annotated[int, Meta(ge=1, le=8)]  # her wish card, by its key (2.2)
    has_key: bool = False
    has_wish: bool = False
    caught: bool = False
    times_caught: Annotated[int, Meta(ge=0, le=20)] = 0
    gait: GaitName | None = None  # the card she showed last
    blessing: BlessingName | None = None


class GuardPlacement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a guard or the monk stands, how she faces and which path she follows."""

    dot: DotNumber
    came_from: DotNumber | None = None  # the dot of her last step, which gives her facing (6.2)
    path: str | None = None
    towards: DotNumber | None = None  # the end of the path to which she walks; by default its last dot
    last_path: str | None = None  # the path she completed last (9.4)
    ran: bool = False
    blessing: BlessingName | None = None


class StartPosition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A moment at which the novices are about to write their plans, or the guards to move, with everything that matters then."""

    novices: dict[str, NovicePlacement]  # by seat
    guards: dict[str, GuardPlacement]  # by name
    options: str = "mayfair(blessings=off)"
    turn: Annotated[int, Meta(ge=1, le=15)] = 2
    moves: Literal["novices", "guards"] = "novices"
    captures: Annotated[int, Meta(ge=0, le=20)] = 0
    discarded: tuple[str, ...] = ()  # path cards that were completed (9.3)
    about_turns: Annotated[int, Meta(ge=0, le=2)] = 2
    guard_players: Annotated[int, Meta(ge=1, le=2)] = 1


def begin_at(position: StartPosition) -> Game:
    """Returns a game that goes on from a position; raises BadPosition for one that the board or the setup does not know."""
    seats = _novice_seats(position)
    game = new_game(position.options, (len(seats), position.guard_players))
    apply(game, _deal(game, position, seats))
    state = copy_of(game.state)
    _clear_paths(state)
    for name in (*position.discarded, *("about-turn",) * (2 - position.about_turns)):
        _discard(game.setup, state, name)
    for name, guard in position.guards.items():
        _place_guard(game.setup, state, name, guard)
    for seat in seats:
        _place_novice(game.setup, state, state.novices[NOVICE_SEATS.index(seat)], position.novices[seat])
    state.turn, state.captures, state.stage, state.asked = position.turn, position.captures, STAGES[position.moves], 0
    for novice in state.novices:
        novice.seen = novice.shown = int(novice.status != Status.ABSENT and seen_by(game.setup.board, state, novice.dot) != 0)
    start = copy_of(state)
    proceed(game.setup.board, state)
    return Game(game.setup, state, start=start)


def _novice_seats(position: StartPosition) -> tuple[Seat, ...]:
    unknown = [seat for seat in position.novices if seat not in NOVICE_SEATS]
    if unknown or not position.novices:
        raise BadPosition(f"expected novices by their seats, such as novice-4; got {', '.join(unknown) or 'none'}")
    return tuple(seat for seat in NOVICE_SEATS if seat in position.novices)


def _deal(game: Game, position: StartPosition, seats: tuple[Seat, ...]) -> Deal:
    """Returns the deal of a position; a blessing that it does not name is one that is left (2.3)."""
    named = {seat.value: position.novices[seat].blessing for seat in seats}
    named |= {name: position.guards[name].blessing if name in position.guards else None for name in GUARD_NAMES[:2]}
    if deals_blessings(game.state):
        left = [name for name in BLESSING_NAMES[1:] for _ in range(2)]
        for card in named.values():
            if card:
                left.remove(card)
        named = {holder: card or left.pop() for holder, card in named.items()}  # type: ignore[misc]
    elif any(named.values()):
        raise BadPosition(f"expected no blessings with {position.options}; got {', '.join(filter(None, named.values()))}")
    novices = tuple(DealtNovice(NOVICE_SEATS.index(seat) + 1, position.novices[seat].key, named[seat]) for seat in seats)
    return Deal(novices, named["abbess"], named["prioress"])


def _clear_paths(state: State) -> None:
    """Puts back the path cards, which some editions hand out at set-up (2.5)."""
    for card in range(len(state.cards)):
        state.cards[card] = Card.REMAINING
    for guard in state.guards:
        guard.path = NOWHERE


def _path(setup: GameSetup, name: str) -> int:
    if name not in setup.path_names or not name:
        raise BadPosition(f"expected the name of a path card; got {name}")
    return setup.path_names.index(name)


def _discard(setup: GameSetup, state: State, name: str) -> None:
    card = _path(setup, name)
    if card == ABOUT_TURN and state.cards[card] == Card.DISCARDED:
        card += 1
    state.cards[card] = Card.DISCARDED


def _place_guard(setup: GameSetup, state: State, name: str, placement: GuardPlacement) -> None:
    if name not in GUARD_NAMES:
        raise BadPosition(f"expected one of {', '.join(GUARD_NAMES)}; got {name}")
    guard, board = state.guards[GUARD_NAMES.index(name)], setup.board
    guard.dot, guard.ran = _dot(setup, placement.dot), int(placement.ran)
    if placement.came_from is not None:
        beside = board.next[_dot(setup, placement.came_from)]
        if placement.dot not in beside:
            raise BadPosition(f"expected {name} to come from a dot beside {placement.dot}; got {placement.came_from}")
        guard.outlook = board.turned[placement.came_from][beside.index(placement.dot)] + 1
    if placement.path is not None:
        _give_path(setup, state, guard, placement)
    if placement.last_path is not None:
        guard.last_path = _path(setup, placement.last_path)


def _give_path(setup: GameSetup, state: State, guard: Guard, placement: GuardPlacement) -> None:
    assert placement.path is not None
    guard.path = _path(setup, placement.path)
    dots = setup.path_dots(guard.path, forwards=True)
    if placement.towards not in (None, dots[0], dots[-1]):
        raise BadPosition(f"expected an end of {placement.path}, {dots[0]} or {dots[-1]}; got {placement.towards}")
    guard.heading = -1 if placement.towards == dots[0] else 1
    if guard.chases:
        state.cards[guard.path] = Card.FACE_UP


def _place_novice(setup: GameSetup, state: State, novice: Novice, placement: NovicePlacement) -> None:
    novice.dot = novice.route[0] = novice.told_dot = _dot(setup, placement.dot)
    novice.has_key, novice.has_wish = int(placement.has_key), int(placement.has_wish)
    novice.status = Status.CAUGHT if placement.caught else Status.ON_THE_RUN
    novice.times_caught = placement.times_caught
    novice.gait = GAIT_NAMES.index(placement.gait or "")
    assert novice.figure < NOVICES


def _dot(setup: GameSetup, dot: int) -> int:
    if dot not in setup.convent.dots:
        raise BadPosition(f"expected a dot of {setup.convent.name}; got {dot}")
    return dot
