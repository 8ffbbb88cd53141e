"""The furniture of the rooms, by the name of the room; a room that a convent lacks is left out."""

from collections.abc import Callable

from nuns.board.convent import Convent
from nuns.board.svg import disc, element, rect, stroke
from tools.drawing.chapel import SACRED
from tools.drawing.gardens import OUTDOORS
from tools.drawing.geometry import Box, bounds
from tools.drawing.joinery import (
    FurniturePiece,
    barrel,
    bed,
    bench,
    block,
    candle,
    chest,
    crate,
    drum,
    flat,
    glow,
    jars,
    join_pieces,
    sack,
    shelf,
    stair,
    table,
    tub,
)
from tools.drawing.outline import shapes_of
from tools.drawing.palette import NOVICES


def furnish_rooms(convent: Convent) -> dict[str, list[FurniturePiece]]:
    """Returns the pieces in each room of the plan, with a bed in every cell."""
    rooms = {room.name for room in convent.rooms}
    pieces = {name: list(furnish()) for name, furnish in FURNITURE.items() if name in rooms}
    for name, beds in _beds(convent).items():
        pieces[name] = beds + pieces.get(name, [])
    return pieces


def _beds(convent: Convent) -> dict[str, list[FurniturePiece]]:
    """Returns the novices' beds, along the west wall of each cell, under a blanket of her colour."""
    shapes, beds = shapes_of(convent), {}
    for cell, dot in sorted(convent.cells.items()):
        home = next(room for room in convent.rooms if dot in room.dots)
        beds[home.name] = [_cell_bed(bounds(shapes[home.name]), convent.dots[dot], cell)]
    return beds


def _cell_bed(box: Box, dot: tuple[int, int], cell: int) -> FurniturePiece:
    wide = min(18.0, dot[0] - 13 - box.left - 8)
    return bed(box.left + 6, box.bottom - 56, wide, 49, NOVICES[(cell - 1) % len(NOVICES)])


def _hearth() -> FurniturePiece:
    """Draws the kitchen fire under its hood."""
    fire = disc("ember", 644, 36, 12) + stroke("flame", "M638 41q-3-7 2-11q0 4 3 5q-1-6 3-9q0 5 4 7q3 4 0 8z")
    pot = disc("iron", 661, 38, 5) + disc("water", 661, 38, 3)
    return join_pieces(glow(644, 40, 52), block("stonework", 621, 24, 47, 26, 2), flat(rect("iron", 626, 28, 37, 18, 2) + fire + pot))


def _refectory() -> list[FurniturePiece]:
    pieces = []
    for top in (79, 126):
        pieces += [bench(744, top - 7, 148, 4), table(744, top, 148, 15, 11), bench(744, top + 18, 148, 4)]
    lectern = join_pieces(block("wood", 930, 100, 14, 18), flat(rect("linen", 932, 104, 10, 8)))
    return [*pieces, lectern, candle(760, 44), candle(868, 44)]


def _kitchen() -> list[FurniturePiece]:
    return [
        _hearth(),
        table(662, 60, 12, 36),
        flat(disc("linen", 668, 68, 3) + disc("book-a", 668, 78, 2.4) + disc("leaf", 668, 88, 2.8)),
        sack(619, 176, 5.5),
        barrel(670, 176, 6),
    ]


def _larder() -> list[FurniturePiece]:
    return [barrel(596, 33, 7.5), barrel(597, 50, 7.5), barrel(553, 31, 6.5), sack(552, 101, 6), sack(554, 114, 5.5), crate(549, 125, 14)]


def _library() -> list[FurniturePiece]:
    return [shelf(613, 253, 82, 9, 1), shelf(752, 254, 9, 64, 2), shelf(613, 267, 9, 52, 3), shelf(668, 312, 80, 9, 4)]


def _scriptorium() -> list[FurniturePiece]:
    desks = []
    for left in (672, 696, 720):
        page = rect("linen", left + 4, 333, 8, 9) + stroke("ink", f"M{left + 5.5} 336h5M{left + 5.5} 338h5M{left + 5.5} 340h3")
        desks.append(join_pieces(block("wood-light", left, 331, 17, 13), flat(page)))
    return [*desks, candle(752, 340), shelf(613, 333, 9, 58, 8)]


