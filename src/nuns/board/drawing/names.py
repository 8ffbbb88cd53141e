"""Where the name of each room is written: inside its walls, and clear of dots, ways, doors and marks."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nuns.board.convent import Convent
from nuns.board.drawing.geometry import Box, Point, Shape, area, bounds, direction, sides
from nuns.board.drawing.marks import STONE, Mark
from nuns.board.drawing.outline import Doorway
from nuns.board.drawing.svg import element, number, words
from nuns.board.drawing.ways import spread

SMALLEST = 9.4  # 8 px when the plan is 900 px wide
LINE = 1.05  # the height of a line of text, in its size
NARROW, WIDE, CAPITAL = set("ijltfr'I"), set("mwMW"), 0.7


@dataclass(frozen=True, slots=True)
class Plate:
    """A name laid on the plan: its lines, their size, and the box that they fill, turned around its middle."""

    room: str
    lines: tuple[str, ...]
    size: float
    x: float
    y: float
    angle: float

    @property
    def width(self) -> float:
        """Of the longest line."""
        return max(width(line) for line in self.lines) * self.size

    @property
    def height(self) -> float:
        """Of all lines."""
        return len(self.lines) * LINE * self.size

    def gap(self, point: Point) -> float:
        """From a point to the box; 0 inside it."""
        x, y = self._seen(point)
        return math.hypot(max(0.0, abs(x) - self.width / 2), max(0.0, abs(y) - self.height / 2))

    def crosses(self, one: Point, two: Point, clearance: float) -> bool:
        """Whether a segment comes into the box, or within the clearance of it."""
        return _enters(self._seen(one), self._seen(two), self.width / 2 + clearance, self.height / 2 + clearance)

    def corners(self) -> tuple[Point, ...]:
        """The four corners on the plan."""
        turn, wide, high = math.radians(self.angle), self.width / 2, self.height / 2
        around = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
        return tuple((self.x + x * math.cos(turn) - y * math.sin(turn), self.y + x * math.sin(turn) + y * math.cos(turn)) for x, y in around)

    def _seen(self, point: Point) -> Point:
        """The point as it lies from the middle of the box, with the text upright."""
        turn, x, y = math.radians(-self.angle), point[0] - self.x, point[1] - self.y
        return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)


@dataclass(frozen=True, slots=True)
class Clutter:
    """What a name keeps clear of: segments and discs always, furniture where it can."""

    segments: Sequence[tuple[Point, Point, float]]
    discs: Sequence[tuple[Point, float]]
    furniture: Sequence[Box]

    def near(self, box: Box) -> "Clutter":
        """Only what lies close to a box."""
        return Clutter(
            [segment for segment in self.segments if _touches(box, segment[0], segment[1], 30)],
            [disc for disc in self.discs if _touches(box, disc[0], disc[0], 40)],
            [piece for piece in self.furniture if _touches(box, piece[:2], piece[2:], 0)],
        )

    def bars(self, plate: Plate) -> bool:
        """Whether the plate lies on something that it must not lie on."""
        return any(plate.gap(at) < radius for at, radius in self.discs) or any(plate.crosses(*segment) for segment in self.segments)

    def covered(self, plate: Plate) -> int:
        """How many pieces of furniture it would be written across."""
        return sum(
            plate.gap(((piece.left + piece.right) / 2, (piece.top + piece.bottom) / 2)) < 1
            or any(plate.crosses(one, two, 0.5) for one, two in sides(((piece[0], piece[1]), (piece[2], piece[1]), (piece[2], piece[3]), (piece[0], piece[3]))))
            for piece in self.furniture
        )


def width(line: str) -> float:
    """The length of a line in ems: an estimate, to which the text is then stretched exactly."""
    return sum(0.34 if c in NARROW else 0.82 if c in WIDE else CAPITAL if c.isupper() else 0.3 if c == " " else 0.52 for c in line) * 1.04


def plates(
    convent: Convent, shapes: Mapping[str, Shape], ways: Sequence[Doorway], marks: Sequence[Mark], furniture: Sequence[Box]
) -> list[Plate]:
    """A plate for every room, the smallest rooms first: they have the least choice."""
    clutter = _clutter(convent, shapes, ways, marks, furniture)
    laid: dict[str, Plate] = {}
    for room in sorted(convent.rooms, key=lambda room: abs(area(shapes[room.name][0]))):
        laid[room.name] = _inside(room.name, shapes[room.name], clutter) or _outside(room.name, shapes, clutter, list(laid.values()))
    return [laid[room.name] for room in convent.rooms]


def _clutter(
    convent: Convent, shapes: Mapping[str, Shape], ways: Sequence[Doorway], marks: Sequence[Mark], furniture: Sequence[Box]
) -> Clutter:
    lanes = spread(convent)
    segments = [(*side, 6.0) for shape in shapes.values() for loop in shape for side in sides(loop)]
    segments += [
        (convent.dots[edge.one], convent.dots[edge.two], lanes.get((min(edge.one, edge.two), max(edge.one, edge.two)), 1.0) + 1.5)
        for edge in convent.edges
    ]
    discs: list[tuple[Point, float]] = [(place, STONE + 2.0) for place in convent.dots.values()]
    discs += [((mark.x, mark.y), mark.radius + 1.5) for mark in marks] + [((way.x, way.y), 12.0) for way in ways]
    return Clutter(segments, discs, furniture)


def _inside(name: str, shape: Shape, clutter: Clutter) -> Plate | None:
    """The best plate within the walls: large, level, near the middle, and beside the furniture rather than on it."""
    box = bounds(shape)
    near = clutter.near(box)
    roomy = min(17.0, max(11.5, 6.0 + math.sqrt(abs(area(shape[0]))) / 14))
    best: tuple[float, Plate] | None = None
    for angle, toll in _angles(shape):
        size = roomy
        while size >= SMALLEST:
            found = max(((_worth(plate, box, near, shape) - toll, plate) for plate in _laid(name, size, angle, box)), default=None, key=lambda pair: pair[0])
            if found and found[0] > -500 and (best is None or found[0] > best[0]):
                best = found
            if best and best[0] > 3 * size - 3:
                break
            size = round(size - 0.7, 1)
    return best[1] if best else None


def _angles(shape: Shape) -> list[tuple[float, float]]:
    """Level first, then upwards, then along a curved wall; each with what it costs the reader."""
    slants = {round(direction(*side)) for side in sides(shape[0])} if len(shape[0]) > 30 else set()
    return [(0, 0), (-90, 7)] + [(slant, 9) for slant in sorted(slants) if -75 < slant < 75 and slant % 90]


def _laid(name: str, size: float, angle: float, box: Box) -> Iterator[Plate]:
    """Every place for a name within a box, on one line or on two."""
    for lines in _breaks(name):
        for down in range(int(box.top) + 8, int(box.bottom) - 7, 3):
            for across in range(int(box.left) + 8, int(box.right) - 7, 3):
                yield Plate(name, lines, size, across, down, angle)


def _breaks(name: str) -> Iterator[tuple[str, ...]]:
    yield (name,)
    parts = name.split(" ")
    for place in range(1, len(parts)):
        yield " ".join(parts[:place]), " ".join(parts[place:])


def _worth(plate: Plate, box: Box, clutter: Clutter, shape: Shape) -> float:
    """Larger is better; a plate out of its box or on something is worth nothing."""
    turned = plate.angle == -90
    wide, high = (plate.height, plate.width) if turned else (plate.width, plate.height)
    upright = plate.angle in (0, -90)
    if upright and not (box.left <= plate.x - wide / 2 and plate.x + wide / 2 <= box.right):
        return -1000.0
    if upright and not (box.top <= plate.y - high / 2 and plate.y + high / 2 <= box.bottom):
        return -1000.0
    if clutter.bars(plate) or not _within(shape, plate):
        return -1000.0
    middle = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    return 3 * plate.size - math.dist(middle, (plate.x, plate.y)) / 25 - (len(plate.lines) - 1) * 1.2 - 5 * clutter.covered(plate)


def _within(shape: Shape, plate: Plate) -> bool:
    """No side of the shape crosses a plate that bars nothing, so its middle tells for all of it."""
    from nuns.board.drawing.geometry import contains

    return contains(shape, (plate.x, plate.y))


def _outside(name: str, shapes: Mapping[str, Shape], clutter: Clutter, laid: list[Plate]) -> Plate:
    """A room too small for its name carries it outside, as near as there is free ground."""
    box = bounds(shapes[name])
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    far = 20.0
    while True:
        for turn in range(48):
            plate = Plate(name, (name,), SMALLEST, x + far * math.sin(turn * math.pi / 24), y + far * math.cos(turn * math.pi / 24), 0)
            if not (clutter.bars(plate) or _on_floor(plate, shapes) or any(_overlap(plate, other) for other in laid)):
                return plate
        far += 4


def _on_floor(plate: Plate, shapes: Mapping[str, Shape]) -> bool:
    return any(_within(shape, plate) for shape in shapes.values())


def _overlap(one: Plate, two: Plate) -> bool:
    return any(one.crosses(a, b, 1) for a, b in sides(two.corners())) or one.gap((two.x, two.y)) == 0


def _touches(box: Box, one: Point, two: Point, margin: float) -> bool:
    return not (
        max(one[0], two[0]) < box.left - margin
        or min(one[0], two[0]) > box.right + margin
        or max(one[1], two[1]) < box.top - margin
        or min(one[1], two[1]) > box.bottom + margin
    )


def _enters(one: Point, two: Point, wide: float, high: float) -> bool:
    """Whether a segment meets the box from -wide to wide and -high to high (Liang and Barsky)."""
    start, end = 0.0, 1.0
    for place, step, reach in ((one[0], two[0] - one[0], wide), (one[1], two[1] - one[1], high)):
        if step == 0:
            if abs(place) > reach:
                return False
            continue
        into, out = sorted(((-reach - place) / step, (reach - place) / step))
        start, end = max(start, into), min(end, out)
    return start <= end


def written(plate: Plate) -> str:
    """The name as text, each line stretched to the length that was planned for it, whatever the font."""
    first = -plate.height / 2 + plate.size * 0.79
    lines = [
        element("text", words(line), cls="name", y=first + place * plate.size * LINE, textLength=width(line) * plate.size, lengthAdjust="spacingAndGlyphs")
        for place, line in enumerate(plate.lines)
    ]
    turned = f" rotate({number(plate.angle)})" if plate.angle else ""
    where = f"translate({number(plate.x)} {number(plate.y)}){turned}"
    return element("g", *lines, data_name=plate.room, font_size=f"{plate.size}px", transform=where)
