"""Sight: which guard sees which dot, and why (rules 6)."""

from nuns.board.tables import TOWER, Board
from nuns.rules.choices import FreeUntil, Sight, VanishMarks
from nuns.rules.options import Options
from nuns.rules.state import Guard, Novice, State
from nuns.rules.tape import say
from nuns.rules.words import GUARDS, Event, Sighting, Status

HERSELF = 1  # novice.noticed: this bit, and one for each of her vanished tokens
EVERY_GUARD = (1 << GUARDS) - 1  # novice.token_for: all may use it
BOTH_GUARDS = 0b11  # the Abbess and the Prioress, as bits


def sees(board: Board, game: State, guard: Guard, dot: int) -> bool:
    """Tells whether the guard sees the dot from where she stands and faces (6.0, 6.1, 6.5)."""
    if dot == guard.dot:
        return True
    if not guard.sees:
        return False
    if game.options.sight == Sight.ROOM:
        return board.room[guard.dot] == board.room[dot]
    return is_ahead(board, game, guard, dot)


def is_ahead(board: Board, game: State, guard: Guard, dot: int) -> bool:
    """Tells whether the dot is in her arc, joined by a sight line and near enough; the tower in one edition only (6.1, 6.4)."""
    steps = board.ahead[guard.outlook][dot]
    if steps >= TOWER and game.options.tower_seen:
        steps -= TOWER
    return steps <= game.options.sight_range


def farthest_sight(game: State) -> int:
    """Returns how many steps away a guard sees a dot ahead of her (6.1)."""
    return game.options.sight_range


def has_line(board: Board, options: Options, one: int, two: int) -> bool:
    """Tells whether two dots can see each other, whatever the facing and the distance (6.0, 6.1, 6.4, 6.5)."""
    if one == two:
        return True
    if options.sight == Sight.ROOM:
        return board.room[one] == board.room[two]
    return board.line[one][two] == 1 or (board.line[one][two] == TOWER and options.tower_seen != 0)


def sighting(board: Board, game: State, guard: Guard, dot: int) -> int:
    """Returns why the guard sees the dot, or why not, as a Sighting (6)."""
    if sees(board, game, guard, dot):
        if dot == guard.dot:
            return Sighting.SAME_DOT
        return Sighting.SAME_ROOM if game.options.sight == Sight.ROOM else Sighting.AHEAD
    if not guard.sees:
        return Sighting.BLIND
    if game.options.sight == Sight.ROOM:
        return Sighting.OTHER_ROOM
    if not has_line(board, game.options, guard.dot, dot):
        return Sighting.NO_LINE
    if board.distance[guard.dot][dot] > farthest_sight(game):
        return Sighting.TOO_FAR
    return Sighting.BEHIND if guard.outlook else Sighting.NOT_TURNED


def seen_by(board: Board, game: State, dot: int) -> int:
    """Returns the guards who see the dot, as bits, the monk among them (6.6, 11.2)."""
    seeing = 0
    for guard in game.guards:
        if sees(board, game, guard, dot):
            seeing |= 1 << guard.number
    return seeing


def watches(board: Board, game: State, guard: Guard, dot: int) -> bool:
    """Tells whether a guard sees the dot; the monk does not count, since no caught novice need hide from him (8.5, 8.6, 11.2)."""
    return guard.chases != 0 and sees(board, game, guard, dot)


def is_watched(board: Board, game: State, dot: int) -> bool:
    """Tells whether a guard sees the dot; the monk does not count (8.5, 8.6, 11.2)."""
    for guard in game.guards:
        if watches(board, game, guard, dot):
            return True
    return False


def show(board: Board, game: State, novice: Novice) -> int:
    """Puts her token on the board while she is seen, and returns the guards who see her, as bits (6.6)."""
    guards = seen_by(board, game, novice.dot)
    if guards:
        say(game, Event.SEEN, novice.figure, novice.dot, guards)
    novice.seen = guards != 0
    novice.shown = guards != 0
    return guards


def tokens_lost(game: State, before: int, now: int) -> int:
    """Returns the guards out of whose sight a step takes a novice so that a vanished token is placed, as bits (6.7).

    ``before`` and ``now`` are the guards who saw her and who see her, as bits. With `vanish-marks=unseen` all who lost her share one token;
    with `each-guard` each guard has her own, and the monk only when nobody sees her any more.
    """
    if now == 0:
        return before
    if game.options.vanish_marks == VanishMarks.EACH_GUARD:
        return before & ~now & BOTH_GUARDS
    return 0


