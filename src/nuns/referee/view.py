"""The view of a seat (rules 3): what it knows of the state, in codes, its log sheet, and what it may do."""

from functools import cache, lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from nuns.board.shape import copy_of, shallow_copy_of
from nuns.referee.actions import Action
from nuns.referee.codes import ASK_CODES, WaitingFor
from nuns.referee.game import Game, actions_of
from nuns.referee.game_setup import BLESSING_NAMES, ENDING_NAMES, NOISE_STEPS, GameSetup
from nuns.referee.public_view import (
    Die,
    GuardView,
    NoviceView,
    Paths,
    Token,
    Vanishing,
    dice_of,
    guard_views,
    noise_tokens,
    novice_views,
    path_cards,
    vanished_tokens,
    winners_of,
)
from nuns.referee.seats import FIGURE_NAMES, GUARD_SEATS, NOVICE_SEATS, Seat, knowledge_seat
from nuns.referee.sheet import Sheet, sheet_of
from nuns.rules.ending import last_turn, turns_left
from nuns.rules.knowledge import SPECTATOR, Known, know_as_seat, know_game, know_guard, know_novice, shares_dots
from nuns.rules.noise import runners_are_deaf
from nuns.rules.state import Guard, Novice, State
from nuns.rules.words import HOLDERS, NOVICES, Stage, Status

NOTHING, NO_NOVICE, NO_GUARD = Known(), Novice(), Guard()  # copied, which is faster than making new ones


