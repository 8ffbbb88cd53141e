"""What grows and stands under the open sky: the gardens, the great tree and the cloister garth."""

import math
from collections.abc import Callable

from nuns.board.drawing.geometry import Box, Point, between, distance, rectangle, ring, scatter, sides
from nuns.board.drawing.joinery import Piece, drum, flat, together
from nuns.board.drawing.plan import GARTH, TREE, WELL
from nuns.board.drawing.svg import disc, element, number, outline, placed, rect, stroke

# The ways that leave the arcade for the lawn: no column stands across them.
GARTH_WAYS: tuple[tuple[Point, Point], ...] = (
    ((620, 750), (555, 695)),
    ((480, 695), (555, 695)),
    ((800, 665), (735, 690)),
    ((730, 435), (730, 500)),
    ((570, 435), (550, 495)),
    ((750, 585), (800, 585)),
)


def foliage(radius: float, seed: int, bumps: int = 9) -> str:
    """A crown from above: a scalloped edge, and the lighter leaves on the side of the moon."""
    points = []
    for bump in range(bumps):
        turn = 2 * math.pi * (bump + 0.5 * scatter(seed, bump)) / bumps
        far = radius * (0.86 + 0.14 * scatter(seed, bump, 2))
        points.append((far * math.cos(turn), far * math.sin(turn)))
    swell = number(radius * 0.42)
    edge = f"M{number(points[0][0])} {number(points[0][1])}" + "".join(
        f"A{swell} {swell} 0 0 1 {number(x)} {number(y)}" for x, y in points[1:] + points[:1]
    )
    light = "".join(
        disc("leaf-light", radius * 0.5 * (scatter(seed, clump, 3) - 0.75), radius * 0.5 * (scatter(seed, clump, 4) - 0.75), radius * (0.18 + 0.16 * scatter(seed, clump, 6)))
        for clump in range(4)
    )
    return stroke("leaf", edge + "Z") + light


def tree(x: float, y: float, radius: float, seed: int) -> Piece:
    """A tree or a shrub, with its shadow."""
    shadow = disc("under", radius * 0.22, radius * 0.28, radius * 1.02)
    return Piece(placed(shadow + foliage(radius, seed), x, y), Box(x - radius, y - radius, x + radius, y + radius))


def bed_of(left: float, top: float, wide: float, high: float, rows: int, seed: int) -> Piece:
    """A garden bed with rows of sprouts and, here and there, a bloom."""
    lines = "".join(f"M{number(left + 6)} {number(top + high * (row + 0.5) / rows)}h{number(wide - 11)}" for row in range(rows))
    blooms = "".join(
        disc("bloom", left + 6 + (wide - 12) * scatter(seed, flower, 1), top + high * (int(rows * scatter(seed, flower, 2)) + 0.5) / rows, 1.9) for flower in range(7)
    )
    return Piece(rect("soil", left, top, wide, high, 3) + stroke("sprout", lines) + blooms, Box(left, top, left + wide, top + high))


def _south_garden() -> list[Piece]:
    beds = [bed_of(left, top, 66, 52, 4, left + top) for left in (192, 286) for top in (766, 856)]
    dial = together(drum("stonework", 272, 793, 8), flat(stroke("ink", "M272 793l5-4") + disc("brass", 272, 793, 2)))
    shrubs = [tree(x, y, radius, x) for x, y, radius in ((148, 742, 9), (387, 795, 8), (152, 885, 8), (272, 876, 9), (214, 743, 8), (320, 743, 8), (208, 944, 8), (346, 945, 7))]
    return [*beds, dial, *shrubs]


