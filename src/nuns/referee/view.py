"""What a seat sees (rules 3): what it knows of the state, from ``rules/knowledge.py``, in codes; and its log sheet, from its events."""

from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from nuns.board.shape import copy_of, shallow_copy_of
from nuns.board.tables import FAR, Board
from nuns.referee.actions import Action
from nuns.referee.codes import ASK_CODES, RuleReason, WaitingFor
from nuns.referee.game import Game, actions_of
from nuns.referee.game_setup import BLESSING_NAMES, ENDING_NAMES, GAIT_NAMES, NOISE_STEPS, STATUS_NAMES, GameSetup, only_guard, watcher
from nuns.referee.leave_reasons import reasons_to_leave
from nuns.referee.log import LogLine
from nuns.referee.seat_events import own_number
from nuns.referee.seats import FIGURE_NAMES, GUARD_SEATS, NOVICE_SEATS, Seat, guard_seats, knowledge_seat
from nuns.rules.caught import steps_through
from nuns.rules.ending import last_turn, turns_left
from nuns.rules.guards import LEAST, WALKS, step_limit, steps_left
from nuns.rules.knowledge import SPECTATOR, Known, know_as_all_do, know_as_seat, shares_dots
from nuns.rules.noise import can_hear, runners_are_deaf
from nuns.rules.setup import has_monk, wish_deck
from nuns.rules.state import Guard, Novice, State
from nuns.rules.words import (
    ABBESS,
    ABOUT_TURN,
    DIE_OWNERS,
    FALSE_SLOT,
    GUARDS,
    GUARDS_WIN,
    HOLDERS,
    NOVICES,
    NOWHERE,
    Card,
    Stage,
    Status,
)

NOTHING = Known()


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A noise token that is a guard's: the dot beside which it was placed, and the dot it lies towards (7.4)."""

    by: str
    guard: str
    between: tuple[int, int]


class Vanishing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A vanished token: the last dot on which she was seen, and the next; ``guard`` is the one for whom alone it lies (6.7)."""

    novice: int
    between: tuple[int, int]
    guard: str | None = None


class NoviceView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What all know of a novice (3.1)."""

    novice: int
    status: str
    times_caught: int = 0
    gait: str | None = None
    dot: int | None = None  # while her token stands on the board
    told_dot: int | None = None  # 11.3 for novices alone
    blessing_played: str | None = None


class GuardView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What all know of a guard or the monk (3.1)."""

    guard: str
    dot: int | None = None
    facing: tuple[int, int] | None = None  # the step she looks along: from, to
    path: str | None = None
    dots: tuple[int, ...] = ()  # her path in walking order
    last_path: str | None = None  # 9.4 the one she has completed
    visited: tuple[int, ...] = ()  # 11.2 the monk: the ends he has been to
    steps: int = 0
    least_steps: int  # 9.1 of a movement
    walk_steps: int  # 9.1 the most that are still a walk
    most_steps: int  # 9.1 of this movement or her next, without a blessing that is not yet played
    steps_left: int = 0  # 9.1 in this movement, without a blessing; 0 while it is not hers
    leave: bool = False
    reasons: tuple[RuleReason, ...] = ()  # 9.6 why she may leave her path now, or when her movement of this turn begins
    free: bool = False
    ran: bool = False
    blind: bool = False  # 11.2
    deaf: bool = False  # 7.2, 11.2 to the noise that is made next
    moved: bool = False
    one_more_step: bool = False  # 10.1 played with this movement
    blessing_played: str | None = None


class Heard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A token she is about to place: beside whom, towards which dots it may lie, and which she has chosen (7.4)."""

    guard: str
    dots: tuple[int, ...]
    marked: tuple[int, ...] = ()
    false: bool = False  # 10.4


class SheetDistances(msgspec.Struct, frozen=True, kw_only=True):
    """How many steps it is from where she stands, through the doors she may open (5.3).

    None where there is no way, or nothing to fetch any more.
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
    untold: bool = False  # 10.4 she has placed a false noise that nobody was told of
    plan: str | None = None
    route: tuple[int, ...] = ()
    one_more_step: bool = False
    heard: tuple[Heard, ...] = ()
    log: tuple[LogLine, ...] = ()


class Paths(msgspec.Struct, frozen=True, kw_only=True):
    """Where the path cards lie (2.4)."""

    remaining: tuple[str, ...]
    face_up: tuple[str, ...]
    discarded: tuple[str, ...]
    about_turns: int


class Die(msgspec.Struct, frozen=True, kw_only=True):
    """A die of the noise step in hand, and how far it was shifted."""

    by: str
    face: int
    shift: int = 0


class View(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything a seat may see at this moment, and what it may do."""

    seat: str
    edition: str
    options: str
    guard_players: int
    turn: int
    turns: int  # how many the night has
    turns_left: int  # after this one
    phase: int
    runners_deaf: bool = False  # 7.2 whether a run makes a guard deaf to the noise that is made next
    noise_step: str = "making"  # 7.1 or, from when the guards have moved, 7.3 listening
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
    sheets: tuple[Sheet, ...] = ()  # one's own; when the game is over all of them
    actions: tuple[Action, ...] = ()


