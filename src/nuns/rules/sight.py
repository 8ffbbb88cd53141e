"""Sight: who sees what (rules 6)."""

from nuns.board.tables import TOWER, Board
from nuns.rules.choices import Sight
from nuns.rules.state import Guard, Novice, State
from nuns.rules.tape import say
from nuns.rules.words import Event, Status

HERSELF = 1  # novice.noticed: this bit, and one for each of her vanished tokens


def sees(board: Board, game: State, guard: Guard, dot: int) -> bool:
    """6.0, 6.1, 6.5 Whether the guard sees the dot from where she stands and faces."""
    if dot == guard.dot:
        return True
    if not guard.sees:
        return False
    if game.options.sight == Sight.ROOM:
        return board.room[guard.dot] == board.room[dot]
    return is_ahead(board, game, guard, dot)


def is_ahead(board: Board, game: State, guard: Guard, dot: int) -> bool:
    """6.1, 6.4 In the arc, joined by a sight line and near enough; the tower in one edition only."""
    steps = board.ahead[guard.outlook][dot]
    if steps >= TOWER and game.options.tower_seen:
        steps -= TOWER
    return steps <= game.options.sight_range


def seen_by(board: Board, game: State, dot: int) -> int:
    """6.6 The guards who see the dot, as bits; the monk among them (11.2)."""
    seeing = 0
    for guard in game.guards:
        if sees(board, game, guard, dot):
            seeing |= 1 << guard.number
    return seeing


def is_watched(board: Board, game: State, dot: int) -> bool:
    """8.5, 8.6 Whether a guard sees the dot; the monk does not count (11.2)."""
    for guard in game.guards:
        if guard.chases and sees(board, game, guard, dot):
            return True
    return False


def show(board: Board, game: State, novice: Novice) -> bool:
    """6.6 Her token stands on the board while she is seen."""
    guards = seen_by(board, game, novice.dot)
    if guards:
        say(game, Event.SEEN, novice.figure, novice.dot, guards)
    novice.seen = guards != 0
    novice.shown = guards != 0
    return guards != 0


def vanish(game: State, novice: Novice, last_seen: int) -> None:
    """6.7 A token lies between the dot where she was seen and the one where she is not; a caught novice places none."""
    if novice.status == Status.ON_THE_RUN:
        novice.left_at[novice.vanished] = last_seen
        novice.went_to[novice.vanished] = novice.dot
        novice.vanished += 1
        say(game, Event.VANISHED, novice.figure, last_seen, novice.dot)


def is_on_board(novice: Novice) -> bool:
    """11.3 A novice who is home is out of the game."""
    return novice.status == Status.ON_THE_RUN or novice.status == Status.CAUGHT


def is_new(board: Board, game: State, guard: Guard, novice: Novice) -> bool:
    """6.3, 8.8 A novice who is not caught, whom this guard sees and has not yet noticed in this movement."""
    if novice.status != Status.ON_THE_RUN or novice.noticed[guard.number] & HERSELF:
        return False
    return sees(board, game, guard, novice.dot)


def new_tokens(board: Board, game: State, guard: Guard, novice: Novice) -> int:
    """6.3, 6.8 Her vanished tokens that this guard sees and has not yet noticed, as bits beside HERSELF."""
    new = 0
    for token in range(novice.vanished):
        if sees(board, game, guard, novice.left_at[token]):
            new |= HERSELF << (token + 1)
    return new & ~novice.noticed[guard.number]


def sees_anything_new(board: Board, game: State, guard: Guard) -> bool:
    """6.3."""
    for novice in game.novices:
        if is_new(board, game, guard, novice) or (novice.vanished and new_tokens(board, game, guard, novice)):
            return True
    return False


def look(board: Board, game: State, guard: Guard) -> None:
    """6.3, 6.9, 9.6 She looks where she faces: novices come into sight, and what is new gives her leave."""
    for novice in game.novices:
        new = new_tokens(board, game, guard, novice) if novice.vanished else 0
        if is_new(board, game, guard, novice):
            new |= HERSELF
        if new:
            novice.noticed[guard.number] |= new
            guard.leave = guard.chases
        if not novice.seen and is_on_board(novice) and sees(board, game, guard, novice.dot):
            show(board, game, novice)


def has_reason(board: Board, game: State, guard: Guard) -> bool:
    """9.6 What gives her leave at this moment: a noise of her own, a novice not caught, a vanished token."""
    if guard.tokens:
        return True
    for novice in game.novices:
        if novice.status == Status.ON_THE_RUN and sees(board, game, guard, novice.dot):
            return True
        for token in range(novice.vanished):
            if sees(board, game, guard, novice.left_at[token]):
                return True
    return False


def lose_sight(board: Board, game: State) -> None:
    """6.9 After the guards' movement a novice out of every guard's sight takes her token home."""
    for novice in game.novices:
        if novice.shown and not seen_by(board, game, novice.dot):
            novice.seen = 0
            novice.shown = 0
