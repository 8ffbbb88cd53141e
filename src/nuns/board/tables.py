"""The board as the rules read it: tables of numbers, made once from the convent."""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import atan2, degrees

from nuns.board.convent import DECKS, WIDEST, WISH_CARDS, Convent, the_convent
from nuns.board.shape import ints

DOTS = 156  # dots 1 to 155; 0 is nowhere
OUTLOOKS = 1 + 4 * 197  # where a guard may stand and face: two for each direction of an edge; 0 is "no step taken yet"
PATHS = 14
LONGEST = 20  # the most dots of a path
CELLS = 6

BESIDE_HER = 93  # the most degrees from her facing that count as beside her (6.1)
FAR = 99  # no route leads through the doors she may open (5.3, 8.4)
UNSEEN, TOWER = 255, 128  # entries of ``ahead``; TOWER + steps is seen with `tower-seen=on` only
OFF_PATH = -9  # the entry of ``place`` for a dot off the path


@dataclass(slots=True)
class Board:
    """Everything that the rules look up; rows are by dot unless they say otherwise."""

    turned: list[list[int]] = ints(DOTS, WIDEST, width="u2")  # the outlook of a guard who turns that way; +1 once she has stepped
    degree: list[int] = ints(DOTS)
    next: list[list[int]] = ints(DOTS, WIDEST)  # the neighbours, ascending
    open_ways: list[list[int]] = ints(2, DOTS)  # [has key][dot]: the neighbours she may go to, as bits (5.3)
    room: list[int] = ints(DOTS)
    cell: list[int] = ints(CELLS)  # by novice; 0 where the plan has fewer
    home: list[list[list[int]]] = ints(2, CELLS, DOTS)  # [has key][novice][dot]: steps to her cell
    path: list[list[int]] = ints(PATHS + 1, LONGEST)
    path_length: list[int] = ints(PATHS + 1)
    place: list[list[int]] = ints(PATHS + 1, DOTS, width="i1")  # the place of a dot on a path, or OFF_PATH
    astray: list[list[int]] = ints(PATHS + 1, DOTS)  # steps to the nearest dot of a path
    is_end: list[list[int]] = ints(PATHS + 1, DOTS)
    monks: list[int] = ints(PATHS + 1)  # 1 for the monk's own cards (11.2)
    end_bit: list[int] = ints(DOTS)  # one bit for each path end, 0 elsewhere
    monk_tour: list[int] = ints(1)  # the ends the monk visits, as bits (11.2)
    guard_start: list[int] = ints(1)
    monk_start: list[int] = ints(1)
    wishes: list[list[list[int]]] = ints(2, WISH_CARDS + 1, 2)  # [deck][key]: key dot, wish dot
    facing: list[list[int]] = ints(OUTLOOKS, 2)  # by outlook: the step along which she looks, from and to
    distance: list[list[int]] = ints(DOTS, DOTS)
    unlocked: list[list[int]] = ints(DOTS, DOTS)  # the distance for a novice without a key, FAR behind locked doors (5.3)
    first_steps: list[list[int]] = ints(DOTS, DOTS)  # the neighbours with which a shortest route begins, as bits
    line: list[list[int]] = ints(DOTS, DOTS)  # 1 where a sight line joins two dots, TOWER where only `tower-seen=on` does (6.1, 6.4)
    ahead: list[list[int]] = ints(OUTLOOKS, DOTS)  # by outlook: steps to a dot she may see, or UNSEEN (6.1)


@cache
def the_board() -> Board:
    """Returns the tables of the convent of the game."""
    return board_of(the_convent())


def board_of(convent: Convent) -> Board:
    """Returns the tables of any convent that fits the sizes above."""
    board = Board()
    board.guard_start[0], board.monk_start[0] = convent.guard_start, convent.monk_start
    fill_ways(board, convent)
    fill_rooms(board, convent)
    fill_sight(board, convent)
    fill_homes(board, convent)
    fill_paths(board, convent)
    for deck, name in enumerate(DECKS):
        for card in convent.wish_cards[name]:
            board.wishes[deck][card.key] = [card.key_dot, card.wish_dot]
    return board


