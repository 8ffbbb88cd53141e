"""The edges between dots, and the guards' fourteen paths as ribbons side by side along them."""

import math
from collections.abc import Mapping
from itertools import pairwise

from nuns.board.convent import Convent
from nuns.board.svg import Point, element, number, polyline, stroke
from tools.drawing.palette import DASHES, FAMILIES

LANE = 3.6  # from the middle of one ribbon to the next

Way = tuple[int, int]


def draw_edges(convent: Convent) -> list[str]:
    """Draws one faint tread under all edges, then each edge by name."""
    tread = "".join(polyline((convent.dots[edge.one], convent.dots[edge.two])) for edge in convent.edges)
    lines = [
        element(
            "path",
            cls="way",
            data_edge=f"{edge.one}-{edge.two}",
            data_kind=edge.kind,
            d=polyline((convent.dots[edge.one], convent.dots[edge.two])),
        )
        for edge in convent.edges
    ]
    return [stroke("tread-way", tread), *lines]


def ribbons(convent: Convent) -> list[str]:
    """Draws every path, each in its own lane of every edge that it shares."""
    shared = lanes(convent)
    return [*_beds(convent, shared), *(_ribbon(convent, name, shared) for name in convent.paths)]


def lanes(convent: Convent) -> dict[Way, tuple[str, ...]]:
    """Returns the paths along each edge, in the order in which they lie there."""
    shared: dict[Way, list[str]] = {}
    for name in sorted(convent.paths):
        for one, two in pairwise(convent.paths[name]):
            shared.setdefault(_way(one, two), []).append(name)
    return {way: tuple(names) for way, names in shared.items()}


def spread(convent: Convent) -> dict[Way, float]:
    """Returns how far the ribbons reach to each side of an edge."""
    return {way: len(names) * LANE / 2 for way, names in lanes(convent).items()}


def family(path: str) -> str:
    """Returns the colour of a path from its name; a path of no known colour has the first."""
    prefix = path.partition("-")[0]
    return prefix if prefix in FAMILIES else FAMILIES[0]


def dash(convent: Convent, path: str) -> str | None:
    """Returns the dashes by which paths of one colour differ."""
    kin = [name for name in sorted(convent.paths) if family(name) == family(path)]
    return DASHES[kin.index(path) % len(DASHES)] or None


def _way(one: int, two: int) -> Way:
    return min(one, two), max(one, two)


def _beds(convent: Convent, shared: Mapping[Way, tuple[str, ...]]) -> list[str]:
    """Draws a dark bed under the ribbons, which keeps them clear of the floor."""
    beds: dict[int, str] = {}
    for (one, two), names in sorted(shared.items()):
        beds[len(names)] = beds.get(len(names), "") + polyline((convent.dots[one], convent.dots[two]))
    return [element("path", cls="path-edge", stroke_width=number(count * LANE + 1.6), d=data) for count, data in sorted(beds.items())]


def _ribbon(convent: Convent, name: str, shared: Mapping[Way, tuple[str, ...]]) -> str:
    line: list[Point] = []
    dots = convent.paths[name]
    for one, two in pairwise(dots):
        names = shared[_way(one, two)]
        line += _in_lane(convent.dots[one], convent.dots[two], (names.index(name) - (len(names) - 1) / 2) * LANE)
    return element("path", cls=f"path {family(name)}", data_path=name, stroke_dasharray=dash(convent, name), d=polyline(line))


def _in_lane(one: Point, two: Point, offset: float) -> tuple[Point, Point]:
    """Returns the edge moved sideways, to a side that does not depend on the direction in which it is walked."""
    across, down = two[0] - one[0], two[1] - one[1]
    length = math.hypot(across, down) or 1.0
    if (across, down) < (0, 0):
        offset = -offset
    aside = (-down / length * offset, across / length * offset)
    return (one[0] + aside[0], one[1] + aside[1]), (two[0] + aside[0], two[1] + aside[1])
