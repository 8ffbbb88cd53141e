"""What a seat may know (rules 3): built up from nothing, field by field; what is not copied here is not known."""

from dataclasses import dataclass

from nuns.board.shape import ints, several, sized
from nuns.board.tables import PATHS, Board
from nuns.rules.state import VANISHINGS, Guard, Novice, State
from nuns.rules.words import ABBESS, DIE_OWNERS, FIGURES, GUARD_SIDE, GUARDS, HOLDERS, NOVICES, PRIORESS, ROUTE, Status

SPECTATOR = FIGURES  # a seat besides the novices (0-5) and GUARD_SIDE


@dataclass(slots=True)
class KnownNovice:
    """3.1 What all know of a novice; then 11.3 what novices may; then 3.2 what stays 0 for everybody but herself."""

    status: int = 0
    cell: int = 0
    times_caught: int = 0
    gait: int = 0
    shown_on: int = 0
    vanished: int = 0
    left_at: list[int] = ints(VANISHINGS)
    went_to: list[int] = ints(VANISHINGS)
    noise: list[list[int]] = ints(GUARDS, 4)
    told_dot: int = 0
    dot: int = 0
    key_dot: int = 0
    wish_dot: int = 0
    has_key: int = 0
    has_wish: int = 0
    plan: int = 0
    steps: int = 0
    longer: int = 0
    route: list[int] = ints(ROUTE)
    fakes_beside: int = 0
    heard: list[int] = ints(GUARDS + 1)
    marked: list[int] = ints(GUARDS + 1)


@dataclass(slots=True)
class KnownGuard:
    """3.1 Everything about a guard is public but her unplayed blessing."""

    outlook: int = sized("u2")
    dot: int = 0
    path: int = 0
    last_path: int = 0
    heading: int = sized("i1")
    visited: int = 0
    steps: int = 0
    leave: int = 0
    free: int = 0
    ran: int = 0
    moved: int = 0
    longer: int = 0
    tokens: int = 0
    tokens_at: int = 0
    noise: list[int] = ints(4)


@dataclass(slots=True)
class Known:
    """What one seat knows at this moment."""

    asked: int = sized("u2")  # who is waited for, not what they hold
    stage: int = 0
    ask: int = 0
    turn: int = 0
    phase: int = 0
    noise_step: int = 0
    guard: int = 0
    captures: int = 0
    goal: int = 0
    ending: int = 0
    winners: int = 0
    novices: list[KnownNovice] = several(KnownNovice, NOVICES)
    guards: list[KnownGuard] = several(KnownGuard, GUARDS)
    cards: list[int] = ints(PATHS + 3)
    played: list[int] = ints(HOLDERS)
    blessings: list[int] = ints(HOLDERS)  # 3.2, 2.3 those of this seat
    untold: list[int] = ints(HOLDERS)
    dice: list[int] = ints(DIE_OWNERS)
    shifts: list[int] = ints(DIE_OWNERS, width="i1")


def know(board: Board, game: State, seat: int, known: Known) -> None:
    """3 Fills ``known``, which must be empty, for a novice (0-5), the guard side or a spectator."""
    know_as_all_do(board, game, known)
    know_as_seat(game, seat, known)


def know_as_all_do(board: Board, game: State, known: Known) -> None:
    """3.1."""
    know_the_night(game, known)
    for novice in game.novices:
        if novice.status != Status.ABSENT:
            know_in_public(board, novice, known.novices[novice.figure])
    for guard in game.guards:
        know_guard(guard, known.guards[guard.number])


def know_as_seat(game: State, seat: int, known: Known) -> None:
    """3.2 What is the seat's own besides."""
    if seat < NOVICES:
        know_fellows(game, known)
        know_herself(game.novices[seat], known.novices[seat])
        know_blessing(game, seat, known)
    elif seat == GUARD_SIDE:
        know_blessing(game, ABBESS, known)
        know_blessing(game, PRIORESS, known)


def know_the_night(game: State, known: Known) -> None:
    """3.1."""
    known.stage = game.stage
    known.ask = game.ask
    known.asked = game.asked
    known.turn = game.turn
    known.phase = game.phase
    known.noise_step = game.noise_step
    known.guard = game.guard
    known.captures = game.captures
    known.goal = game.goal
    known.ending = game.ending
    known.winners = game.winners
    for card in range(len(game.cards)):
        known.cards[card] = game.cards[card]
    for holder in range(HOLDERS):
        known.played[holder] = game.played[holder]
    for owner in range(DIE_OWNERS):
        known.dice[owner] = game.dice[owner]
        known.shifts[owner] = game.shifts[owner]


def know_in_public(board: Board, novice: Novice, known: KnownNovice) -> None:
    """3.1."""
    known.status = novice.status
    known.cell = novice.cell
    known.times_caught = novice.times_caught
    known.gait = novice.gait
    known.shown_on = novice.dot if novice.shown else 0
    known.vanished = novice.vanished
    for token in range(novice.vanished):
        known.left_at[token] = novice.left_at[token]
        known.went_to[token] = novice.went_to[token]
    for guard in range(GUARDS):
        for way in range(len(novice.noise[guard])):
            known.noise[guard][way] = novice.noise[guard][way]


def know_guard(guard: Guard, known: KnownGuard) -> None:
    """3.1."""
    known.dot = guard.dot
    known.outlook = guard.outlook
    known.path = guard.path
    known.last_path = guard.last_path
    known.heading = guard.heading
    known.visited = guard.visited
    known.steps = guard.steps
    known.leave = guard.leave
    known.free = guard.free
    known.ran = guard.ran
    known.moved = guard.moved
    known.longer = guard.longer
    known.tokens = guard.tokens
    known.tokens_at = guard.tokens_at
    for way in range(len(guard.noise)):
        known.noise[way] = guard.noise[way]


def know_fellows(game: State, known: Known) -> None:
    """11.3 After each guards' turn the novices learn one another's dots, and only the dots."""
    if game.options.all_or_nun:
        for novice in game.novices:
            known.novices[novice.figure].told_dot = novice.told_dot


def know_herself(novice: Novice, known: KnownNovice) -> None:
    """3.2."""
    known.dot = novice.dot
    known.key_dot = novice.key_dot
    known.wish_dot = novice.wish_dot
    known.has_key = novice.has_key
    known.has_wish = novice.has_wish
    known.plan = novice.plan
    known.steps = novice.steps
    known.longer = novice.longer
    for step in range(novice.steps + 1):
        known.route[step] = novice.route[step]
    known.fakes_beside = novice.fakes_beside
    for slot in range(len(novice.heard)):
        known.heard[slot] = novice.heard[slot]
        known.marked[slot] = novice.marked[slot]


def know_blessing(game: State, holder: int, known: Known) -> None:
    """3.2, 2.3."""
    known.blessings[holder] = game.blessings[holder]
    known.untold[holder] = game.untold[holder]
