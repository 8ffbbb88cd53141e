"""Points, loops and shapes: the plane geometry that the drawing needs."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from nuns.board.svg import Loop, Point, Shape


class Box(NamedTuple):
    """An upright rectangle, by its sides."""

    left: float
    top: float
    right: float
    bottom: float


def rectangle(left: float, top: float, right: float, bottom: float) -> Loop:
    """Returns the four corners, clockwise on the page."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def ring(x: float, y: float, radius: float, sides: int = 24) -> Loop:
    """Returns a circle as a polygon whose sides face the four winds."""
    turns = (2 * math.pi * (side + 0.5) / sides for side in range(sides))
    return tuple((round(x + radius * math.cos(turn), 1), round(y + radius * math.sin(turn), 1)) for turn in turns)


def sides(loop: Loop) -> Iterator[tuple[Point, Point]]:
    """Yields each side of a loop, from corner to corner."""
    yield from zip(loop, loop[1:] + loop[:1], strict=True)


def contains(shape: Shape, point: Point) -> bool:
    """Tells whether the point lies inside, by the even-odd rule."""
    x, y = point
    inside = False
    for loop in shape:
        for (ax, ay), (bx, by) in sides(loop):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
    return inside


def meeting(one: Point, two: Point, three: Point, four: Point) -> float | None:
    """Returns how far along one-two (0 to 1) it crosses three-four, or None."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = one, two, three, four
    across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if abs(across) < 1e-9:
        return None
    share = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across
    other = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / across
    return share if 0 <= share <= 1 and 0 <= other <= 1 else None


def between(one: Point, two: Point, share: float) -> Point:
    """Returns the point a share of the way from one to two."""
    return one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share


def distance(point: Point, one: Point, two: Point) -> float:
    """Returns the distance from a point to the nearest place on a segment."""
    (px, py), (ax, ay), (bx, by) = point, one, two
    length = (bx - ax) ** 2 + (by - ay) ** 2
    share = 0.0 if length == 0 else max(0.0, min(1.0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length))
    return math.hypot(px - ax - share * (bx - ax), py - ay - share * (by - ay))


def direction(one: Point, two: Point) -> float:
    """Returns the bearing of one-two in degrees, as SVG's rotate() takes it."""
    return math.degrees(math.atan2(two[1] - one[1], two[0] - one[0]))


def bounds(shape: Shape) -> Box:
    """Returns the upright rectangle around a shape."""
    across = [x for loop in shape for x, _ in loop]
    down = [y for loop in shape for _, y in loop]
    return Box(min(across), min(down), max(across), max(down))


def area(loop: Loop) -> float:
    """Returns the area of a loop, negative if it runs anticlockwise on the page."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in sides(loop)) / 2


def curve(points: list[Point], steps: int) -> list[Point]:
    """Returns a smooth line through the points (Catmull-Rom), with so many steps between two of them."""
    ends = [between(points[1], points[0], 2), *points, between(points[-2], points[-1], 2)]
    line: list[Point] = []
    for place in range(len(points) - 1):
        line += [_bend(ends[place : place + 4], step / steps) for step in range(steps)]
    return [*line, points[-1]]


def _bend(four: list[Point], t: float) -> Point:
    def blend(a: float, b: float, c: float, d: float) -> float:
        return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)

    (ax, ay), (bx, by), (cx, cy), (dx, dy) = four
    return blend(ax, bx, cx, dx), blend(ay, by, cy, dy)


def beside(line: list[Point], offset: float) -> list[Point]:
    """Returns the line moved sideways, to the right of its direction on the page if the offset is positive."""
    moved: list[Point] = []
    for place, (x, y) in enumerate(line):
        before, after = line[max(0, place - 1)], line[min(len(line) - 1, place + 1)]
        length = math.hypot(after[0] - before[0], after[1] - before[1]) or 1.0
        moved.append((x - (after[1] - before[1]) / length * offset, y + (after[0] - before[0]) / length * offset))
    return moved


def scatter(*seed: int) -> float:
    """Returns a number from 0 to 1 that looks random but is the same for the same seed, so that drawings never differ."""
    mixed = 0x9E3779B9
    for part in seed:
        mixed = ((mixed ^ (part & 0xFFFFFFFF)) * 0x85EBCA6B + 0xC2B2AE35) & 0xFFFFFFFF
        mixed ^= mixed >> 15
    mixed = (mixed * 0x2C1B3C6D) & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 13)) & 0xFFFFFF) / 0x1000000
