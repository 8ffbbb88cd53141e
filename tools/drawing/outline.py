"""The rooms of a convent as shapes, and the doorways where edges go through their walls."""

from collections.abc import Mapping
from dataclasses import dataclass

from nuns.board.convent import Convent, Edge
from nuns.board.svg import Point, Shape
from tools.drawing.geometry import between, contains, direction, meeting, sides
from tools.drawing.plan import planned_shapes

WALL = 8.0  # the thickness of every wall
UNWALLED = frozenset({"Great tree"})  # a tree's crown has leaves in place of walls


@dataclass(frozen=True, slots=True)
class Doorway:
    """The place where an edge goes through one wall, or through two with a short passage between."""

    edge: Edge
    x: float
    y: float
    tilt: float  # the bearing of the wall
    near: Point  # where the edge meets the first wall, and the last
    far: Point


def shapes_of(convent: Convent) -> dict[str, Shape]:
    """Returns the shape of each room from the plan, or raises ValueError where the plan is not of this convent."""
    plan = planned_shapes()
    for room in convent.rooms:
        if room.name not in plan:
            raise ValueError(f"expected a room of tools/drawing/plan.py; got {room.name}")
    for room in convent.rooms:
        for dot in room.dots:
            homes = [other.name for other in convent.rooms if contains(plan[other.name], convent.dots[dot])]
            if homes != [room.name]:
                raise ValueError(f"expected dot {dot} in {room.name} alone on tools/drawing/plan.py; got {homes}")
    return {room.name: plan[room.name] for room in convent.rooms}


def doorways(convent: Convent, shapes: Mapping[str, Shape]) -> list[Doorway]:
    """Returns a doorway for every edge from room to room; a door inside a room stands in the middle of its edge."""
    homes = {dot: room.name for room in convent.rooms for dot in room.dots}
    found = []
    for edge in convent.edges:
        walls = {homes[edge.one], homes[edge.two]}
        if len(walls) == 2 or edge.kind != "open":
            found.append(_doorway(convent, edge, [shapes[name] for name in sorted(walls)]))
    return found


def _doorway(convent: Convent, edge: Edge, walls: list[Shape]) -> Doorway:
    one, two = convent.dots[edge.one], convent.dots[edge.two]
    crossed = sorted(
        (share, direction(*side))
        for shape in walls
        for loop in shape
        for side in sides(loop)
        if (share := meeting(one, two, *side)) is not None
    )
    shares = [share for share, _ in crossed] or [0.5]
    x, y = between(one, two, (shares[0] + shares[-1]) / 2)
    tilt = crossed[0][1] if crossed else direction(one, two) + 90
    return Doorway(edge, x, y, round(tilt % 180, 1), between(one, two, shares[0]), between(one, two, shares[-1]))