class Public(NamedTuple):
    """What all know of a state, and how they see it (3.1)."""

    state: State
    known: Known
    view: View


def view(game: Game, seat: Seat | str) -> View:
    """Returns the view of a seat: what all see, and then what is its own. When the game is over, every log sheet is opened (3.4)."""
    seat = game.check_seat(seat)
    known = known_by(game, seat)
    return replace(
        public(game).view,
        seat=seat.value,
        novices=_novices(known) if shares_dots(known) else public(game).view.novices,
        blessings=_blessings(game, known),
        sheets=_sheets(game, seat, known),
        actions=actions_of(game.table, known, seat),
    )


def known_by(game: Game, seat: Seat) -> Known:
    """Returns what the rules let this seat know."""
    shared, own = public(game).known, knowledge_seat(seat)
    if own == SPECTATOR:
        return shared
    known = shallow_copy_of(shared)
    known.blessings, known.untold, known.novices = shared.blessings[:], shared.untold[:], shared.novices[:]
    for figure in range(NOVICES):
        if figure == own or (own < NOVICES and shares_dots(game.state)):
            known.novices[figure] = copy_of(shared.novices[figure])
    know_as_seat(game.state, own, known)
    return known


def public(game: Game) -> Public:
    """Returns what all know, built up from nothing once for every state of the game."""
    if not isinstance(game.seen, Public) or game.seen.state is not game.state:
        known = copy_of(NOTHING)
        know_as_all_do(game.table.board, game.state, known)
        game.seen = Public(game.state, known, _seen_by_all(game.table, known))
    return game.seen


def _seen_by_all(table: GameSetup, known: Known) -> View:
    return View(
        seat=Seat.SPECTATOR.value,
        edition=table.edition,
        options=str(table.options),
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
        winners=_winners(known),
        waiting_for=None if known.stage == Stage.OVER else ASK_CODES[known.ask],
        waiting=tuple(name for figure, name in enumerate(FIGURE_NAMES) if known.asked >> figure & 1),
        novices=_novices(known),
        guards=tuple(_guard(table, known, guard) for guard in known.guards if guard.chases or has_monk(known)),
        paths=_paths(table.path_names, tuple(known.cards)),
        noises=_noises(table, known),
        vanishings=_vanishings(known),
        dice=tuple(Die(by=FIGURE_NAMES[f], face=known.dice[f], shift=known.shifts[f]) for f in range(DIE_OWNERS) if known.dice[f]),
    )


def _winners(known: Known) -> tuple[str, ...]:
    """Returns the seats that have won; none while the game goes on (1)."""
    if known.winners == GUARDS_WIN:
        return tuple(seat.value for seat in guard_seats(known.guard_players))
    return tuple(seat.value for figure, seat in enumerate(NOVICE_SEATS) if known.winners >> figure & 1)


def _novices(known: Known) -> tuple[NoviceView, ...]:
    return tuple(_novice(known, novice, figure) for figure, novice in enumerate(known.novices) if novice.status != Status.ABSENT)


def encoded(seen: View) -> bytes:
    """Returns the bytes of a view, the same for the same view."""
    return msgspec.json.encode(seen)


def _novice(known: Known, novice: Novice, figure: int) -> NoviceView:
    return NoviceView(
        novice=figure + 1,
        status=STATUS_NAMES[novice.status],
        times_caught=novice.times_caught,
        gait=GAIT_NAMES[novice.gait] or None,
        dot=novice.dot if novice.shown else None,
        told_dot=novice.told_dot or None,
        blessing_played=BLESSING_NAMES[known.played[figure]] or None,
    )


