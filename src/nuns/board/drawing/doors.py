"""What stands in a doorway: an arch, a wooden door, a lock, a curtain, or leaves."""

from collections.abc import Mapping
from typing import assert_never

from nuns.board.convent import Convent, Floor
from nuns.board.drawing.geometry import Point, direction
from nuns.board.drawing.outline import UNWALLED, Doorway
from nuns.board.drawing.svg import disc, element, number, placed, rect, stroke

GAP = 24.0  # the width of a doorway


def openings(convent: Convent, ways: list[Doorway]) -> list[str]:
    """The gaps in the walls, floored like the room on their first side."""
    floors: Mapping[int, Floor] = {dot: room.floor for room in convent.rooms for dot in room.dots}
    unwalled = {dot for room in convent.rooms if room.name in UNWALLED for dot in room.dots}
    return [_opening(way, floors[way.edge.one]) for way in ways if not unwalled & {way.edge.one, way.edge.two}]


def _opening(way: Doorway, floor: Floor) -> str:
    passage = _passage(way.near, way.far, floor) if way.near != way.far else ""
    return passage + "".join(_gap(end, way.tilt, floor) for end in sorted({way.near, way.far}))


def _passage(near: Point, far: Point, floor: Floor) -> str:
    """Two rooms that stand apart are joined by a short walled passage."""
    length = ((near[0] - far[0]) ** 2 + (near[1] - far[1]) ** 2) ** 0.5
    if length < 1:
        return ""
    walls = rect("merlon", 0, -GAP / 2 - 4, length, GAP + 8)
    inside = element("rect", y=-GAP / 2, width=length, height=GAP, style=f"fill:var(--floor-{floor})")
    return placed(walls + inside, *near, direction(near, far))


def _gap(at: Point, tilt: float, floor: Floor) -> str:
    sill = element("rect", x=-GAP / 2, y=-4.6, width=GAP, height=9.2, style=f"fill:var(--floor-{floor})")
    jambs = rect("merlon", -GAP / 2 - 2.5, -5, 3.5, 10, 0.8) + rect("merlon", GAP / 2 - 1, -5, 3.5, 10, 0.8)
    return placed(sill + jambs, *at, tilt)


def fittings(ways: list[Doorway]) -> list[str]:
    """The doors, locks, curtains and leaves themselves; an open arch has nothing in it."""
    return [_fitting(way) for way in ways if way.edge.kind != "open"]


def _fitting(way: Doorway) -> str:
    where = f"translate({number(way.x)} {number(way.y)})"
    name = f"{way.edge.one}-{way.edge.two}"
    attributes = {"cls": way.edge.kind, f"data_{way.edge.kind}": name, "transform": where}
    return element("g", _drawn(way), **attributes)


def _drawn(way: Doorway) -> str:
    turn = f'<g transform="rotate({number(way.tilt)})">'
    match way.edge.kind:
        case "door":
            return f"{turn}{_leaf_of_wood()}</g>"
        case "lock":
            return f"{turn}{_leaf_of_wood()}</g>" + _keyhole()
        case "curtain":
            return f"{turn}{_folds()}</g>"
        case "leaves":
            return _sprig()
        case "open":
            return ""
        case _:
            assert_never(way.edge.kind)


def _leaf_of_wood() -> str:
    planks = stroke("grain", "M-5.5-3.4v6.8M0-3.4v6.8M5.5-3.4v6.8")
    return rect("wood", -11.5, -3.6, 23, 7.2, 1.2) + planks + rect("iron", -9, -3.6, 1.6, 7.2) + rect("iron", 7.4, -3.6, 1.6, 7.2)


def _keyhole() -> str:
    """Upright whatever the wall does, so that it reads as a keyhole."""
    return disc("brass", 0, 0, 7) + disc("keyhole", 0, -1.6, 2.1) + stroke("keyhole", "M-1-1L-1.9 4.2H1.9L1-1Z")


def _folds() -> str:
    wave = "M-13 0q3.2-5.5 6.5 0t6.5 0t6.5 0t6.5 0"
    return stroke("fold-dark", wave) + stroke("fold", wave)


def _sprig() -> str:
    leaves = "M0 0q-7-8-1-13q6 5 1 13zM0 0q-10-1-12 6q8 3 12-6zM0 0q3 10 10 9q0-9-10-9z"
    return stroke("leaf", leaves) + disc("leaf-light", 0, 0, 2.4)
