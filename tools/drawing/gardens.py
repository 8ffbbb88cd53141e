"""Everything under the open sky: the gardens, the great tree and the cloister garth."""

import math
from collections.abc import Callable

from nuns.board.svg import Point, disc, element, number, outline, place_at, rect, stroke
from tools.drawing.geometry import Box, between, distance, ring, scatter, sides
from tools.drawing.joinery import FurniturePiece, drum, flat, join_pieces
from tools.drawing.plan import GARTH, TREE, WELL

# No column stands across the edges that lead from the arcade to the lawn.
GARTH_WAYS: tuple[tuple[Point, Point], ...] = (
    ((620, 750), (555, 695)),
    ((480, 695), (555, 695)),
    ((800, 665), (735, 690)),
    ((730, 435), (730, 500)),
    ((570, 435), (550, 495)),
    ((750, 585), (800, 585)),
)


TREES = 6


def foliage(radius: float, seed: int, bumps: int = 9, cls: str = "leaf") -> str:
    """Draws a crown from above: a scalloped edge, with the lighter leaves on the side of the moon."""
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
        disc(
            "leaf-light",
            radius * 0.5 * (scatter(seed, clump, 3) - 0.75),
            radius * 0.5 * (scatter(seed, clump, 4) - 0.75),
            radius * (0.18 + 0.16 * scatter(seed, clump, 6)),
        )
        for clump in range(4)
    )
    return stroke(cls, edge + "Z") + light


def symbols() -> str:
    """Draws a few trees once; every other tree is one of them, larger or smaller."""
    shadow = disc("under", 4.6, 6, 20.4)
    return "\n".join(element("g", shadow, foliage(20, 31 + kind * 7), id=f"tree-{kind}") for kind in range(TREES))


def plant_tree(x: float, y: float, radius: float) -> str:
    """Draws one of the trees at its place."""
    kind = int(TREES * scatter(int(x), int(y)))
    return element("use", href=f"#tree-{kind}", transform=f"translate({number(x)} {number(y)}) scale({radius / 20:.2f})")


def tree(x: float, y: float, radius: float) -> FurniturePiece:
    """Returns a tree or a shrub that a name keeps off."""
    return FurniturePiece(plant_tree(x, y, radius), Box(x - radius, y - radius, x + radius, y + radius))


def bed_of(left: float, top: float, wide: float, high: float, rows: int, seed: int) -> FurniturePiece:
    """Returns a garden bed with rows of sprouts and, here and there, a bloom."""
    lines = "".join(f"M{number(left + 6)} {number(top + high * (row + 0.5) / rows)}h{number(wide - 11)}" for row in range(rows))
    blooms = "".join(
        disc(
            "bloom",
            left + 6 + (wide - 12) * scatter(seed, flower, 1),
            top + high * (int(rows * scatter(seed, flower, 2)) + 0.5) / rows,
            1.9,
        )
        for flower in range(7)
    )
    return FurniturePiece(
        rect("soil", left, top, wide, high, 3) + stroke("sprout", lines) + blooms, Box(left, top, left + wide, top + high)
    )


def _south_garden() -> list[FurniturePiece]:
    beds = [bed_of(left, top, 66, 52, 4, left + top) for left in (192, 286) for top in (766, 856)]
    dial = join_pieces(drum("stonework", 272, 793, 8), flat(stroke("ink", "M272 793l5-4") + disc("brass", 272, 793, 2)))
    shrubs = [
        tree(x, y, radius)
        for x, y, radius in (
            (148, 742, 9),
            (387, 795, 8),
            (152, 885, 8),
            (272, 876, 9),
            (214, 743, 8),
            (320, 743, 8),
            (208, 944, 8),
            (346, 945, 7),
        )
    ]
    return [*beds, dial, *shrubs]


