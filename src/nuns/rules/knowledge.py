"""What a seat may know (rules 3): a state built up field by field, in which everything not copied here stays 0."""

from dataclasses import dataclass

from nuns.board.tables import Board
from nuns.rules.ending import wins_together
from nuns.rules.state import Guard, Novice, State
from nuns.rules.words import ABBESS, DIE_OWNERS, FIGURES, GUARD_SIDE, GUARDS, HOLDERS, NOVICES, PRIORESS, Blessing, Event

SPECTATOR = FIGURES  # a seat besides the novices (0-5) and GUARD_SIDE


@dataclass(slots=True)
class Known(State):
    """What one seat knows at this moment, in the shape of the state, so that every function of the rules can be asked about it.

    A secret of another is 0: a novice who is not shown stands nowhere, a card in another's hand is none. There is no tape and no
    generator; policies bring their own.
    """


def know(board: Board, game: State, seat: int, known: Known) -> None:
    """Fills ``known``, which must be empty, for a novice (0-5), the guard side or a spectator (3)."""
    know_as_all_do(board, game, known)
    know_as_seat(game, seat, known)


def know_as_all_do(board: Board, game: State, known: Known) -> None:
    """Fills in what everybody knows (3.1)."""
    know_game(game, known)
    for novice in game.novices:
        know_novice(novice, known.novices[novice.figure])
    for guard in game.guards:
        know_guard(guard, known.guards[guard.number])


def know_as_seat(game: State, seat: int, known: Known) -> None:
    """Fills in what is the seat's own besides (3.2)."""
    if seat < NOVICES:
        know_fellows(game, known)
        know_herself(game.novices[seat], known.novices[seat])
        know_blessing(game, seat, known)
    elif seat == GUARD_SIDE:
        know_blessing(game, ABBESS, known)
        know_blessing(game, PRIORESS, known)


def know_game(game: State, known: Known) -> None:
    """Copies how far the game has come, who is asked what, the cards and the dice (3.1)."""
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
    known.novice_players = game.novice_players
    known.guard_players = game.guard_players
    known.asks_home = game.asks_home
    known.options = game.options
    for card in range(len(game.cards)):
        known.cards[card] = game.cards[card]
    for holder in range(HOLDERS):
        known.played[holder] = game.played[holder]
    for owner in range(DIE_OWNERS):
        known.dice[owner] = game.dice[owner]
        known.shifts[owner] = game.shifts[owner]


def know_novice(novice: Novice, known: Novice) -> None:
    """Copies what all know of a novice (3.1)."""
    known.figure = novice.figure
    known.status = novice.status
    known.cell = novice.cell
    known.times_caught = novice.times_caught
    known.gait = novice.gait
    known.seen = novice.seen
    known.shown = novice.shown
    known.dot = novice.dot if novice.shown else 0
    known.vanished = novice.vanished
    for token in range(novice.vanished):
        known.left_at[token] = novice.left_at[token]
        known.went_to[token] = novice.went_to[token]
        known.token_for[token] = novice.token_for[token]
    for guard in range(GUARDS):
        known.noticed[guard] = novice.noticed[guard]
        for way in range(len(novice.noise[guard])):
            known.noise[guard][way] = novice.noise[guard][way]


def know_guard(guard: Guard, known: Guard) -> None:
    """Copies everything about a guard but the false noise she is about to place (3.1)."""
    known.number = guard.number
    known.sees = guard.sees
    known.hears = guard.hears
    known.chases = guard.chases
    known.walks_only = guard.walks_only
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
    for other in range(GUARDS):
        for way in range(len(guard.noise[other])):
            known.noise[other][way] = guard.noise[other][way]


def shares_dots(game: State) -> bool:
    """Tells whether the novices learn one another's dots after each guards' turn (11.3)."""
    return wins_together(game)


def know_fellows(game: State, known: Known) -> None:
    """Copies the dots of the other novices, and only their dots, which novices learn after each guards' turn (11.3)."""
    if shares_dots(game):
        for novice in game.novices:
            known.novices[novice.figure].told_dot = novice.told_dot


def know_herself(novice: Novice, known: Novice) -> None:
    """Copies what only the novice herself knows: her dot, her cards, her plan, and which guards heard her (3.2)."""
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
    """Copies the card in a figure's hand, and whether a false noise of hers is not told yet (2.3, 3.2)."""
    known.blessings[holder] = game.blessings[holder]
    known.untold[holder] = game.untold[holder]


def is_told(seat: int, what: int, who: int, first: int) -> bool:
    """Tells whether a seat learns of an entry of the tape: not of others' steps, keys, wishes and untold false noises (3.1, 3.2)."""
    match what:
        case Event.STEPPED | Event.KEY | Event.WISH:
            return who == seat
        case Event.BLESSED:
            return first != Blessing.FALSE_NOISE or is_of_seat(seat, who)
        case Event.DEALT:
            return False  # every seat is dealt its own cards
        case _:
            return True


def is_of_seat(seat: int, figure: int) -> bool:
    """Tells whether a figure is played by that seat; the guard side shares its cards (2.3, 3.2)."""
    return figure == seat or (seat == GUARD_SIDE and (figure == ABBESS or figure == PRIORESS))