class View(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything a seat may see at this moment, and what it may do."""

    seat: str
    edition: str
    options: str
    guard_players: int
    turn: int
    turns: int  # how many turns the game has
    turns_left: int  # how many follow this one
    phase: int
    runners_deaf: bool = False  # a run makes a guard deaf to the noise that is made next (7.2)
    noise_step: str = "making"  # or listening, once the guards have moved (7.1, 7.3)
    captures: int
    goal: int
    over: str | None = None
    winners: tuple[str, ...] = ()
    waiting_for: WaitingFor | None = None
    waiting: tuple[str, ...] = ()
    novices: tuple[NoviceView, ...] = ()
    guards: tuple[GuardView, ...] = ()
    paths: Paths
    noises: tuple[Token, ...] = ()
    vanishings: tuple[Vanishing, ...] = ()
    dice: tuple[Die, ...] = ()
    blessings: dict[str, str] = {}  # the unplayed cards this seat knows, by figure
    sheets: tuple[Sheet, ...] = ()  # the seat's own, or all of them when the game is over (3.4)
    actions: tuple[Action, ...] = ()


class Public(NamedTuple):
    """What everyone knows of a state, and the view of it that all seats share (3.1)."""

    state: State
    known: Known
    view: View


class OwnView(NamedTuple):
    """The fields in which a seat's view may differ from what everyone sees."""

    novices: tuple[NoviceView, ...]
    blessings: dict[str, str]
    sheets: tuple[Sheet, ...]
    actions: tuple[Action, ...]


def view(game: Game, seat: Seat | str) -> View:
    """Returns the view of a seat: what everyone sees, then what is its own; when the game is over, every log sheet (3.4)."""
    seat = game.check_seat(seat)
    return whole_view(seat, public(game).view, own_view(game, seat, known_by(game, seat)))


def whole_view(seat: Seat, shared: View, own: OwnView) -> View:
    """Returns the view of a seat from its two parts."""
    return replace(shared, seat=seat.value, novices=own.novices, blessings=own.blessings, sheets=own.sheets, actions=own.actions)


def own_view(game: Game, seat: Seat, known: Known) -> OwnView:
    """Returns what is a seat's own in its view; ``known`` is what it knows."""
    return OwnView(
        novices=novice_views(known) if shares_dots(known) else public(game).view.novices,
        blessings=_blessings(game, known),
        sheets=_sheets(game, seat, known),
        actions=actions_of(game.setup, known, seat),
    )


def seen_by_seat(game: Game, seat: Seat) -> View:
    """Returns a seat's view for a replay; before the end of the game the omniscient view is the views of all seats put together."""
    if seat != Seat.OMNISCIENT or game.is_over:
        return view(game, seat)
    each = [view(game, seat) for seat in game.seats]
    return replace(
        view(game, Seat.SPECTATOR),
        seat=seat.value,
        blessings={figure: card for one in each for figure, card in one.blessings.items()},
        sheets=tuple(sheet for one in each for sheet in one.sheets),
    )


def known_by(game: Game, seat: Seat) -> Known:
    """Returns what the rules let this seat know of the state (3)."""
    shared, own = public(game).known, knowledge_seat(seat)
    if own == SPECTATOR:
        return shared
    known = shallow_copy_of(shared)
    known.blessings, known.untold, known.novices = shared.blessings[:], shared.untold[:], shared.novices[:]
    if own < NOVICES:
        for figure in range(NOVICES) if shares_dots(game.state) else (own,):
            known.novices[figure] = copy_of(shared.novices[figure])
    know_as_seat(game.state, own, known)
    return known


def public(game: Game) -> Public:
    """Returns what everyone knows, built up from nothing once for each state of the game (3.1).

    As long as what everyone knows stays the same, for instance while plans are written, the same view is returned.
    """
    before = game.seen if isinstance(game.seen, Public) else None
    if before is not None and before.state is game.state:
        return before
    known = _known_by_all(game.state, before)
    seen = before.view if before is not None and known == before.known else _seen_by_all(game.setup, known)
    game.seen = now = Public(game.state, known, seen)
    return now


def _known_by_all(state: State, before: Public | None) -> Known:
    """Returns the knowledge that ``know_as_all_do`` fills in; of novices who do not play it holds number and cell alone.

    A figure that is the same in both states shares its part of the knowledge with the one before.
    """
    known = shallow_copy_of(NOTHING)
    known.cards, known.played, known.dice, known.shifts = NOTHING.cards[:], NOTHING.played[:], NOTHING.dice[:], NOTHING.shifts[:]
    know_game(state, known)
    if before is None:
        known.novices = [_known_novice(novice) for novice in state.novices]
        known.guards = [_known_guard(guard) for guard in state.guards]
        return known
    novices, guards = zip(state.novices, before.state.novices, strict=True), zip(state.guards, before.state.guards, strict=True)
    known.novices = [
        there if now is then or now == then else _known_novice(now)
        for (now, then), there in zip(novices, before.known.novices, strict=True)
    ]
    known.guards = [
        there if now is then or now == then else _known_guard(now) for (now, then), there in zip(guards, before.known.guards, strict=True)
    ]
    return known


def _known_novice(novice: Novice) -> Novice:
    if novice.status == Status.ABSENT:
        return _absent_novice(novice.figure, novice.cell)
    known = copy_of(NO_NOVICE)
    know_novice(novice, known)
    return known


def _known_guard(guard: Guard) -> Guard:
    known = copy_of(NO_GUARD)
    know_guard(guard, known)
    return known


@cache
def _absent_novice(figure: int, cell: int) -> Novice:
    return Novice(figure=figure, cell=cell)


@lru_cache(maxsize=1024)
def _figure_names(bits: int) -> tuple[str, ...]:
    return tuple(name for figure, name in enumerate(FIGURE_NAMES) if bits >> figure & 1)


def _seen_by_all(table: GameSetup, known: Known) -> View:
    return View(
        seat=Seat.SPECTATOR.value,
        edition=table.edition,
        options=table.current_options_name,
        guard_players=known.guard_players,
        turn=known.turn,
        turns=last_turn(known),
        turns_left=turns_left(known),
        phase=known.phase,
        runners_deaf=runners_are_deaf(known),
        noise_step=NOISE_STEPS[known.noise_step],
        captures=known.captures,
        goal=known.goal,
        over=ENDING_NAMES[known.ending] or None,
        winners=winners_of(known),
        waiting_for=None if known.stage == Stage.OVER else ASK_CODES[known.ask],
        waiting=_figure_names(known.asked),
        novices=novice_views(known),
        guards=guard_views(table, known),
        paths=path_cards(table.path_names, tuple(known.cards)),
        noises=noise_tokens(table, known),
        vanishings=vanished_tokens(known),
        dice=dice_of(known),
    )


def encoded(seen: View) -> bytes:
    """Returns the bytes of a view, which are the same for equal views."""
    return msgspec.json.encode(seen)


def _blessings(game: Game, known: Known) -> dict[str, str]:
    """Returns the unplayed cards that the seat knows: its own, and when the game is over everyone's (3.2, 3.4)."""
    opened = [known_by(game, seat) for seat in game.seats] if game.is_over else [known]
    return {FIGURE_NAMES[f]: BLESSING_NAMES[each.blessings[f]] for each in opened for f in range(HOLDERS) if each.blessings[f]}


def _sheets(game: Game, seat: Seat, known: Known) -> tuple[Sheet, ...]:
    if game.is_over:
        return tuple(sheet_of(game, each, known_by(game, each)) for each in game.seats if each not in GUARD_SEATS)
    return (sheet_of(game, seat, known),) if seat in NOVICE_SEATS and game.has_seat(seat) else ()