def _north_garden() -> list[FurniturePiece]:
    trees = [
        tree(x, y, radius)
        for x, y, radius in (
            (118, 482, 19),
            (226, 486, 22),
            (114, 548, 15),
            (226, 655, 17),
            (112, 655, 19),
            (232, 612, 12),
            (52, 560, 8),
            (54, 655, 8),
            (56, 480, 7),
        )
    ]
    roses = [tree(x, y, 6) for x, y in ((108, 420), (216, 420), (240, 422), (130, 421))]
    pond = FurniturePiece(
        element("ellipse", cls="stonework", cx=172, cy=495, rx=25, ry=15)
        + element("ellipse", cls="water", cx=172, cy=495, rx=21, ry=11.5)
        + stroke("ripple", "M160 493q4-3 8 0t8 0M170 500q3-2 6 0"),
        Box(147, 480, 197, 510),
    )
    return [*trees, *roses, pond]


def _great_tree() -> list[FurniturePiece]:
    """Draws the crown to hide in: several crowns grown together over dot 82."""
    x, y = TREE
    clumps = ((4, 25, 0.1), (5, 27, 1.1), (8, 24, 2.2), (9, 27, 3.2), (12, 26, 4.2), (14, 24, 5.2))
    around = "".join(place_at(foliage(radius, seed, 8), x + 27 * math.cos(turn), y + 27 * math.sin(turn)) for seed, radius, turn in clumps)
    crown = element("g", disc("under", x + 10, y + 13, 50), around, place_at(foliage(31, 21, 10, "leaf-high"), x - 2, y - 3), cls="crown")
    return [FurniturePiece(crown, Box(x - 15, y - 15, x + 15, y + 15))]


def _cloister() -> list[FurniturePiece]:
    """Draws the garth: a lawn between hedges, an arcade around it, and a basin where the paths meet."""
    lawn = element("path", cls="lawn", d=outline((GARTH, ring(*WELL, 29))), fill_rule="evenodd") + element(
        "path", d=outline((GARTH, ring(*WELL, 29))), fill="url(#floor-garden)", fill_rule="evenodd", opacity=".55"
    )
    sill = stroke("sill", outline((GARTH,)))
    paving = rect("paving", 586, 536, 108, 108)
    basin = join_pieces(
        drum("stonework", 640, 590, 16),
        flat(disc("water", 640, 590, 12.5) + stroke("ripple", "M632 588q4-3 8 0t8 0M634 595q3-2 6 0") + disc("stonework", 640, 590, 3.4)),
    )
    shrubs = [
        tree(x, y, radius)
        for x, y, radius in (
            (526, 546, 11),
            (530, 630, 13),
            (598, 690, 12),
            (690, 700, 11),
            (754, 640, 10),
            (590, 482, 11),
            (684, 484, 12),
            (756, 530, 10),
            (530, 590, 8),
            (642, 700, 9),
            (640, 480, 8),
        )
    ]
    return [flat(lawn + sill + paving), basin, *shrubs, *_arcade()]


def _arcade() -> list[FurniturePiece]:
    """Draws columns on the sill of the garth, but none across an edge."""
    columns: list[FurniturePiece] = []
    for one, two in sides(GARTH):
        count = round(math.dist(one, two) / 22)
        for place in range(count):
            x, y = between(one, two, place / count)
            if all(distance((x, y), *way) > 12 for way in GARTH_WAYS) and math.dist((x, y), WELL) > 40:
                size = 5.2 if place == 0 else 3.9
                columns.append(
                    FurniturePiece(
                        rect("stonework", x - size, y - size, 2 * size, 2 * size, 1) + disc("sheen", x - 0.6, y - 0.6, size * 0.62),
                        Box(x - size, y - size, x + size, y + size),
                    )
                )
    return columns


OUTDOORS: dict[str, Callable[[], list[FurniturePiece]]] = {
    "South garden": _south_garden,
    "North garden": _north_garden,
    "Great tree": _great_tree,
    "Cloister": _cloister,
}
