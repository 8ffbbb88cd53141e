"""The rooms of a convent as shapes, and the doorways where edges go through their walls."""

from collections.abc import Mapping
from dataclasses import dataclass

from nuns.board.convent import Convent, Edge
from nuns.board.drawing.geometry import Point, Shape, between, contains, direction, meeting, sides
from nuns.board.drawing.grown_rooms import grow_rooms
from nuns.board.drawing.plan import planned_shapes

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
    """Returns the shape of each room, from the plan if it fits this convent, otherwise grown around the dots."""
    return {room.name: planned_shapes()[room.name] for room in convent.rooms} if is_planned(convent) else grow_rooms(convent)


def is_planned(convent: Convent) -> bool:
    """Tells whether every room is on the plan and holds its own dots there, and no other room's."""
    plan = planned_shapes()
    homes = {dot: room.name for room in convent.rooms for dot in room.dots}
    if not {room.name for room in convent.rooms} <= set(plan):
        return False
    return all(contains(plan[room.name], convent.dots[dot]) == (homes[dot] == room.name) for room in convent.rooms for dot in homes)


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
