"""Being caught, obeying, and being on the run again (rules 8)."""

from nuns.board.tables import DOTS, FAR, Board
from nuns.rules.choices import CaughtUntil, DisobeyInSight
from nuns.rules.sight import is_watched
from nuns.rules.state import Guard, Novice, State
from nuns.rules.tape import say
from nuns.rules.words import Event, Gait, Status

OBEYING = 3  # 8.4 the fewest dots of an obeying walk that does not end in the cell


def is_safe_on(game: State, novice: Novice, dot: int) -> bool:
    """Tells whether no guard can catch her on that dot: in one edition her own cell (8.9)."""
    return game.options.safe_cell != 0 and dot == novice.cell


def may_be_caught(game: State, novice: Novice) -> bool:
    """Tells whether she is on the run, and not safe in her cell (8.1, 8.4, 8.9)."""
    return novice.status == Status.ON_THE_RUN and not is_safe_on(game, novice, novice.dot)


def is_caught_on(game: State, novice: Novice, dot: int) -> bool:
    """Tells whether a guard stands on the dot who would catch her there if she were on the run (5.5, 8.9)."""
    for guard in game.guards:
        if guard.chases and guard.dot == dot and not is_safe_on(game, novice, dot):
            return True
    return False


def is_last_capture(game: State) -> bool:
    """Tells whether one more capture reaches the guards' goal (1.3)."""
    return game.captures + 1 >= game.goal


def catch(game: State, guard: Guard, novice: Novice) -> None:
    """Catches a novice: one point for the guards; she loses her wish and keeps her key (8.2, 8.3)."""
    novice.status = Status.CAUGHT
    novice.times_caught += 1
    novice.has_wish = 0
    novice.slipped_away = 0
    novice.seen = 1
    novice.shown = 1
    game.captures += 1
    say(game, Event.CAUGHT, novice.figure, novice.dot, guard.number)


def catch_all_here(game: State, guard: Guard) -> None:
    """Catches every novice on the guard's dot who can be caught (8.1)."""
    for novice in game.novices:
        if guard.chases and novice.dot == guard.dot and may_be_caught(game, novice):
            catch(game, guard, novice)


def meet_guards(game: State, novice: Novice) -> bool:
    """Catches her if a guard stands on her dot, and tells whether one does (5.5)."""
    for guard in game.guards:
        if guard.chases and guard.dot == novice.dot and may_be_caught(game, novice):
            catch(game, guard, novice)
            return True
    return False


def way_home(board: Board, novice: Novice, dot: int) -> int:
    """Returns how many steps her cell is from a dot, through the doors she may open (8.4)."""
    return board.home[novice.has_key][novice.figure][dot]


def steps_through(board: Board, novice: Novice, here: int, there: int) -> int:
    """Returns how many steps apart two dots are through the doors she may open, or FAR where no route joins them (5.3)."""
    return board.distance[here][there] if novice.has_key else board.unlocked[here][there]


def must_obey(board: Board, game: State, novice: Novice) -> bool:
    """Tells whether her whole movement must obey: she is caught, and a guard sees the dot where it starts (8.5)."""
    if novice.status != Status.CAUGHT or game.options.disobey_in_sight != DisobeyInSight.OFF:
        return False
    return is_watched(board, game, novice.dot)


def must_hide_first(board: Board, game: State, novice: Novice) -> bool:
    """Tells whether she may disobey only from the first dot on which no guard sees her (8.5, `once-unseen`)."""
    if novice.status != Status.CAUGHT or game.options.disobey_in_sight != DisobeyInSight.ONCE_UNSEEN:
        return False
    return is_watched(board, game, novice.dot)


def first_hidden(board: Board, game: State, novice: Novice) -> int:
    """Returns the place on her written route of the first dot that no guard sees, or -1 where there is none (8.5)."""
    for step in range(novice.steps + 1):
        if not is_watched(board, game, novice.route[step]):
            return step
    return -1


def is_bound_home(board: Board, game: State, novice: Novice) -> bool:
    """Tells whether her next step must be on a shortest route home (8.5)."""
    if novice.status != Status.CAUGHT:
        return False
    if must_hide_first(board, game, novice):
        return first_hidden(board, game, novice) < 0
    return must_obey(board, game, novice)


