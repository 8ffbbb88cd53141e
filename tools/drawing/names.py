"""Places the name of each room inside its walls, and clear of dots, edges, doors and marks."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from nuns.board.convent import Convent, Room
from nuns.board.picture import BoardMark
from nuns.board.svg import Point, Shape
from tools.drawing.geometry import Box, area, between, bounds, contains, direction, rectangle, sides
from tools.drawing.marks import RADIUS, STONE
from tools.drawing.outline import UNWALLED, Doorway
from tools.drawing.plates import TrialPlate, plate
from tools.drawing.ways import spread

SMALLEST = 9.4  # 8 px when the plan is 900 px wide
UPWARDS = 12.5  # the largest size in which a name is written upwards


@dataclass(frozen=True, slots=True)
class Clutter:
    """What a name keeps clear of: segments and discs always, furniture where it can."""

    segments: list[tuple[Point, Point, float]]
    discs: list[tuple[Point, float]]
    furniture: list[Box]

    def near(self, box: Box) -> "Clutter":
        """Returns only what lies close to a box."""
        return Clutter(
            [segment for segment in self.segments if _touches(box, segment[0], segment[1], 30)],
            [disc for disc in self.discs if _touches(box, disc[0], disc[0], 40)],
            [piece for piece in self.furniture if _touches(box, piece[:2], piece[2:], 0)],
        )

    def bars(self, trial: TrialPlate) -> bool:
        """Tells whether the plate lies on something that it must not cover."""
        reach = math.hypot(trial.width, trial.height) / 2
        around = Box(trial.x - reach, trial.y - reach, trial.x + reach, trial.y + reach)
        return any(_touches(around, at, at, radius) and trial.gap(at) < radius for at, radius in self.discs) or any(
            _touches(around, one, two, clearance) and trial.crosses(one, two, clearance) for one, two, clearance in self.segments
        )

    def covered(self, trial: TrialPlate) -> int:
        """Returns how many pieces of furniture it would be written across."""
        return sum(
            trial.gap(((piece.left + piece.right) / 2, (piece.top + piece.bottom) / 2)) < 1
            or any(trial.crosses(one, two, 0.5) for one, two in sides(rectangle(*piece)))
            for piece in self.furniture
        )


def plates(
    convent: Convent, shapes: Mapping[str, Shape], ways: Sequence[Doorway], marks: Sequence[BoardMark], furniture: Sequence[Box]
) -> list[TrialPlate]:
    """Returns a plate for every room, placing the smallest rooms first, as they have the least choice."""
    clutter = _clutter(convent, shapes, ways, marks, furniture)
    laid: dict[str, TrialPlate] = {}
    for room in sorted(convent.rooms, key=lambda room: abs(area(shapes[room.name][0]))):
        slants = [way for way in _inner(convent, room) if abs(way[0][0] - way[1][0]) > 9 and abs(way[0][1] - way[1][1]) > 4]
        found = _inside(room.name, shapes[room.name], clutter, slants) or _outside(room.name, shapes[room.name], clutter)
        laid[room.name] = found
        clutter.segments.extend((one, two, 2.0) for one, two in sides(found.corners()))
        clutter.discs.append(((found.x, found.y), found.height / 2))
    return [laid[room.name] for room in convent.rooms]


def _clutter(
    convent: Convent, shapes: Mapping[str, Shape], ways: Sequence[Doorway], marks: Sequence[BoardMark], furniture: Sequence[Box]
) -> Clutter:
    lanes = spread(convent)
    segments = [(*side, 5.3) for name, shape in shapes.items() if name not in UNWALLED for loop in shape for side in sides(loop)]
    segments += [
        (convent.dots[edge.one], convent.dots[edge.two], lanes.get((min(edge.one, edge.two), max(edge.one, edge.two)), 1.0) + 1.5)
        for edge in convent.edges
    ]
    discs: list[tuple[Point, float]] = [(place, STONE + 1.3) for place in convent.dots.values()]
    discs += [((mark.x, mark.y), RADIUS[mark.kind] + 1.5) for mark in marks] + [((way.x, way.y), 12.0) for way in ways]
    return Clutter(segments, discs, list(furniture))


def _inner(convent: Convent, room: Room) -> list[tuple[Point, Point]]:
    return [(convent.dots[edge.one], convent.dots[edge.two]) for edge in convent.edges if edge.one in room.dots and edge.two in room.dots]


def _inside(name: str, shape: Shape, clutter: Clutter, slants: Sequence[tuple[Point, Point]]) -> TrialPlate | None:
    """Returns the best plate within the walls: large, level, near the middle, and beside the furniture rather than on it."""
    box = bounds(shape)
    near, spots = clutter.near(box), _spots(shape)
    size = round(min(16.5, max(10.8, 0.155 * min(box.right - box.left, box.bottom - box.top))), 1)
    best: float = 0.0
    found: TrialPlate | None = None
    while size >= SMALLEST and best <= 3 * size:
        for trials in _trials(name, size, spots, slants):
            for trial, effort in trials:
                if 3 * size - effort <= best:  # the spots come nearest first, so no later one is better
                    break
                if not near.bars(trial):
                    worth = max(0.1, 3 * size - effort - 12 * near.covered(trial))
                    best, found = (worth, trial) if worth > best else (best, found)
        size = round(size - 0.7, 1)
    return found


def _spots(shape: Shape) -> list[tuple[float, Point]]:
    """Returns the places inside a shape where a name may have its middle, those nearest to the middle of the room first."""
    box = bounds(shape)
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    longest = max(box.right - box.left, box.bottom - box.top)
    step = 2 if longest < 100 else 3 if longest < 180 else 5
    down = range(math.ceil(box.top) + 9, int(box.bottom) - 8, step)
    across = range(math.ceil(box.left) + 9, int(box.right) - 8, step)
    return sorted((math.dist((x, y), spot), spot) for spot in ((float(a), float(d)) for d in down for a in across) if contains(shape, spot))


def _trials(
    name: str, size: float, spots: Sequence[tuple[float, Point]], slants: Sequence[tuple[Point, Point]]
) -> Iterator[Iterator[tuple[TrialPlate, float]]]:
    """Yields plates of one line and of two, level, upwards and along slanting edges, each with the effort of reading it."""
    for lines in _breaks(name):
        broken = 1.2 * (len(lines) - 1)
        for angle in (0, -90) if size <= UPWARDS else (0,):
            level = plate(name, lines, size, angle=angle)
            turned = 12 if angle else 0
            yield ((level.at(spot), aside / 25 + broken + turned) for aside, spot in spots)
        for one, two in slants:
            yield ((trial, 12.0 + broken) for trial in _along(plate(name, lines, size), one, two))


def _along(level: TrialPlate, one: Point, two: Point) -> Iterator[TrialPlate]:
    """Yields plates beside a slanting edge, on either side of it."""
    turn = direction(one, two)
    turn -= 180 * round(turn / 180)
    aside = math.radians(turn + 90)
    for share in range(30, 71, 4):
        x, y = between(one, two, share / 100)
        for offset in (-15, -13, -11, -9, 9, 11, 13, 15):
            yield replace(level, x=round(x + offset * math.cos(aside), 1), y=round(y + offset * math.sin(aside), 1), angle=round(turn, 1))


def _breaks(name: str) -> Iterator[tuple[str, ...]]:
    yield (name,)
    parts = name.split(" ")
    for place in range(1, len(parts)):
        if len(parts[place]) > 1:  # the number of a cell stays beside its word
            yield " ".join(parts[:place]), " ".join(parts[place:])


def _outside(name: str, shape: Shape, clutter: Clutter) -> TrialPlate:
    """Returns a plate beside a room that is too small for its name, as near as there is free ground."""
    box = bounds(shape)
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    far = 16.0
    while True:
        near = clutter.near(Box(x - far - 60, y - far - 60, x + far + 60, y + far + 60))
        for lines in _breaks(name):
            for turn in range(48):
                at = (round(x + far * math.sin(turn * math.pi / 24), 1), round(y + far * math.cos(turn * math.pi / 24), 1))
                trial = plate(name, lines, SMALLEST + 0.6, at)
                if not near.bars(trial):
                    return trial
        far += 2


def _touches(box: Box, one: Point, two: Point, margin: float) -> bool:
    """Tells whether the box around a segment comes near another box."""
    (ax, ay), (bx, by) = one, two
    left, top, right, bottom = box
    return not (
        (ax < left - margin and bx < left - margin)
        or (ax > right + margin and bx > right + margin)
        or (ay < top - margin and by < top - margin)
        or (ay > bottom + margin and by > bottom + margin)
    )
