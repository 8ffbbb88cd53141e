"""The rows in which a movement is followed, by place, lane and dot: only those that may have any weight are looked at (rules 5, 8.4).

Written in the subset that the kernel compiles.
"""

from nuns.board.convent import WISH_CARDS
from nuns.board.tables import DOTS, Board
from nuns.bots.filter.records import HONEST, STATES, FilterScratch, Track
from nuns.rules.novices import leads_home, open_ways
from nuns.rules.state import Novice

SEEN, VANISHED, SHOWN, REMOVED = 1, 2, 3, 4  # the signs; 0 is none
OBEYING, RUNNING, DISOBEYING = 0, 1, 2  # the kinds of movement
PAIR = 2


def has_layer(track: Track, layer: int) -> bool:
    """Tells whether a layer may have any weight."""
    return layer == HONEST or track.layer_turn[layer] != 0


def any_mass(track: Track, layer: int, dot: int) -> bool:
    """Tells whether there is any weight on a dot."""
    if track.is_on[dot]:
        for each in range(track.phases * WISH_CARDS):
            if track.mass[layer, dot, each] > 0:
                return True
    return False


def clear_dot(track: Track, layer: int, dot: int) -> None:
    """Takes all weight off a dot."""
    row = track.mass[layer, dot]
    for each in range(STATES):
        row[each] = 0.0


def clear_lanes(track: Track, scratch: FilterScratch) -> None:
    """Empties the present side of the scratch space."""
    for place in range(track.signs + 1):
        for lane in range(scratch.lanes):
            scratch.is_used[scratch.side, place, lane] = 0


def turn_on(scratch: FilterScratch, place: int, lane: int, dot: int, states: int) -> None:
    """Makes a row of the present side ready to be added to."""
    if not scratch.is_used[scratch.side, place, lane]:
        scratch.is_used[scratch.side, place, lane] = 1
        for other in range(DOTS):
            scratch.is_on[scratch.side, place, lane, other] = 0
    if not scratch.is_on[scratch.side, place, lane, dot]:
        scratch.is_on[scratch.side, place, lane, dot] = 1
        row = scratch.mass[scratch.side, place, lane, dot]
        for each in range(states):
            row[each] = 0.0


def is_lit(scratch: FilterScratch, place: int, lane: int, dot: int) -> bool:
    """Tells whether a row of the present side may have any weight."""
    return bool(scratch.is_used[scratch.side, place, lane] and scratch.is_on[scratch.side, place, lane, dot])


def open_end(scratch: FilterScratch, dot: int) -> None:
    """Makes the rows of the weights that end on a dot ready to be added to."""
    if not scratch.has_ended[dot]:
        scratch.has_ended[dot] = 1
        moved, still = scratch.moved[dot], scratch.still[dot]
        for each in range(STATES):
            moved[each] = 0.0
            still[each] = 0.0


def share_home(board: Board, novice: Novice, has_key: int, here: int) -> float:
    """Returns how likely each step on a shortest route home is: all equally, 0 where there is none (8.4)."""
    novice.has_key = has_key
    count = 0
    ways = open_ways(board, novice, here)
    for way in range(board.degree[here]):
        if ways >> way & 1 and leads_home(board, novice, here, board.next[here][way]):
            count += 1
    novice.has_key = 0
    return 1 / count if count else 0.0
