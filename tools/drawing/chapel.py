"""The furniture of the chapel and the rooms that belong to it."""

from collections.abc import Callable

from nuns.board.svg import disc, number, rect, stroke
from tools.drawing.geometry import Box
from tools.drawing.joinery import FurniturePiece, bench, block, candle, chest, drum, flat, glow, join_pieces

PEWS = (399, 409, 419, 429, 439, 573, 583, 593, 603, 613)


def _cross(x: float, y: float, size: float) -> str:
    """Draws a gilt cross."""
    return stroke(
        "gold",
        f"M{number(x)} {number(y - size / 2)}v{number(size)}M{number(x - size * 0.32)} {number(y - size * 0.2)}h{number(size * 0.64)}",
    )


def _chapel() -> list[FurniturePiece]:
    """Draws a carpet up the middle aisle, pews on both sides of it, and stalls in the choir."""
    carpet = rect("carpet", 367, 196, 16, 458, 1)
    pews = [bench(left, top, wide, 4.6) for top in PEWS for left, wide in ((324, 36), (390, 42))]
    stalls = [bench(286, top, 6, 26) for top in (200, 262)] + [bench(458, top, 6, 26) for top in (200, 262)]
    slab = rect("dim", 324, 486, 36, 48, 1, opacity=".28")
    font = join_pieces(drum("stonework", 346, 644, 7.5), flat(disc("water", 346, 644, 4.6)))
    return [
        flat(carpet),
        flat(slab + _cross(342, 510, 30)),
        *pews,
        *stalls,
        font,
        candle(404, 208),
        candle(346, 208),
        candle(346, 345),
        candle(406, 345),
    ]


def _apse() -> list[FurniturePiece]:
    """Draws the altar on its steps, under the window."""
    steps = stroke("tread", "M331 188V172Q331 150 375 148Q419 150 419 172V188M339 188V175Q339 157 375 155Q411 157 411 175V188")
    altar = join_pieces(
        block("stonework", 346, 158, 58, 17),
        flat(rect("linen", 350, 158, 50, 14) + rect("carpet", 370, 158, 10, 17) + _cross(375, 165, 11)),
    )
    return [flat(steps), glow(375, 166, 62), altar, candle(353, 165), candle(397, 165)]


def _confessional(left: float, top: float, bottom: float) -> list[FurniturePiece]:
    """Draws a stall against the wall, with its seat and its lattice."""
    lattice = "".join(f"M{number(left + 2)} {number(top + 3 + 4 * rung)}h6" for rung in range(int((bottom - top - 4) / 4)))
    return [
        block("wood", left, top, 10, bottom - top),
        flat(rect("fur", left + 2, top + 2, 6, bottom - top - 4) + stroke("gold", lattice, opacity=".6")),
    ]


def _transept(x: float) -> list[FurniturePiece]:
    """Draws a side altar with a statue in its niche."""
    altar = join_pieces(block("stonework", x - 18, 246, 36, 12), flat(rect("linen", x - 14, 246, 28, 9)))
    statue = join_pieces(drum("stonework", x, 251, 4.5), flat(disc("sheen", x, 250, 2.6)))
    return [glow(x, 252, 34), altar, statue, candle(x - 13, 253), candle(x + 13, 253)]


def _vestry() -> list[FurniturePiece]:
    robes = "".join(
        rect(cls, 143, top, 9, 12, 3)
        for cls, top in (("book-a", 276), ("linen", 290), ("book-b", 304), ("fur", 318), ("book-c", 332), ("linen", 346))
    )
    return [join_pieces(block("wood", 140, 270, 14, 94), flat(robes)), chest(176, 268, 18, 13)]


def _sacristy() -> list[FurniturePiece]:
    return [
        chest(517, 226, 20, 10),
        join_pieces(
            block("wood", 475, 222, 32, 13), flat(disc("brass", 483, 228, 3) + disc("brass", 492, 228, 2.4) + disc("linen", 500, 228, 3))
        ),
        candle(530, 104),
    ]


SACRED: dict[str, Callable[[], list[FurniturePiece]]] = {
    "Chapel": _chapel,
    "Apse": _apse,
    "West confessional": lambda: _confessional(254, 390, 404),
    "East confessional": lambda: _confessional(480, 385, 396),
    "West transept": lambda: _transept(240),
    "East transept": lambda: _transept(506),
    "Vestry": _vestry,
    "Sacristy": _sacristy,
    "Well tower": lambda: [
        FurniturePiece(
            disc("stonework", 750, 585, 22.5) + disc("water", 750, 585, 18.5) + stroke("ripple", "M735 578q3-3 6 0M760 595q3-3 6 0"),
            Box(727, 562, 773, 608),
        )
    ],
}
