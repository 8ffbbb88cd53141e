"""What a blessing could do to each die in the window that is open, by what its holder knows (rules 7, 10)."""

from collections.abc import Iterator

import msgspec

from nuns.board.tables import Board
from nuns.referee.actions import Action, Change
from nuns.referee.game import Game, actions_of
from nuns.referee.game_setup import guard_name
from nuns.referee.seats import FIGURE_NAMES, Seat
from nuns.referee.view import known_by
from nuns.rules.blessings import shift_by
from nuns.rules.knowledge import Known, shares_dots
from nuns.rules.noise import FACES, carries, die_for, faces_heard, is_heard_by, is_measured
from nuns.rules.novices import farthest_from_cell
from nuns.rules.state import Guard, Novice
from nuns.rules.words import NOVICES


class CardUse(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a card could do to one die. ``matters`` tells whether it could change anything for its holder.

    A novice is told what becomes of herself, a guard how far she hears. Where a die is not measured for her, a novice cannot know more.
    """

    by: str
    die: str
    matters: bool = False
    heard: tuple[str, ...] = ()  # the guards who hear the holder by the die as it lies (7.1, 7.3)
    heard_then: tuple[str, ...] = ()  # the same with the die shifted (10.3)
    faces: dict[str, int] = {}  # by guard: on how many of the six faces of a new roll they hear her (10.2)
    away: dict[str, int] = {}  # by guard: how many steps away she is
    carries: int | None = None  # for a guard: from how many steps away a novice is heard, at most
    carries_then: int | None = None  # the same with the die shifted, or with the best new roll


def card_uses(game: Game, seat: Seat) -> tuple[CardUse, ...]:
    """Returns what each die that this seat may change would come to, in the order of its actions; none outside of a window (10.6)."""
    known = known_by(game, seat)
    return uses_among(actions_of(game.setup, known, seat), known, game.setup.board)


def uses_among(actions: tuple[Action, ...], known: Known, board: Board) -> tuple[CardUse, ...]:
    """Returns the same from the actions that the seat may take and what it knows."""
    return tuple(_use(board, known, action) for action in actions if isinstance(action, Change))


def _use(board: Board, known: Known, action: Change) -> CardUse:
    holder, owner = FIGURE_NAMES.index(action.by), FIGURE_NAMES.index(action.die)
    is_shift = action.blessing == "noise-range"
    if holder >= NOVICES:
        return _guards_use(board, known, action, owner, shift_by(holder) if is_shift else None)
    novice = known.novices[holder]
    measured = [guard for guard in known.guards if is_measured(known, novice, guard) and die_for(known, novice, guard) == owner]
    if not measured:
        return CardUse(by=action.by, die=action.die, matters=shares_dots(known))
    away = {guard_name(guard.number): board.distance[guard.dot][novice.dot] for guard in measured}
    heard = _hearing(board, known, novice, measured, 0)
    if is_shift:
        then = _hearing(board, known, novice, measured, shift_by(holder))
        matters = then != heard or shares_dots(known)
        return CardUse(by=action.by, die=action.die, matters=matters, heard=heard, heard_then=then, away=away)
    faces = {guard: faces_heard(known, known.noise_step, novice.gait, steps) for guard, steps in away.items()}
    matters = any(faces[guard] < FACES for guard in heard) or shares_dots(known)
    return CardUse(by=action.by, die=action.die, matters=matters, heard=heard, faces=faces, away=away)


def _hearing(board: Board, known: Known, novice: Novice, guards: list[Guard], shift: int) -> tuple[str, ...]:
    return tuple(guard_name(guard.number) for guard in guards if is_heard_by(board, known, novice, guard, shift))


def _guards_use(board: Board, known: Known, action: Change, owner: int, shift: int | None) -> CardUse:
    """Returns how far the guards hear by a die; it matters if a novice may be where she is not heard now and would be then."""
    face = known.dice[owner] + known.shifts[owner]
    better = FACES + known.shifts[owner] if shift is None else face + shift
    now, then, matters = 0, 0, False
    for novice, guard in _measured_by(known, owner):
        reach, farther = (carries(known, known.noise_step, die, novice.gait) for die in (face, better))
        now, then = max(now, reach), max(then, farther)
        matters |= any(reach < steps <= farther for steps in _possible_steps(board, known, novice, guard))
    return CardUse(by=action.by, die=action.die, matters=matters, carries=now, carries_then=then)


def _measured_by(known: Known, owner: int) -> Iterator[tuple[Novice, Guard]]:
    """Yields every novice and guard for whom that die is measured (7.1, 7.3)."""
    for novice in known.novices:
        for guard in known.guards:
            if is_measured(known, novice, guard) and die_for(known, novice, guard) == owner:
                yield novice, guard


def _possible_steps(board: Board, known: Known, novice: Novice, guard: Guard) -> range:
    """Returns the possible distances between novice and guard: one if her token is on the board, else all that she can have reached."""
    if novice.shown:
        steps = board.distance[guard.dot][novice.dot]
        return range(steps, steps + 1)
    nearest = board.distance[guard.dot][novice.cell] - farthest_from_cell(known)
    return range(max(1, nearest), 2 * FACES)
