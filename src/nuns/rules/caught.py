"""Being caught, obeying, and being on the run again (rules 8)."""

from nuns.board.tables import Board
from nuns.rules.choices import CaughtUntil
from nuns.rules.sight import is_watched
from nuns.rules.state import Guard, Novice, State
from nuns.rules.tape import say
from nuns.rules.words import Event, Gait, Status

OBEYING = 3  # 8.4 the fewest dots of an obeying walk that does not end in the cell


def may_be_caught(game: State, novice: Novice) -> bool:
    """8.1, 8.4, 8.9 On the run, and not safe in her cell."""
    if novice.status != Status.ON_THE_RUN:
        return False
    return not (game.options.safe_cell and novice.dot == novice.cell)


def catch(game: State, guard: Guard, novice: Novice) -> None:
    """8.2, 8.3 One point; she loses her wish and keeps her key."""
    novice.status = Status.CAUGHT
    novice.times_caught += 1
    novice.has_wish = 0
    novice.slipped_away = 0
    novice.seen = 1
    novice.shown = 1
    game.captures += 1
    say(game, Event.CAUGHT, novice.figure, novice.dot, guard.number)


def catch_all_here(game: State, guard: Guard) -> None:
    """8.1 Every novice on the guard's dot."""
    for novice in game.novices:
        if guard.chases and novice.dot == guard.dot and may_be_caught(game, novice):
            catch(game, guard, novice)


def meet_guards(game: State, novice: Novice) -> bool:
    """5.5 Whether she has come upon a guard, who catches her."""
    for guard in game.guards:
        if guard.chases and guard.dot == novice.dot and may_be_caught(game, novice):
            catch(game, guard, novice)
            return True
    return False


def way_home(board: Board, novice: Novice, dot: int) -> int:
    """8.4 How far her cell is, through the doors she may open."""
    return board.home[novice.has_key][novice.figure][dot]


def must_obey(board: Board, game: State, novice: Novice) -> bool:
    """8.5 Caught, and seen by a guard on the dot where her movement starts."""
    if novice.status != Status.CAUGHT or game.options.disobey_in_sight:
        return False
    return is_watched(board, game, novice.dot)


def is_on_way_home(board: Board, novice: Novice) -> bool:
    """8.4 Whether every dot written so far is on a shortest way home."""
    for step in range(novice.steps):
        if way_home(board, novice, novice.route[step + 1]) != way_home(board, novice, novice.route[step]) - 1:
            return False
    return True


def is_obedient(board: Board, novice: Novice) -> bool:
    """8.4 A walk of at least 3 dots, fewer only to end in the cell, every dot on a shortest way home."""
    if novice.plan != Gait.WALK or not is_on_way_home(board, novice):
        return False
    return novice.steps >= OBEYING or novice.route[novice.steps] == novice.cell


def free(game: State, novice: Novice) -> None:
    """8.6, 8.7 She is on the run again."""
    novice.status = Status.ON_THE_RUN
    novice.slipped_away = 0
    say(game, Event.FREED, novice.figure, 0, 0)


def disobey(board: Board, game: State, novice: Novice) -> None:
    """8.6 One who disobeys is on the run from that movement on, in every edition."""
    if novice.status == Status.CAUGHT and not is_obedient(board, novice):
        free(game, novice)


def slip_away(board: Board, game: State, novice: Novice) -> None:
    """8.6 A caught novice out of every guard's sight will be on the run when the turn ends."""
    if novice.status == Status.CAUGHT and game.options.caught_until == CaughtUntil.OUT_OF_SIGHT:
        if not is_watched(board, game, novice.dot):
            novice.slipped_away = 1


def all_slip_away(board: Board, game: State) -> None:
    """8.6 The same test when the guards' movement ends."""
    for novice in game.novices:
        slip_away(board, game, novice)


def free_those_away(game: State) -> None:
    """8.6, 8.7 When the turn ends: those who slipped away, and those in their own cells."""
    for novice in game.novices:
        if novice.status == Status.CAUGHT and (novice.slipped_away or novice.dot == novice.cell):
            free(game, novice)