def _study() -> list[FurniturePiece]:
    desk = join_pieces(block("wood", 778, 801, 40, 15), flat(rect("linen", 784, 804, 9, 8) + rect("book-b", 799, 804, 6, 8)))
    return [flat(rect("carpet", 782, 826, 92, 28, 2)), desk, candle(811, 808), shelf(763, 868, 82, 10, 11), chest(861, 866, 18, 12)]


def _abbess() -> list[FurniturePiece]:
    return [bed(729, 800, 22, 31, "#7a2f4a"), block("wood", 672, 868, 18, 11), candle(681, 873)]


def _chapter() -> list[FurniturePiece]:
    desk = join_pieces(block("wood", 487, 857, 38, 14), flat(rect("linen", 493, 860, 10, 8) + rect("book-a", 508, 860, 7, 8)))
    return [desk, candle(520, 864), shelf(486, 803, 9, 44, 15)]


def _latrine() -> list[FurniturePiece]:
    seats = "".join(disc("iron", x, 870, 4.2) for x in (414, 432, 450, 467))
    return [join_pieces(block("wood-light", 405, 862, 70, 17), flat(seats))]


def _washroom() -> list[FurniturePiece]:
    return [
        tub(196, 1018, 60, 18),
        tub(268, 1018, 60, 18),
        block("linen", 341, 1022, 12, 10),
        drum("wood", 372, 1026, 7),
        drum("water", 372, 1026, 5),
        tub(146, 1022, 34, 14),
    ]


def _linen() -> list[FurniturePiece]:
    piles = [block("linen" if place % 3 else "fur", 63, 812 + place * 17, 12, 12, 2.5) for place in range(6)]
    return [join_pieces(block("wood", 60, 804, 18, 112), *(flat(pile.markup) for pile in piles)), chest(63, 942, 16, 26)]


def _tool_shed() -> list[FurniturePiece]:
    handles = stroke("handle", "M48 787L62 772M56 788V770")
    heads = stroke("iron", "M60 770l5 5l5-5l-5-5zM51 770h10v-4h-10z")
    return [FurniturePiece(handles + heads, Box(46, 764, 72, 790)), sack(52, 737, 6), crate(114, 731, 14)]


def _gatehouse() -> list[FurniturePiece]:
    """Draws a bench for those who wait, and a mat before the great doors."""
    mat = element("rect", cls="dim", x=934, y=608, width=16, height=44, opacity=".35")
    return [flat(mat), bench(838, 612, 6, 36), candle(885, 565), candle(885, 783)]


FURNITURE: dict[str, Callable[[], list[FurniturePiece]]] = {
    **OUTDOORS,
    "Refectory": _refectory,
    "Kitchen": _kitchen,
    "Larder": _larder,
    "Library": _library,
    "Scriptorium": _scriptorium,
    "Abbess's study": _study,
    "Abbess's cell": _abbess,
    "Chapter office": _chapter,
    "Latrine": _latrine,
    "Washroom": _washroom,
    "Linen store": _linen,
    "Tool shed": _tool_shed,
    "Gatehouse hall": _gatehouse,
    "Cell 1": lambda: [chest(930, 1018, 18, 15), block("wood-light", 914, 991, 33, 20), candle(938, 1001)],
    "Pharmacy": lambda: [jars(833, 253, 47, 7), jars(833, 309, 30, 4)],
    "Herb closet": lambda: [flat("".join(stroke("leaf", f"M{x} 386q-5 4 0 10q5-6 0-10z") for x in (837, 846, 855, 864, 873)))],
    "Porter's closet": lambda: [block("wood", 833, 478, 47, 5), flat("".join(disc("gold", x, 485, 2) for x in (840, 850, 860, 870)))],
    "Cloister store": lambda: [crate(405, 790, 16), sack(450, 801, 6), sack(438, 802, 5)],
    "Night stair": lambda: [stair(582, 800, 78, 80, 10, upright=True)],
    "Dormitory stair": lambda: [stair(890, 800, 60, 80, 10, upright=True)],
    "Gate lodge": lambda: [bench(46, 352, 6, 36), candle(102, 345)],
    "Dormitory corridor west": lambda: [candle(478, 893), candle(576, 893)],
    "Dormitory corridor east": lambda: [candle(762, 893), candle(850, 893)],
    "East walk": lambda: [candle(947, 320), candle(947, 472)],
    "Refectory walk": lambda: [candle(760, 241), candle(885, 241)],
    "Sacristy walk": lambda: [candle(600, 262), bench(600, 282, 5, 40)],
    "West walk": lambda: [candle(300, 717)],
    **SACRED,
}
