"""Questions about the board and the options that need no game: what a guard sees, how far noise carries, the ruler."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from nuns.board.convent import the_convent
from nuns.board.tables import the_board
from nuns.referee.explain import shortest_way
from nuns.referee.game_setup import GameSetup
from nuns.referee.options import EDITIONS, Options, nearest_edition
from nuns.rules.noise import FACES, carries
from nuns.rules.sight import sees
from nuns.rules.state import State
from nuns.rules.words import Gait, NoiseStep


@dataclass(frozen=True, slots=True)
class GuardSight:
    """The dots that a guard sees from ``dot`` when she faces along a step, or has no facing yet."""

    dot: int
    facing: tuple[int, int] | None
    seen: tuple[int, ...]


class RulerReading(NamedTuple):
    """The reading of the ruler between two dots: whether they see each other, their distance in steps, and a shortest route."""

    line: bool
    steps: int
    route: tuple[int, ...]


def guard_sights(options: Options) -> Iterator[GuardSight]:
    """Yields what a guard sees from every dot, without a facing and facing along every step (6)."""
    board, state = the_board(), State(options=options)
    guard = state.guards[0]
    guard.sees = 1

    def sight(dot: int, number: int, facing: tuple[int, int] | None) -> GuardSight:
        guard.dot, guard.outlook = dot, number
        return GuardSight(dot, facing, tuple(other for other in the_convent().dots if sees(board, state, guard, other)))

    for dot in the_convent().dots:
        yield sight(dot, 0, None)
    for number, (start, to) in enumerate(board.facing):
        if number and start:
            turned = board.turned[start][board.next[start].index(to)] == number
            yield sight(start if turned else to, number, (start, to))


def ruler_reading(options: Options, one: int, two: int) -> RulerReading:
    """Returns what the ruler shows between two dots (3.5)."""
    table = GameSetup(nearest_edition(options), options)
    return RulerReading(table.is_line(one, two), table.board.distance[one][two], shortest_way(table, one, two))


def earshot(dot: int) -> dict[int, int]:
    """Returns the dots from which the loudest noise of any edition is heard on a dot, itself included, with the steps to each (7.1)."""
    distance, loudest = the_board().distance[dot], loudest_noise()
    return {other: distance[other] for other in the_convent().dots if distance[other] <= loudest}


def loudest_noise() -> int:
    """Returns how many steps away a run is heard at most (7.1)."""
    return max(carries(State(options=options), NoiseStep.MAKING, FACES, Gait.RUN) for options in EDITIONS.values())