def vanish(game: State, novice: Novice, last_seen: int, before: int, now: int) -> None:
    """Places the vanished tokens of a step; a caught novice places none (6.7)."""
    lost = tokens_lost(game, before, now)
    if lost and novice.status == Status.ON_THE_RUN:
        if game.options.vanish_marks == VanishMarks.EACH_GUARD:
            for guard in game.guards:
                if lost >> guard.number & 1:
                    place_vanished(game, novice, last_seen, 1 << guard.number if guard.chases else EVERY_GUARD)
        else:
            place_vanished(game, novice, last_seen, EVERY_GUARD)


def place_vanished(game: State, novice: Novice, last_seen: int, guards: int) -> None:
    """Places one token between the dot where she was seen and the one where she is, for these guards, as bits (6.7)."""
    novice.left_at[novice.vanished] = last_seen
    novice.went_to[novice.vanished] = novice.dot
    novice.token_for[novice.vanished] = guards
    novice.vanished += 1
    say(game, Event.VANISHED, novice.figure, last_seen, novice.dot | guards << 8)


def is_on_board(novice: Novice) -> bool:
    """Tells whether she is still in the game; a novice who is home is not (11.3)."""
    return novice.status == Status.ON_THE_RUN or novice.status == Status.CAUGHT


def noticeable(board: Board, game: State, guard: Guard, novice: Novice, noticed: int) -> int:
    """Returns the reasons that a novice gives this guard, as she stands and faces, without those ``noticed`` already (6.8, 8.8, 9.6).

    Bit HERSELF is set if the novice is in sight and not caught, the bits above it for vanished tokens that this guard sees and may use.
    """
    things = 0
    if novice.status == Status.ON_THE_RUN and not noticed & HERSELF and sees(board, game, guard, novice.dot):
        things = HERSELF
    if novice.vanished:
        for token in range(novice.vanished):
            if novice.token_for[token] >> guard.number & 1 and sees(board, game, guard, novice.left_at[token]):
                things |= HERSELF << (token + 1)
        things &= ~noticed
    return things


def sees_anything_new(board: Board, game: State, guard: Guard) -> bool:
    """Tells whether this guard sees something that she has not yet noticed in this movement (6.3)."""
    for novice in game.novices:
        if noticeable(board, game, guard, novice, novice.noticed[guard.number]):
            return True
    return False


def look(board: Board, game: State, guard: Guard) -> None:
    """Lets her look where she faces: novices come into sight, and anything new lets her leave her path (6.3, 6.9, 9.6)."""
    for novice in game.novices:
        new = noticeable(board, game, guard, novice, novice.noticed[guard.number])
        if new:
            novice.noticed[guard.number] |= new
            guard.leave = guard.chases
        if not novice.seen and is_on_board(novice) and sees(board, game, guard, novice.dot):
            show(board, game, novice)


def has_reason(board: Board, game: State, guard: Guard) -> bool:
    """Tells whether she has a reason to leave her path now: a noise token of her own, a novice not caught, a vanished token (9.6)."""
    if guard.tokens:
        return True
    for novice in game.novices:
        if noticeable(board, game, guard, novice, 0):
            return True
    return False


def reasons_by(board: Board, game: State, guard: Guard, novice: Novice) -> int:
    """Returns the reasons that a novice gives this guard to leave her path now, as bits like those of ``noticeable`` (9.6).

    These are all that she noticed in this movement, or with `free-until=reason-ends` those that she still sees. Her own noise tokens
    (``guard.tokens``) are not included.
    """
    if game.options.free_until == FreeUntil.REASON_ENDS:
        return noticeable(board, game, guard, novice, 0)
    return novice.noticed[guard.number]


def lose_sight(board: Board, game: State) -> None:
    """Takes the tokens of unseen novices off the board after the guards' movement; for a caught one an event says so (6.9, 8.4)."""
    for novice in game.novices:
        if novice.shown and not seen_by(board, game, novice.dot):
            novice.seen = 0
            novice.shown = 0
            if novice.status == Status.CAUGHT:
                say(game, Event.TOKEN_REMOVED, novice.figure, 0, 0)