def _north_garden() -> list[Piece]:
    trees = [tree(x, y, radius, x + y) for x, y, radius in ((118, 482, 19), (226, 486, 22), (114, 548, 15), (226, 655, 17), (112, 655, 19), (232, 612, 12), (52, 560, 8), (54, 655, 8), (56, 480, 7))]
    roses = [tree(x, y, 6, x) for x, y in ((108, 420, ), (216, 420), (240, 422), (130, 421))]
    pond = Piece(
        element("ellipse", cls="stonework", cx=172, cy=495, rx=25, ry=15) + element("ellipse", cls="water", cx=172, cy=495, rx=21, ry=11.5) + stroke("ripple", "M160 493q4-3 8 0t8 0M170 500q3-2 6 0"),
        Box(147, 480, 197, 510),
    )
    return [*trees, *roses, pond, _garden_gate()]


def _garden_gate() -> Piece:
    """Two leaves of iron in the west wall, beside dot 84."""
    posts = rect("merlon", 34, 422, 12, 6, 1) + rect("merlon", 34, 452, 12, 6, 1)
    return flat(element("rect", x=35.4, y=428, width=9.2, height=24, style="fill:var(--floor-garden)") + stroke("bar", "M40 428V452M37 431h6M37 436h6M37 440h6M37 444h6M37 449h6") + posts)


def _great_tree() -> list[Piece]:
    """The crown one can hide in: several crowns grown together over dot 82."""
    x, y = TREE
    shadow = disc("under", x + 9, y + 12, 47)
    clumps = "".join(
        placed(foliage(radius, seed, 8), x + 25 * math.cos(turn), y + 25 * math.sin(turn)) for seed, radius, turn in ((3, 24, 0.4), (5, 25, 1.5), (8, 23, 2.6), (9, 25, 3.7), (12, 24, 4.7), (14, 25, 5.7))
    )
    return [Piece(element("g", shadow, clumps, placed(foliage(27, 21, 9), x, y), cls="crown"), Box(x - 47, y - 47, x + 47, y + 47))]


def _cloister() -> list[Piece]:
    """The garth: a lawn between hedges, an arcade around it, and a basin where the ways meet."""
    lawn = element("path", cls="lawn", d=outline((GARTH, ring(*WELL, 29))), fill_rule="evenodd") + element("path", d=outline((GARTH, ring(*WELL, 29))), fill="url(#floor-garden)", fill_rule="evenodd", opacity=".55")
    sill = element("path", d=outline((GARTH,)), cls="sill stonework", style="fill:none;stroke:var(--stonework);stroke-width:5;opacity:.85")
    paving = stroke("ink", outline((rectangle(586, 536, 694, 644),))).replace('class="ink"', 'style="fill:var(--floor-cloister);stroke:var(--joint)"')
    basin = together(drum("stonework", 640, 590, 16), flat(disc("water", 640, 590, 12.5) + stroke("ripple", "M632 588q4-3 8 0t8 0M634 595q3-2 6 0") + disc("stonework", 640, 590, 3.4)))
    shrubs = [tree(x, y, radius, x) for x, y, radius in ((526, 546, 11), (530, 630, 13), (598, 690, 12), (690, 700, 11), (754, 640, 10), (590, 482, 11), (684, 484, 12), (756, 530, 10), (530, 590, 8), (642, 700, 9), (640, 480, 8))]
    return [flat(lawn + sill + paving), basin, *shrubs, *_arcade()]


def _arcade() -> list[Piece]:
    """Columns on the sill of the garth, but none across a way."""
    columns: list[Piece] = []
    for one, two in sides(GARTH):
        count = round(math.dist(one, two) / 22)
        for place in range(count):
            x, y = between(one, two, place / count)
            if all(distance((x, y), *way) > 12 for way in GARTH_WAYS) and math.dist((x, y), WELL) > 34:
                size = 5.2 if place == 0 else 3.9
                columns.append(Piece(rect("stonework", x - size, y - size, 2 * size, 2 * size, 1) + disc("sheen", x - 0.6, y - 0.6, size * 0.62), Box(x - size, y - size, x + size, y + size)))
    return columns


OUTDOORS: dict[str, Callable[[], list[Piece]]] = {
    "South garden": _south_garden,
    "North garden": _north_garden,
    "Great tree": _great_tree,
    "Cloister": _cloister,
}
