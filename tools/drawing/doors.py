"""Doorways: an arch, a wooden door, a lock, a curtain, or leaves."""

from collections.abc import Mapping
from typing import assert_never

from nuns.board.convent import Convent, EdgeKind, Floor
from nuns.board.svg import Point, disc, element, number, place_at, rect, stroke
from tools.drawing.geometry import direction
from tools.drawing.outline import UNWALLED, Doorway

GAP = 24.0  # the width of a doorway


def openings(convent: Convent, ways: list[Doorway]) -> list[str]:
    """Draws the gaps in the walls, floored like the room on their first side."""
    floors: Mapping[int, Floor] = {dot: room.floor for room in convent.rooms for dot in room.dots}
    unwalled = {dot for room in convent.rooms if room.name in UNWALLED for dot in room.dots}
    return [_opening(way, floors[way.edge.one]) for way in ways if not unwalled & {way.edge.one, way.edge.two}]


def _opening(way: Doorway, floor: Floor) -> str:
    passage = _passage(way.near, way.far, floor) if way.near != way.far else ""
    return passage + "".join(_gap(end, way.tilt, floor) for end in sorted({way.near, way.far}))


def _passage(near: Point, far: Point, floor: Floor) -> str:
    """Draws a short walled passage between two rooms that stand apart."""
    length = ((near[0] - far[0]) ** 2 + (near[1] - far[1]) ** 2) ** 0.5
    if length < 1:
        return ""
    walls = rect("merlon", 0, -GAP / 2 - 4, length, GAP + 8)
    inside = element("rect", y=-GAP / 2, width=length, height=GAP, style=f"fill:var(--floor-{floor})")
    return place_at(walls + inside, *near, direction(near, far))


def _gap(at: Point, tilt: float, floor: Floor) -> str:
    return element("use", href="#doorway", style=f"fill:var(--floor-{floor})", transform=_put(at, tilt))


def _put(at: Point, tilt: float) -> str:
    return f"translate({number(at[0])} {number(at[1])})" + (f" rotate({number(tilt)})" if tilt else "")


def fittings(ways: list[Doorway]) -> list[str]:
    """Draws the doors, locks, curtains and leaves; an open arch has nothing in it."""
    return [_fitting(way) for way in ways if way.edge.kind != "open"]


def _fitting(way: Doorway) -> str:
    edge = way.edge
    attributes = {"cls": edge.kind, f"data_{edge.kind}": f"{edge.one}-{edge.two}", "transform": _put((way.x, way.y), 0)}
    return element("g", sign(edge.kind, way.tilt), **attributes)


def sign(kind: EdgeKind, tilt: float = 0.0) -> str:
    """Draws what stands in a doorway of this kind, around (0, 0); a keyhole stays upright at any tilt."""
    turn = f"rotate({number(tilt)})" if tilt else None
    match kind:
        case "door":
            return element("use", href="#door-leaf", transform=turn)
        case "lock":
            return element("use", href="#door-leaf", transform=turn) + element("use", href="#keyhole")
        case "curtain":
            return element("use", href="#folds", transform=turn)
        case "leaves":
            return element("use", href="#sprig")
        case "open":
            return ""
        case _:
            assert_never(kind)


def symbols() -> str:
    """Draws each fitting once, for every doorway to use."""
    things = {"doorway": _doorway, "door-leaf": _door_leaf, "keyhole": _keyhole, "folds": _folds, "sprig": _sprig}
    return "\n".join(element("g", draw(), id=name) for name, draw in things.items())


def _doorway() -> str:
    """Draws the gap, which takes the colour of the floor from the element that uses it."""
    sill = element("rect", x=-GAP / 2, y=-4.6, width=GAP, height=9.2)
    return sill + rect("merlon", -GAP / 2 - 2.5, -5, 3.5, 10, 0.8) + rect("merlon", GAP / 2 - 1, -5, 3.5, 10, 0.8)


def _door_leaf() -> str:
    planks = stroke("grain", "M-5.5-3.4v6.8M0-3.4v6.8M5.5-3.4v6.8")
    return rect("wood", -11.5, -3.6, 23, 7.2, 1.2) + planks + rect("iron", -9, -3.6, 1.6, 7.2) + rect("iron", 7.4, -3.6, 1.6, 7.2)


def _keyhole() -> str:
    return disc("brass", 0, 0, 7) + disc("keyhole", 0, -1.6, 2.1) + stroke("keyhole", "M-1-1L-1.9 4.2H1.9L1-1Z")


def _folds() -> str:
    wave = "M-13 0q3.2-5.5 6.5 0t6.5 0t6.5 0t6.5 0"
    return stroke("fold-dark", wave) + stroke("fold", wave)


def _sprig() -> str:
    leaves = "M0 0q-7-8-1-13q6 5 1 13zM0 0q-10-1-12 6q8 3 12-6zM0 0q3 10 10 9q0-9-10-9z"
    return stroke("leaf-high", leaves) + disc("leaf-light", 0, 0, 2.4)
