"""The small marks beside dots: cells, keys, wishes, the ends of paths and the guards' start."""

import math
from collections.abc import Iterator, Mapping

from nuns.board.convent import Convent
from nuns.board.picture import BoardMark, MarkKind
from nuns.board.svg import Point, Shape, disc, element, number, rect, stroke, words
from tools.drawing.emblems import emblem
from tools.drawing.geometry import bounds, contains, distance, sides
from tools.drawing.outline import Doorway
from tools.drawing.ways import spread

STONE = 12.6  # the radius of a dot
TURNS = 24  # the places around a dot where a mark may go

RADIUS: Mapping[MarkKind, float] = {"cell": 11.5, "key": 8.7, "wish": 7.0, "end": 9.0, "start": 10.0}


def marks(convent: Convent, shapes: Mapping[str, Shape], ways: list[Doorway]) -> list[BoardMark]:
    """Returns every mark, each at the freest place beside its dot."""
    walls = {dot: [side for loop in shapes[room.name] for side in sides(loop)] for room in convent.rooms for dot in room.dots}
    homes = {dot: shapes[room.name] for room in convent.rooms for dot in room.dots}
    found: list[BoardMark] = []
    for kind, dot, label in _wanted(convent):
        places = [BoardMark(kind, dot, label, *place) for place in _around(convent.dots[dot], _reach(kind))]
        found.append(max(places, key=lambda mark: _freedom(mark, convent, homes[mark.dot], walls[mark.dot], ways, found)))
    return found


def _reach(kind: MarkKind) -> float:
    """Returns the distance from the middle of the dot: an emblem stands free, a badge overlaps the rim of its stone."""
    return STONE + RADIUS[kind] + {"cell": 2.0, "start": 2.0, "key": -2.0, "wish": -2.0, "end": 0.5}[kind]


def _wanted(convent: Convent) -> Iterator[tuple[MarkKind, int, str]]:
    for cell, dot in sorted(convent.cells.items()):
        yield "cell", dot, str(cell)
    yield "start", convent.guard_start, "The guards start here"
    for key, dot in sorted(convent.keys.items()):
        yield "key", dot, str(key)
    for dot, place in sorted(convent.path_ends.items()):
        yield "end", dot, place
    for dot in sorted({card.wish_dot for cards in convent.wish_cards.values() for card in cards}):
        yield "wish", dot, "; ".join(dict.fromkeys(_things(convent, dot)))


def _things(convent: Convent, dot: int) -> Iterator[str]:
    for cards in convent.wish_cards.values():
        yield from (card.thing for card in cards if card.wish_dot == dot)


def _around(dot: Point, far: float) -> Iterator[Point]:
    """Yields the places around a dot from the upper right on, where a badge is looked for first."""
    for turn in range(TURNS):
        angle = 2 * math.pi * turn / TURNS - math.pi / 4
        yield round(dot[0] + far * math.cos(angle), 1), round(dot[1] + far * math.sin(angle), 1)


def _freedom(
    mark: BoardMark, convent: Convent, home: Shape, walls: list[tuple[Point, Point]], ways: list[Doorway], others: list[BoardMark]
) -> tuple[float, float]:
    """Returns the smallest gap around a mark, up to what is enough, and then prefers the narrower end of the room."""
    at, reach = (mark.x, mark.y), RADIUS[mark.kind]
    lanes = spread(convent)
    gaps = [distance(at, *wall) - reach - 4 for wall in walls]
    gaps += [
        distance(at, convent.dots[edge.one], convent.dots[edge.two]) - reach - lanes.get((edge.one, edge.two), 1.0)
        for edge in convent.edges
        if mark.dot in (edge.one, edge.two) or math.dist(at, convent.dots[edge.one]) < 90
    ]
    gaps += [math.dist(at, place) - reach - STONE for dot, place in convent.dots.items() if dot != mark.dot]
    gaps += [math.dist(at, (way.x, way.y)) - reach - 9 for way in ways]
    gaps += [math.dist(at, (other.x, other.y)) - reach - RADIUS[other.kind] for other in others]
    box = bounds(home)
    tucked = 0.0 if mark.kind == "cell" else min(mark.y - box.top, box.bottom - mark.y) // 6
    return min(*gaps, 0.4) - (0 if contains((home[0],), at) else 40), -tucked


def draw_mark(mark: BoardMark) -> str:
    """Draws a mark as a group with its own title, which a pointer or a screen reader finds."""
    title, content = _contents(mark)
    where = f"translate({number(mark.x)} {number(mark.y)})"
    attributes = {"cls": mark.kind, f"data_{mark.kind}": mark.label if mark.kind in ("cell", "key") else mark.dot, "transform": where}
    return element("g", f"<title>{words(title)}</title>", content, **attributes)


def _contents(mark: BoardMark) -> tuple[str, str]:
    match mark.kind:
        case "cell":
            return f"Cell {mark.label}", emblem(int(mark.label))
        case "key":
            return f"Key {mark.label}", key(mark.label)
        case "wish":
            return f"Wish: {mark.label}", wish()
        case "end":
            return f"Paths end here: {mark.label}", banner()
        case "start":
            return mark.label, lantern()


def key(label: str) -> str:
    """Draws a brass key seen by its bow, with its number on it."""
    shaft = stroke("brass", "M-1.6 6V12.4H1.4V11H4V8.6H1.6V6Z")
    return shaft + disc("brass", 0, -0.6, 8.2) + element("text", words(label), y=3.5)


def wish() -> str:
    """Draws a diamond with a spark in it."""
    return stroke("wish", "M0-7.4L6.4 0L0 7.4L-6.4 0Z") + stroke("spark", "M0-3.6L1 -1L3.4 0L1 1L0 3.6L-1 1L-3.4 0L-1-1Z")


def banner() -> str:
    """Draws a swallow-tailed pennant on its staff."""
    staff = stroke("staff", "M-5.5-9V9.5") + stroke("staff-light", "M-5.5-9V9.5")
    return (
        staff
        + stroke("banner", "M-4.6-8.6H8L4.6-3.8L8 1H-4.6Z")
        + stroke("banner-mark", "M-1.2-6.4v1.8h-1.8v1.6h1.8v2.6h1.6v-2.6h1.8v-1.6h-1.8v-1.8z")
    )


def lantern() -> str:
    """Draws a lit lantern, for the guards' start."""
    glow = element("circle", r=18.0, fill="url(#lamp)")
    handle = stroke("gold", "M-3.6-6Q0-13 3.6-6")
    glass = rect("flame", -4.6, -3.8, 9.2, 9) + stroke("bar", "M0-3.8V5.2")
    return glow + handle + glass + stroke("brass", "M-6.4-3.6L-3.6-7H3.6L6.4-3.6ZM-6.4 5H6.4V8.2H-6.4Z")