def steps_from(starts: Iterable[int], neighbours: Mapping[int, list[int]]) -> dict[int, int]:
    """Returns how many steps every dot is from the nearest of the starts."""
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for there in neighbours[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def fill_ways(board: Board, convent: Convent) -> None:
    """Fills in neighbours, locks, distances, and the first steps of all shortest routes (5.3, 7.4)."""
    beside, unlocked = convent.neighbours(), convent.neighbours(locks=False)
    for here, others in beside.items():
        board.degree[here] = len(others)
        for way, there in enumerate(others):
            board.next[here][way] = there
            board.open_ways[0][here] |= (there in unlocked[here]) << way
            board.open_ways[1][here] |= 1 << way
        for dot, steps in steps_from([here], beside).items():
            board.distance[here][dot] = steps
        found = steps_from([here], unlocked)
        board.unlocked[here] = [found.get(dot, FAR) for dot in range(DOTS)]
    for here, others in beside.items():
        for dot in convent.dots:
            nearer = (1 << way for way, there in enumerate(others) if board.distance[there][dot] < board.distance[here][dot])
            board.first_steps[here][dot] = sum(nearer)


def fill_rooms(board: Board, convent: Convent) -> None:
    """Fills in the number of the room each dot is in."""
    for number, room in enumerate(convent.rooms, 1):
        for dot in room.dots:
            board.room[dot] = number


def fill_sight(board: Board, convent: Convent) -> None:
    """Fills in the sight lines, and for every dot and facing what lies ahead of or beside her (6.1)."""
    for one, two in convent.sight:
        board.line[one][two] = 1
    for one, two in permutations(convent.tower, 2):
        board.line[one][two] = TOWER
    board.ahead[0] = [UNSEEN] * DOTS
    outlook = 1
    for here, others in convent.neighbours().items():
        for way, there in enumerate(others):
            board.turned[here][way] = outlook
            for row, stands in ((outlook, here), (outlook + 1, there)):
                board.facing[row] = [here, there]
                board.ahead[row] = [UNSEEN] * DOTS
                for dot in convent.dots:
                    board.ahead[row][dot] = seen_ahead(board, convent, stands, (here, there), dot)
            outlook += 2


def seen_ahead(board: Board, convent: Convent, stands: int, facing: tuple[int, int], dot: int) -> int:
    """Returns the entry of ``ahead`` for one dot (6.1, 6.4)."""
    if dot == stands:
        return 0
    line = board.line[stands][dot]
    if line and turn_between(convent, facing, (stands, dot)) <= BESIDE_HER:
        return board.distance[stands][dot] + (TOWER if line == TOWER else 0)
    return UNSEEN


def turn_between(convent: Convent, facing: tuple[int, int], line: tuple[int, int]) -> float:
    """Returns the angle in degrees between two directions, each from one dot to another."""
    angles = []
    for one, two in (facing, line):
        (x1, y1), (x2, y2) = convent.dots[one], convent.dots[two]
        angles.append(degrees(atan2(y2 - y1, x2 - x1)))
    return abs((angles[1] - angles[0] + 180) % 360 - 180)


def fill_homes(board: Board, convent: Convent) -> None:
    """Fills in how many steps each cell is away, with and without a key (8.4)."""
    for number, cell in convent.cells.items():
        board.cell[number - 1] = cell
        for has_key in (0, 1):
            found = steps_from([cell], convent.neighbours(locks=bool(has_key)))
            board.home[has_key][number - 1] = [found.get(dot, FAR) for dot in range(DOTS)]


def fill_paths(board: Board, convent: Convent) -> None:
    """Fills in the path cards, numbered from 1 in their printed order (9.3)."""
    beside = convent.neighbours()
    for number, end in enumerate(convent.path_ends):
        board.end_bit[end] = 1 << number
    for number, dots in enumerate(convent.paths.values(), 1):
        board.path_length[number] = len(dots)
        board.path[number][: len(dots)] = dots
        board.place[number] = [dots.index(dot) if dot in dots else OFF_PATH for dot in range(DOTS)]
        away = steps_from(dots, beside)
        board.astray[number] = [away.get(dot, 0) for dot in range(DOTS)]
        board.is_end[number][dots[0]] = board.is_end[number][dots[-1]] = 1
        board.monks[number] = int(convent.guard_start not in (dots[0], dots[-1]))
        if board.monks[number]:
            board.monk_tour[0] |= board.end_bit[dots[0]] | board.end_bit[dots[-1]]
    board.monk_tour[0] &= ~board.end_bit[convent.monk_start]