def steps_to_hide(board: Board, game: State, novice: Novice, here: int) -> int:
    """Returns the fewest steps on a shortest route home to a dot that no guard sees, or FAR where there is none (8.5).

    A dot is on such a route when the steps to it and the steps from it to her cell add up to her steps home.
    """
    fewest = FAR
    for dot in range(1, DOTS):
        steps = steps_through(board, novice, here, dot)
        if steps < fewest and steps + way_home(board, novice, dot) == way_home(board, novice, here) and not is_watched(board, game, dot):
            fewest = steps
    return fewest


def sheltered_until(board: Board, game: State, novice: Novice) -> int:
    """Returns the place on her route up to which a disobeying novice still counts as caught, or -1 where she does not (8.5)."""
    if must_hide_first(board, game, novice) and not is_obedient(board, novice):
        return first_hidden(board, game, novice)
    return -1


def is_on_way_home(board: Board, novice: Novice) -> bool:
    """Tells whether every dot written so far is on a shortest route home (8.4)."""
    for step in range(novice.steps):
        if way_home(board, novice, novice.route[step + 1]) != way_home(board, novice, novice.route[step]) - 1:
            return False
    return True


def is_obedient(board: Board, novice: Novice) -> bool:
    """Tells whether her plan obeys: a walk along a shortest route home, of at least 3 dots or ending in her cell (8.4)."""
    return is_on_way_home(board, novice) and is_obeying_length(novice, novice.plan, novice.steps, novice.route[novice.steps])


def is_obeying_length(novice: Novice, gait: int, steps: int, end: int) -> bool:
    """Tells whether a movement along a shortest route home is an obeying walk: 3 dots at least, or fewer to end in her cell (8.4)."""
    return gait == Gait.WALK and (steps >= OBEYING or end == novice.cell)


def free(game: State, novice: Novice) -> None:
    """Puts a caught novice on the run again (8.6, 8.7)."""
    novice.status = Status.ON_THE_RUN
    novice.slipped_away = 0
    say(game, Event.FREED, novice.figure, 0, 0)


def disobey(board: Board, game: State, novice: Novice) -> None:
    """Puts a caught novice on the run if her plan does not obey, before any of it is walked (8.6)."""
    if novice.status == Status.CAUGHT and not is_obedient(board, novice):
        free(game, novice)


def slip_away(board: Board, game: State, novice: Novice) -> None:
    """Notes that a caught novice is out of every guard's sight and will be on the run when the turn ends (8.6)."""
    if may_slip_away(game, novice) and not is_watched(board, game, novice.dot):
        novice.slipped_away = 1


def may_slip_away(game: State, novice: Novice) -> bool:
    """Tells whether being out of every guard's sight when a movement ends will free her: she is caught, and the option says so (8.6)."""
    return novice.status == Status.CAUGHT and game.options.caught_until == CaughtUntil.OUT_OF_SIGHT


def all_slip_away(board: Board, game: State) -> None:
    """Notes every caught novice who is out of sight when the guards' movement ends (8.6)."""
    for novice in game.novices:
        slip_away(board, game, novice)


def is_freed_in_cell(game: State, novice: Novice) -> bool:
    """Tells whether a caught novice who is freed at the end of the turn owes it to her cell, not to being unseen (8.6, 8.7)."""
    return novice.dot == novice.cell or game.options.caught_until == CaughtUntil.DISOBEDIENCE


def free_those_away(game: State) -> None:
    """Frees, when the turn ends, the caught novices who slipped away and those in their own cells (8.6, 8.7)."""
    for novice in game.novices:
        if novice.status == Status.CAUGHT and is_freed_on(novice, novice.dot, novice.slipped_away):
            free(game, novice)


def is_freed_on(novice: Novice, dot: int, slipped_away: int) -> bool:
    """Tells whether a caught novice on that dot is on the run again when the turn ends (8.6, 8.7)."""
    return slipped_away != 0 or dot == novice.cell
