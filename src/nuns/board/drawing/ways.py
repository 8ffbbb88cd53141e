"""The worn ways between dots, and the guards' fourteen paths as ribbons laid side by side along them."""

import math
from collections.abc import Mapping
from itertools import pairwise

from nuns.board.convent import Convent
from nuns.board.drawing.geometry import Point
from nuns.board.drawing.palette import DASHES, FAMILIES
from nuns.board.drawing.svg import element, number, polyline, stroke

LANE = 3.6  # from the middle of one ribbon to the next

Way = tuple[int, int]


def worn(convent: Convent) -> list[str]:
    """One faint tread under all, then each way by name."""
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
    """Every path, each in its own lane of every way that it shares."""
    shared = lanes(convent)
    return [*_beds(convent, shared), *(_ribbon(convent, name, shared) for name in convent.paths)]


def lanes(convent: Convent) -> dict[Way, tuple[str, ...]]:
    """The paths along each way, in the order in which they lie there."""
    shared: dict[Way, list[str]] = {}
    for name in sorted(convent.paths):
        for one, two in pairwise(convent.paths[name]):
            shared.setdefault(_way(one, two), []).append(name)
    return {way: tuple(names) for way, names in shared.items()}


def spread(convent: Convent) -> dict[Way, float]:
    """How far the ribbons reach to each side of a way."""
    return {way: len(names) * LANE / 2 for way, names in lanes(convent).items()}


def family(path: str) -> str:
    """The colour of a path, from its name; a path of no known colour is the first."""
    prefix = path.partition("-")[0]
    return prefix if prefix in FAMILIES else FAMILIES[0]


def dash(convent: Convent, path: str) -> str | None:
    """Paths of one colour are told apart by their dashes."""
    kin = [name for name in sorted(convent.paths) if family(name) == family(path)]
    return DASHES[kin.index(path) % len(DASHES)] or None


def _way(one: int, two: int) -> Way:
    return min(one, two), max(one, two)


def _beds(convent: Convent, shared: Mapping[Way, tuple[str, ...]]) -> list[str]:
    """A dark bed under the ribbons keeps them clear of the floor."""
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
    """The way moved sideways; the side depends on the way alone, not on who walks it which way."""
    across, down = two[0] - one[0], two[1] - one[1]
    length = math.hypot(across, down) or 1.0
    if (across, down) < (0, 0):
        offset = -offset
    aside = (-down / length * offset, across / length * offset)
    return (one[0] + aside[0], one[1] + aside[1]), (two[0] + aside[0], two[1] + aside[1])
