"""The surroundings of the convent: the night sky, the hill, the burial ground, the battlements and the gate towers."""

import math
from collections.abc import Iterator
from itertools import pairwise

from nuns.board.svg import Point, disc, element, number, outline, place_at, rect, stroke
from tools.drawing.gardens import plant_tree
from tools.drawing.geometry import Box, direction, scatter
from tools.drawing.plan import YARD_CORNERS, apse_arc, rampart_sides

PANES: tuple[Point, ...] = (
    *((x, 20.0) for x in (575, 745, 790, 840, 885, 930)),
    *((x, 1042.0) for x in (95, 175, 230, 300, 365, 438, 523, 617, 711, 801, 900)),
)


def lights() -> str:
    """Draws the gradients: the sky, the moon's halo, moonlight on the roofs, lamps and embers."""
    return "\n".join(
        (
            _glow("sky-light", ((0, "sky", 1), (1, "sky-deep", 1)), "8%", "4%", "105%"),
            _glow("moon-halo", ((0.2, "halo", 0.5), (0.5, "halo", 0.14), (1, "halo", 0)), "50%", "50%", "50%"),
            _glow("moonlight", ((0, "halo", 0.2), (0.6, "halo", 0.05), (1, "sky-deep", 0.16)), "10%", "5%", "105%"),
            _glow("lamp", ((0, "glow", 0.5), (0.45, "glow", 0.17), (1, "glow", 0)), "50%", "50%", "50%"),
            _glow("ember", ((0, "linen", 1), (0.4, "fire", 1), (1, "curtain-dark", 0)), "50%", "50%", "50%"),
        )
    )


def _glow(name: str, stops: tuple[tuple[float, str, float], ...], x: str, y: str, radius: str) -> str:
    steps = [element("stop", offset=str(at), style=f"stop-color:var(--{colour});stop-opacity:{strength}") for at, colour, strength in stops]
    return element("radialGradient", *steps, id=name, cx=x, cy=y, r=radius)


def sky(page: Box, lowest: float) -> list[str]:
    """Draws a sky over the whole page with stars, but none below ``lowest``, where the legend is; the fainter ones are one stroke."""
    wide, high = page.right - page.left, page.bottom - page.top

    def stars(count: int, seed: int) -> Iterator[tuple[int, float, float]]:
        """Yields so many stars, with their number and place."""
        for star in range(count):
            x, y = page.left + wide * scatter(star, seed), page.top + high * scatter(star, seed + 1)
            if y <= lowest:
                yield star, x, y

    faint = "".join(f"M{number(x)} {number(y)}h.1" for _, x, y in stars(150, 1))
    bright = [_star(x, y, 2.2 + 2 * scatter(star, 7)) for star, x, y in stars(26, 5)]
    ground = element("rect", cls="sky", x=page.left, y=page.top, width=wide, height=high)
    dust = element("path", d=faint, style="stroke:var(--star);stroke-width:1.5;stroke-linecap:round;opacity:.5")
    return [ground, dust, stroke("star", "".join(bright))]


def _star(x: float, y: float, size: float) -> str:
    """Draws a star with four long points."""
    tips = [(x, y - size), (x + size, y), (x, y + size), (x - size, y)]
    waists = [(x + a * size * 0.2, y + b * size * 0.2) for a, b in ((1, -1), (1, 1), (-1, 1), (-1, -1))]
    return outline((tuple(point for pair in zip(tips, waists, strict=True) for point in pair),))


def moon(x: float, y: float, radius: float) -> str:
    """Draws the moon, just past full."""
    seas = ((-0.3, -0.25, 0.26), (0.28, 0.1, 0.2), (-0.12, 0.42, 0.17), (0.2, -0.45, 0.12), (-0.52, 0.2, 0.12))
    return (
        disc("halo", x, y, radius * 4)
        + disc("moon", x, y, radius)
        + "".join(disc("moon-sea", x + radius * a, y + radius * b, radius * r) for a, b, r in seas)
    )


def hill() -> list[str]:
    """Draws the ground around the walls as rings, with the convent's shadow."""
    rings = [
        element("use", href="#wall-lines", cls="hill", stroke_width=wide, opacity=strength) for wide, strength in ((84, ".35"), (56, ".6"))
    ]
    return [*rings, element("use", href="#wall-lines", cls="shade", transform="translate(5 8)")]


def around_the_plan() -> list[str]:
    """Draws the burial ground inside the rampart, the woods outside, and the road from the gate."""
    return [*_woods(), _road(), _yard()]


