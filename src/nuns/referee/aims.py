"""Planning towards a dot that takes several turns: where this turn's movement would end, and how it would go on (rules 5)."""

import msgspec

from nuns.board.tables import FAR, Board
from nuns.referee.actions import GaitName
from nuns.referee.foresight import Fit, Foresight
from nuns.referee.game import Game
from nuns.referee.game_setup import GAIT_NAMES
from nuns.referee.seat_events import own_number
from nuns.referee.seats import Seat
from nuns.referee.view import known_by
from nuns.rules.caught import steps_through
from nuns.rules.novices import MOST, open_ways
from nuns.rules.state import Novice
from nuns.rules.words import Gait

ADVANCING: tuple[GaitName, ...] = ("walk", "run", "sneak")  # in the order in which they are proposed


class AimedMove(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One gait towards an aim: this turn's movement, the route from its end to the aim, and where each later movement would end."""

    fit: Fit
    onward: tuple[int, ...]  # begins where this turn's movement ends
    stops: tuple[int, ...] = ()  # the ends of the later movements with the same gait, the last of them the aim


class Aim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a novice would go to a dot; no moves where no route leads there or none gets her nearer."""

    dot: int
    moves: tuple[AimedMove, ...] = ()


def aim_at(game: Game, seat: Seat, foresight: Foresight, dot: int) -> Aim:
    """Returns the best movement of each gait towards a dot; raises ValueError if the convent has no such dot.

    She ends on the dot nearest to the aim to which she gets without meeting a guard; of several, on the one with the least seen route.
    Her blessing stays in her hand.
    """
    board, convent = game.setup.board, game.setup.convent
    if dot not in convent.dots:
        raise ValueError(f"expected a dot of the convent; got {dot}")
    novice = known_by(game, seat).novices[own_number(seat) - 1]
    moves = (_towards(board, novice, foresight, gait, dot) for gait in ADVANCING)
    return Aim(dot=dot, moves=tuple(move for move in moves if move is not None))


def _towards(board: Board, novice: Novice, foresight: Foresight, gait: GaitName, dot: int) -> AimedMove | None:
    """Returns the movement of one gait that ends nearest to a dot, or None if it gets her no nearer."""
    fits = [fit for reach in foresight.reaches for fit in reach.fits if fit.gait == gait and not fit.one_more_step and fit.caught is None]
    far = {fit.route[-1]: steps_through(board, novice, fit.route[-1], dot) for fit in fits}
    best = min(fits, key=lambda fit: (far[fit.route[-1]], len(fit.seen), len(fit.route)), default=None)
    if best is None or far[best.route[-1]] >= min(FAR, steps_through(board, novice, foresight.dot, dot)):
        return None
    onward = _shortest(board, novice, best.route[-1], dot)
    return AimedMove(fit=best, onward=onward, stops=_stops(onward, MOST[Gait(GAIT_NAMES.index(gait))]))


def _shortest(board: Board, novice: Novice, here: int, there: int) -> tuple[int, ...]:
    """Returns a shortest route between two dots through the doors that she may open (5.2, 5.3)."""
    route = [here]
    while route[-1] != there:
        here = route[-1]
        allowed = open_ways(board, novice, here)
        ways = [step for way, step in enumerate(board.next[here]) if allowed >> way & 1]
        route.append(min(ways, key=lambda step: steps_through(board, novice, step, there)))
    return tuple(route)


def _stops(onward: tuple[int, ...], most: int) -> tuple[int, ...]:
    """Returns the dots of a route on which movements of that many dots end."""
    return tuple(onward[min(step, len(onward) - 1)] for step in range(most, len(onward) + most - 1, most)) if len(onward) > 1 else ()
