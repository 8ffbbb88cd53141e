"""Name plates on the plan: their lines, their box, and their text."""

import math
from dataclasses import dataclass

from nuns.board.picture import NamePlate
from nuns.board.svg import Point, element, number, words

LINE = 1.05  # the height of a line of text, as a multiple of its size
NARROW, WIDE = frozenset("ijltfr'I"), frozenset("mwMW")


@dataclass(frozen=True, slots=True)
class TrialPlate(NamePlate):
    """A name plate that is tried in a place."""

    def at(self, spot: Point) -> "TrialPlate":
        """Returns the same plate with its middle elsewhere."""
        return TrialPlate(self.room, self.lines, self.size, *spot, self.angle, self.width, self.height)

    def gap(self, point: Point) -> float:
        """Returns the distance from a point to the box, 0 inside it."""
        x, y = self._seen(point)
        return math.hypot(max(0.0, abs(x) - self.width / 2), max(0.0, abs(y) - self.height / 2))

    def crosses(self, one: Point, two: Point, clearance: float) -> bool:
        """Tells whether a segment comes into the box, or within the clearance of it."""
        return _enters(self._seen(one), self._seen(two), self.width / 2 + clearance, self.height / 2 + clearance)

    def corners(self) -> tuple[Point, ...]:
        """Returns the four corners on the plan."""
        turn, wide, high = math.radians(self.angle), self.width / 2, self.height / 2
        around = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
        return tuple(
            (self.x + x * math.cos(turn) - y * math.sin(turn), self.y + x * math.sin(turn) + y * math.cos(turn)) for x, y in around
        )

    def _seen(self, point: Point) -> Point:
        """Returns the point relative to the middle of the box, with the text upright."""
        if self.angle == 0:
            return point[0] - self.x, point[1] - self.y
        turn, x, y = math.radians(-self.angle), point[0] - self.x, point[1] - self.y
        return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)


def width(line: str) -> float:
    """Returns an estimate of the length of a line in ems, to which the text is then stretched exactly."""
    return sum(0.34 if c in NARROW else 0.82 if c in WIDE else 0.7 if c.isupper() else 0.3 if c == " " else 0.52 for c in line) * 1.04


def plate(room: str, lines: tuple[str, ...], size: float, at: Point = (0, 0), angle: float = 0) -> TrialPlate:
    """Returns a plate of the size that its lines need."""
    return TrialPlate(room, lines, size, *at, angle, max(width(line) for line in lines) * size, len(lines) * LINE * size)


def _enters(one: Point, two: Point, wide: float, high: float) -> bool:
    """Tells whether a segment meets the box from -wide to wide and -high to high (Liang and Barsky)."""
    start, end = 0.0, 1.0
    for place, step, reach in ((one[0], two[0] - one[0], wide), (one[1], two[1] - one[1], high)):
        if step == 0:
            if abs(place) > reach:
                return False
            continue
        into, out = sorted(((-reach - place) / step, (reach - place) / step))
        start, end = max(start, into), min(end, out)
    return start <= end


def write_plate(laid: NamePlate) -> str:
    """Draws the name as text, each line stretched to the length that was planned for it, whatever the font."""
    first = -laid.height / 2 + laid.size * 0.79
    lines = [
        element(
            "text",
            words(line),
            cls="name",
            y=first + place * laid.size * LINE,
            textLength=width(line) * laid.size,
            lengthAdjust="spacingAndGlyphs",
        )
        for place, line in enumerate(laid.lines)
    ]
    turned = f" rotate({number(laid.angle)})" if laid.angle else ""
    where = f"translate({number(laid.x)} {number(laid.y)}){turned}"
    return element("g", *lines, data_name=laid.room, font_size=f"{laid.size}px", transform=where)
