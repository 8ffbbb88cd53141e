"""Shapes for the rooms of a convent without a plan: each grows around its dots until it meets a neighbour."""

from collections.abc import Iterator

from nuns.board.convent import Convent, Room
from nuns.board.drawing.geometry import Loop, Point, Shape, area, distance

STEP = 4.0  # the side of a lattice square
REACH = 30.0  # how far a floor reaches from a dot or an edge inside the room

Square = tuple[int, int]
Corner = tuple[int, int]


def grow_rooms(convent: Convent) -> dict[str, Shape]:
    """Returns the shape of each room: the squares nearer to it than to any other room, and near enough."""
    claims: dict[Square, tuple[float, int]] = {}
    for number, room in enumerate(convent.rooms):
        for one, two in _spines(convent, room):
            for square, far in _squares(one, two):
                claims[square] = min(claims.get(square, (far, number)), (far, number))
    owned: dict[int, set[Square]] = {number: set() for number in range(len(convent.rooms))}
    for square, (_, number) in claims.items():
        owned[number].add(square)
    return {room.name: _loops(owned[number]) for number, room in enumerate(convent.rooms)}


def _spines(convent: Convent, room: Room) -> Iterator[tuple[Point, Point]]:
    """Yields the dots of a room, the edges between them, and a link to any dot that those leave out."""
    joined: list[int] = []
    for dot in room.dots:
        yield convent.dots[dot], convent.dots[dot]
        if joined:
            nearest = min(joined, key=lambda other: distance(convent.dots[dot], convent.dots[other], convent.dots[other]))
            yield convent.dots[dot], convent.dots[nearest]
        joined.append(dot)
    for edge in convent.edges:
        if edge.one in room.dots and edge.two in room.dots:
            yield convent.dots[edge.one], convent.dots[edge.two]


def _squares(one: Point, two: Point) -> Iterator[tuple[Square, float]]:
    for i in range(int((min(one[0], two[0]) - REACH) // STEP), int((max(one[0], two[0]) + REACH) // STEP) + 1):
        for j in range(int((min(one[1], two[1]) - REACH) // STEP), int((max(one[1], two[1]) + REACH) // STEP) + 1):
            far = _spread(((i + 0.5) * STEP, (j + 0.5) * STEP), one, two)
            if far <= REACH:
                yield (i, j), far


def _spread(point: Point, one: Point, two: Point) -> float:
    """Returns the distance along the lattice, so that a room around an upright edge has square corners."""
    (px, py), (ax, ay), (bx, by) = point, one, two
    length = (bx - ax) ** 2 + (by - ay) ** 2
    share = 0.0 if length == 0 else max(0.0, min(1.0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length))
    return max(abs(px - ax - share * (bx - ax)), abs(py - ay - share * (by - ay)))


def _loops(squares: set[Square]) -> Shape:
    """Returns the outlines of a set of squares, the largest first."""
    onward: dict[Corner, list[Corner]] = {}
    for i, j in sorted(squares):
        for neighbour, start, end in (
            ((i, j - 1), (i, j), (i + 1, j)),
            ((i + 1, j), (i + 1, j), (i + 1, j + 1)),
            ((i, j + 1), (i + 1, j + 1), (i, j + 1)),
            ((i - 1, j), (i, j + 1), (i, j)),
        ):
            if neighbour not in squares:
                onward.setdefault(start, []).append(end)
    loops: list[Loop] = []
    while onward:
        loops.append(_walk(onward))
    return tuple(sorted(loops, key=lambda loop: -abs(area(loop))))


def _walk(onward: dict[Corner, list[Corner]]) -> Loop:
    """Takes one outline from the sides that are left, and returns only its corners."""
    start = here = min(onward)
    corners: list[Corner] = []
    while True:
        corners.append(here)
        after = onward[here].pop()
        if not onward[here]:
            del onward[here]
        here = after
        if here == start:
            break
    around = zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True)
    return tuple((x * STEP, y * STEP) for (ax, ay), (x, y), (bx, by) in around if (ax == x) != (x == bx) or (ay == y) != (y == by))
