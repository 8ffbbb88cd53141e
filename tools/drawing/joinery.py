"""Single pieces of furniture, each with the floor that it covers."""

from typing import NamedTuple

from nuns.board.svg import disc, element, number, rect, stroke
from tools.drawing.geometry import Box, scatter


class FurniturePiece(NamedTuple):
    """A drawn piece, and the box that a name should keep off; a carpet has none."""

    markup: str
    box: Box | None


def flat(markup: str) -> FurniturePiece:
    """Returns a piece that lies on the floor and may be written across."""
    return FurniturePiece(markup, None)


def block(cls: str, left: float, top: float, wide: float, high: float, corner: float = 1.2) -> FurniturePiece:
    """Returns a plain box."""
    return FurniturePiece(rect(cls, left, top, wide, high, corner), Box(left, top, left + wide, top + high))


def drum(cls: str, x: float, y: float, radius: float) -> FurniturePiece:
    """Returns a round piece."""
    return FurniturePiece(disc(cls, x, y, radius), Box(x - radius, y - radius, x + radius, y + radius))


def join_pieces(*pieces: FurniturePiece) -> FurniturePiece:
    """Returns several pieces as one."""
    boxes = [piece.box for piece in pieces if piece.box]
    markup = "".join(piece.markup for piece in pieces)
    if not boxes:
        return flat(markup)
    return FurniturePiece(
        markup, Box(min(b.left for b in boxes), min(b.top for b in boxes), max(b.right for b in boxes), max(b.bottom for b in boxes))
    )


def glow(x: float, y: float, radius: float) -> FurniturePiece:
    """Returns candle light or fire light on the floor."""
    return flat(element("circle", cx=float(x), cy=float(y), r=float(radius), fill="url(#lamp)"))


def candle(x: float, y: float) -> FurniturePiece:
    """Returns a candle on its dish."""
    return join_pieces(glow(x, y, 20), drum("brass", x, y, 2.6), flat(disc("flame", x, y, 1.5)))


def bed(left: float, top: float, wide: float, high: float, blanket: str) -> FurniturePiece:
    """Returns a bed with its pillow at the top; the blanket has its own colour."""
    cover = element(
        "rect",
        x=left + 1.5,
        y=top + high * 0.36,
        width=wide - 3,
        height=high * 0.6,
        rx=1.5,
        fill=blanket,
        opacity=".8",
        stroke="#1c160d",
        stroke_width=0.7,
    )
    pillow = rect("linen", left + 2.5, top + 3, wide - 5, high * 0.22, 2)
    fold = rect("linen", left + 1.5, top + high * 0.33, wide - 3, high * 0.08)
    return join_pieces(block("wood", left, top, wide, high, 2), flat(pillow + cover + fold))


def table(left: float, top: float, wide: float, high: float, places: int = 0) -> FurniturePiece:
    """Returns a table, with a plate for each place along both sides."""
    plates = "".join(
        disc("linen", left + wide * (place + 0.5) / places, y, 2.4)
        for place in range(places)
        for y in (top + high * 0.26, top + high * 0.74)
    )
    grain = stroke("grain", f"M{number(left + 3)} {number(top + high / 2)}h{number(wide - 6)}")
    return join_pieces(block("wood-light", left, top, wide, high), flat(grain + plates))


def bench(left: float, top: float, wide: float, high: float) -> FurniturePiece:
    """Returns a plank to sit on."""
    return block("wood", left, top, wide, high, 1)


def shelf(left: float, top: float, wide: float, high: float, seed: int = 0) -> FurniturePiece:
    """Returns a bookcase against a wall, its spines in three colours."""
    books, at, end = "", 1.5, max(wide, high) - 2
    while at < end - 2:
        thick = 2 + 2.2 * scatter(seed, int(at * 10))
        cls = ("book-a", "book-b", "book-c")[int(3 * scatter(seed, int(at * 10), 5))]
        thick = min(thick, end - at)
        books += rect(cls, left + at, top + 1.6, thick, high - 3.2) if wide >= high else rect(cls, left + 1.6, top + at, wide - 3.2, thick)
        at += thick + 0.5
    return join_pieces(block("wood", left, top, wide, high, 0.8), flat(books))


def jars(left: float, top: float, wide: float, count: int) -> FurniturePiece:
    """Returns a board of jars."""
    pots = "".join(
        disc(("book-a", "water", "book-c", "linen")[pot % 4], left + wide * (pot + 0.5) / count, top + 4.5, 2.9) for pot in range(count)
    )
    return join_pieces(block("wood", left, top, wide, 9), flat(pots))


def barrel(x: float, y: float, radius: float) -> FurniturePiece:
    """Returns a barrel on its end."""
    hoops = stroke("ink", "".join(f"M{number(x - radius * 0.8)} {number(y + high)}h{number(radius * 1.6)}" for high in (-2, 2)))
    return join_pieces(drum("wood", x, y, radius), flat(disc("wood-light", x, y, radius * 0.72) + hoops))


def chest(left: float, top: float, wide: float, high: float) -> FurniturePiece:
    """Returns a chest with iron bands and a brass lock."""
    bands = rect("iron", left + wide * 0.2, top, 1.8, high) + rect("iron", left + wide * 0.8 - 1.8, top, 1.8, high)
    return join_pieces(block("wood", left, top, wide, high, 1.6), flat(bands + disc("brass", left + wide / 2, top + high * 0.72, 1.7)))


def crate(left: float, top: float, side: float) -> FurniturePiece:
    """Returns a crate, braced crosswise."""
    brace = (
        f"M{number(left)} {number(top)}l{number(side)} {number(side)}M{number(left + side)} {number(top)}l{number(-side)} {number(side)}"
    )
    return join_pieces(block("wood-light", left, top, side, side, 0.8), flat(stroke("grain", brace)))


def sack(x: float, y: float, size: float) -> FurniturePiece:
    """Returns a sack tied at the neck."""
    tie = stroke("ink", f"M{number(x - 2)} {number(y - size * 0.4)}h4")
    return join_pieces(drum("linen", x, y, size), flat(disc("soil", x, y - size * 0.35, size * 0.3) + tie))


def stair(left: float, top: float, wide: float, high: float, steps: int, *, upright: bool) -> FurniturePiece:
    """Returns treads on the floor, which nothing need keep off."""
    gap = (high if upright else wide) / steps
    treads = "".join(
        f"M{number(left)} {number(top + gap * step)}h{number(wide)}"
        if upright
        else f"M{number(left + gap * step)} {number(top)}v{number(high)}"
        for step in range(steps + 1)
    )
    return flat(stroke("tread", treads))


def tub(left: float, top: float, wide: float, high: float) -> FurniturePiece:
    """Returns a trough of water."""
    ripples = stroke("ripple", f"M{number(left + 5)} {number(top + high / 2)}q4-3 8 0t8 0")
    return join_pieces(
        block("stonework", left, top, wide, high, 3), flat(rect("water", left + 2.5, top + 2.5, wide - 5, high - 5, 2) + ripples)
    )