def _woods() -> Iterator[str]:
    places = (
        (8, 470, 15),
        (-4, 500, 12),
        (14, 560, 11),
        (4, 620, 16),
        (-6, 660, 12),
        (16, 700, 10),
        (14, 820, 15),
        (-3, 860, 13),
        (24, 900, 12),
        (6, 950, 16),
        (26, 1000, 13),
        (-4, 1020, 12),
        (8, 300, 12),
        (26, 262, 15),
        (6, 235, 11),
        (52, 205, 12),
        (990, 150, 13),
        (1004, 210, 11),
        (984, 300, 13),
        (1006, 350, 12),
        (988, 440, 14),
        (1004, 500, 11),
        (988, 760, 13),
        (1006, 800, 12),
        (984, 880, 14),
        (1006, 940, 12),
        (988, 1010, 13),
    )
    for x, y, radius in places:
        yield plant_tree(x, y, radius)


def _road() -> str:
    """Draws the road to the great doors, between two round towers."""
    road = element("path", d="M958 606H1040V654H958Z", style="fill:var(--floor-earth);opacity:.85")
    towers = "".join(
        disc("merlon", 968, y, 19)
        + element("circle", cx=968, cy=y, r=14, style="fill:var(--floor-wall-walk);stroke:var(--wall-edge);stroke-width:1")
        for y in (590, 670)
    )
    return road + stroke("joint", "M962 622H1040M962 638H1040") + towers


def _yard() -> str:
    """Draws grass, graves and cypresses between the rampart and the chapel."""
    inner, _ = rampart_sides()
    ground = outline(((*(point for point in inner if point[0] < 450), *YARD_CORNERS),))
    graves = "".join(
        _grave(x, y) for x, y in ((150, 236), (172, 226), (194, 216), (160, 212), (182, 200), (206, 190), (232, 182), (216, 214))
    )
    trees = "".join(
        plant_tree(x, y, radius)
        for x, y, radius in (
            (128, 300, 13),
            (122, 322, 9),
            (122, 396, 8),
            (232, 134, 14),
            (262, 112, 10),
            (256, 215, 12),
            (262, 150, 8),
            (124, 352, 11),
        )
    )
    return element("path", cls="yard", d=ground) + element("path", d=ground, fill="url(#floor-garden)", opacity=".4") + graves + trees


def _grave(x: float, y: float) -> str:
    return place_at(
        disc("under", 2, 5, 5) + stroke("stonework", "M-1.6-7H1.6V-3.6H5V-.6H1.6V6H-1.6V-.6H-5V-3.6H-1.6Z"),
        x,
        y,
        24 * (scatter(int(x), int(y)) - 0.5),
    )


def battlements() -> list[str]:
    """Draws merlons along the outer edge of the wall-walk, at even steps."""
    _, outer = rampart_sides()
    return [
        element("use", href="#merlon", transform=f"translate({number(x)} {number(y)}) rotate({turn:.0f})")
        for x, y, turn in _spaced(outer, 15)
    ]


def merlon() -> str:
    """Draws one tooth of the battlements."""
    return element("g", rect("merlon", -4.4, -4.8, 8.8, 8, 0.8), id="merlon")


def windows() -> list[str]:
    """Draws stained glass around the apse, and panes in the outer walls, dark by night but for a candle here and there."""
    arc = apse_arc()
    glass = [
        place_at(rect(f"glass book-{'abc'[place % 3]}", -6, -2.2, 12, 4.4, 1), *arc[at], direction(arc[at - 1], arc[at + 1]))
        for place, at in enumerate((8, 12, 16, 20, 24, 28))
    ]
    panes = [rect("pane lit" if scatter(int(x), 3) > 0.5 else "pane", x - 7, y - 1.8, 14, 3.6, 1) for x, y in PANES]
    return glass + panes


def gates() -> list[str]:
    """Draws the iron garden gate in the west wall, and the great doors of the gatehouse in the east."""
    gap = element("rect", x=35.4, y=428, width=9.2, height=24, style="fill:var(--floor-garden)")
    grating = stroke("grating", "M40 428V452M36.5 432h7M36.5 437h7M36.5 443h7M36.5 448h7")
    posts = "".join(
        rect("merlon", left, top, wide, high, 1.5)
        for left, top, wide, high in ((34, 422, 12, 7), (34, 451, 12, 7), (948, 599, 15, 8), (948, 653, 15, 8))
    )
    doors = rect("wood", 950, 607, 10, 23, 1) + rect("wood", 950, 630, 10, 23, 1)
    return [
        gap + grating,
        doors + stroke("ink", "M950 614h10M950 622h10M950 638h10M950 646h10") + disc("brass", 953, 626, 1.6) + disc("brass", 953, 634, 1.6),
        posts,
    ]


def _spaced(line: list[Point], step: float) -> Iterator[tuple[float, float, float]]:
    """Yields points at even steps along a line, each with the line's bearing there."""
    left = step / 2
    for (ax, ay), (bx, by) in pairwise(line):
        length = math.hypot(bx - ax, by - ay)
        while left <= length:
            share = left / length
            yield ax + (bx - ax) * share, ay + (by - ay) * share, math.degrees(math.atan2(by - ay, bx - ax))
            left += step
        left -= length