def _guard(table: GameSetup, known: Known, guard: Guard) -> GuardView:
    start, to = table.board.facing[guard.outlook]
    figure = ABBESS + guard.number
    return GuardView(
        guard=watcher(guard.number),
        dot=guard.dot or None,
        facing=(start, to) if guard.outlook else None,
        path=table.path_names[guard.path] or None,
        dots=table.path_dots(guard.path, forwards=guard.heading > 0) if guard.path != NOWHERE else (),
        last_path=table.path_names[guard.last_path] or None,
        visited=tuple(dot for dot in table.convent.path_ends if guard.visited & table.board.end_bit[dot]) if guard.visited else (),
        steps=guard.steps,
        least_steps=LEAST,
        walk_steps=WALKS,
        most_steps=step_limit(known, guard),
        steps_left=steps_left(known, guard),
        leave=bool(guard.leave),
        reasons=reasons_to_leave(table.board, known, guard),
        free=bool(guard.free),
        ran=bool(guard.ran),
        blind=not guard.sees,
        deaf=not can_hear(known, guard),
        moved=bool(guard.moved),
        one_more_step=bool(guard.longer),
        blessing_played=(BLESSING_NAMES[known.played[figure]] or None) if figure < HOLDERS else None,
    )


@lru_cache(maxsize=1024)
def _paths(names: tuple[str, ...], cards: tuple[int, ...]) -> Paths:
    lying: dict[int, list[str]] = {where: [] for where in Card}
    for name, where in zip(names[1:ABOUT_TURN], cards[1:], strict=False):
        if name:
            lying[where].append(name)
    remaining, face_up, discarded = map(tuple, lying.values())
    return Paths(remaining=remaining, face_up=face_up, discarded=discarded, about_turns=cards[ABOUT_TURN:].count(Card.REMAINING))


def _noises(table: GameSetup, known: Known) -> tuple[Token, ...]:
    """Returns one entry a token, in the order of those who placed them (7.5)."""
    found = []
    for number, guard in enumerate(known.guards):
        if guard.tokens:
            name, beside = watcher(number), table.board.next[guard.tokens_at]
            rows = [(FIGURE_NAMES[figure], known.novices[figure].noise[number]) for figure in range(NOVICES)]
            rows += [(watcher(other), guard.noise[other]) for other in range(GUARDS)]
            for by, counts in rows:
                for way, count in enumerate(counts):
                    found += [Token(by=by, guard=name, between=(guard.tokens_at, beside[way]))] * count
    return tuple(found)


def _blessings(game: Game, known: Known) -> dict[str, str]:
    """Returns the unplayed cards that the seat knows: its own (3.2), and when the game is over everybody's (3.4)."""
    opened = [known_by(game, seat) for seat in game.seats] if game.is_over else [known]
    return {FIGURE_NAMES[f]: BLESSING_NAMES[each.blessings[f]] for each in opened for f in range(HOLDERS) if each.blessings[f]}


def _vanishings(known: Known) -> tuple[Vanishing, ...]:
    return tuple(
        Vanishing(novice=figure + 1, between=(novice.left_at[token], novice.went_to[token]), guard=only_guard(novice.token_for[token]))
        for figure, novice in enumerate(known.novices)
        for token in range(novice.vanished)
    )


def _sheets(game: Game, seat: Seat, known: Known) -> tuple[Sheet, ...]:
    if game.is_over:
        return tuple(_sheet(game, each, known_by(game, each)) for each in game.seats if each not in GUARD_SEATS)
    return (_sheet(game, seat, known),) if seat in NOVICE_SEATS and seat in game.seats else ()


def _sheet(game: Game, seat: Seat, known: Known) -> Sheet:
    number = own_number(seat)
    herself = known.novices[number - 1]
    return Sheet(
        novice=number,
        dot=herself.dot or None,
        cell=herself.cell,
        key_dot=herself.key_dot,
        wish_dot=herself.wish_dot,
        thing=game.table.wish_thing(wish_deck(known), herself.wish_dot, herself.key_dot),
        distances=_distances(game.table.board, herself),
        has_key=bool(herself.has_key),
        has_wish=bool(herself.has_wish),
        blessing=BLESSING_NAMES[known.blessings[number - 1]] or None,
        untold=bool(known.untold[number - 1]),
        plan=GAIT_NAMES[herself.plan] or None,
        route=tuple(herself.route[: herself.steps + 1]) if herself.plan else (),
        one_more_step=bool(herself.longer),
        heard=_heard(game.table, known, herself),
        log=game.logs.sheet(number, game.events),
    )


def _distances(board: Board, herself: Novice) -> SheetDistances:
    return SheetDistances(
        key=None if herself.has_key else _steps_to(board, herself, herself.key_dot),
        wish=None if herself.has_wish else _steps_to(board, herself, herself.wish_dot),
        home=_steps_to(board, herself, herself.cell),
    )


def _steps_to(board: Board, herself: Novice, dot: int) -> int | None:
    """Returns how far a dot is from hers; None where there is no way, or either is nowhere."""
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
            found.append(Heard(guard=watcher(number), dots=dots, marked=marked, false=slot == FALSE_SLOT))
    return tuple(found)
