"""What stands in the rooms, by the name of the room; a room that a convent lacks is left out."""

from collections.abc import Callable

from nuns.board.convent import Convent
from nuns.board.drawing.geometry import Box, bounds
from nuns.board.drawing.joinery import Piece, barrel, bed, bench, block, candle, chest, crate, drum, flat, glow, jars, sack, shelf, stair, table, together, tub
from nuns.board.drawing.outdoors import OUTDOORS
from nuns.board.drawing.outline import shapes_of
from nuns.board.drawing.palette import NOVICES
from nuns.board.drawing.sacred import SACRED
from nuns.board.drawing.svg import disc, element, rect, stroke


def furnished(convent: Convent) -> dict[str, list[Piece]]:
    """The pieces in each room of the plan, and a bed in every cell."""
    rooms = {room.name for room in convent.rooms}
    pieces = {name: list(furnish()) for name, furnish in FURNITURE.items() if name in rooms}
    return pieces | _beds(convent)


def _beds(convent: Convent) -> dict[str, list[Piece]]:
    """A novice's bed stands on the narrower side of her dot, under a blanket of her colour."""
    shapes, beds = shapes_of(convent), {}
    for cell, dot in sorted(convent.cells.items()):
        home = next(room for room in convent.rooms if dot in room.dots)
        beds[home.name] = [_cell_bed(bounds(shapes[home.name]), convent.dots[dot], cell)]
    return beds


def _cell_bed(box: Box, dot: tuple[int, int], cell: int) -> Piece:
    west, east = dot[0] - 13 - box.left, box.right - dot[0] - 13
    wide = min(18.0, min(west, east) - 8)
    left = box.left + 6 if west <= east else box.right - 6 - wide
    high = min(48.0, box.bottom - box.top - 18)
    return bed(left, box.bottom - 7 - high, wide, high, NOVICES[(cell - 1) % len(NOVICES)])


def _hearth() -> Piece:
    """The kitchen fire, under its hood."""
    fire = disc("ember", 644, 36, 12) + stroke("flame", "M638 41q-3-7 2-11q0 4 3 5q-1-6 3-9q0 5 4 7q3 4 0 8z")
    pot = disc("iron", 661, 38, 5) + disc("water", 661, 38, 3)
    return together(glow(644, 40, 52), block("stonework", 621, 24, 47, 26, 2), flat(rect("iron", 626, 28, 37, 18, 2) + fire + pot))


def _refectory() -> list[Piece]:
    pieces = []
    for top in (80, 118):
        pieces += [bench(744, top - 7, 148, 4), table(744, top, 148, 15, 11), bench(744, top + 18, 148, 4)]
    lectern = together(block("wood", 930, 100, 14, 18), flat(rect("linen", 932, 104, 10, 8)))
    return [*pieces, lectern, candle(760, 44), candle(868, 44)]


def _kitchen() -> list[Piece]:
    return [_hearth(), table(662, 60, 12, 36), flat(disc("linen", 668, 68, 3) + disc("book-a", 668, 78, 2.4) + disc("leaf", 668, 88, 2.8)), sack(619, 176, 5.5), barrel(670, 176, 6)]


def _larder() -> list[Piece]:
    return [barrel(596, 33, 7.5), barrel(597, 50, 7.5), barrel(553, 31, 6.5), sack(552, 101, 6), sack(554, 114, 5.5), crate(549, 125, 14)]


def _library() -> list[Piece]:
    return [shelf(613, 253, 82, 9, 1), shelf(752, 254, 9, 64, 2), shelf(613, 267, 9, 52, 3), shelf(668, 312, 80, 9, 4)]


def _scriptorium() -> list[Piece]:
    desks = []
    for left in (672, 696, 720):
        page = rect("linen", left + 4, 333, 8, 9) + stroke("ink", f"M{left + 5.5} 336h5M{left + 5.5} 338h5M{left + 5.5} 340h3")
        desks.append(together(block("wood-light", left, 331, 17, 13), flat(page)))
    return [*desks, candle(752, 340), shelf(613, 333, 9, 58, 8)]


def _study() -> list[Piece]:
    desk = together(block("wood", 778, 801, 40, 15), flat(rect("linen", 784, 804, 9, 8) + rect("book-b", 799, 804, 6, 8)))
    return [flat(rect("carpet", 782, 826, 92, 28, 2)), desk, candle(811, 808), shelf(763, 868, 82, 10, 11), chest(861, 866, 18, 12)]


def _abbess() -> list[Piece]:
    return [bed(671, 802, 22, 50, "#7a2f4a"), block("wood", 672, 866, 18, 12), candle(681, 872), chest(730, 802, 21, 14)]


def _chapter() -> list[Piece]:
    desk = together(block("wood", 487, 857, 38, 14), flat(rect("linen", 493, 860, 10, 8) + rect("book-a", 508, 860, 7, 8)))
    return [desk, candle(520, 864), shelf(486, 803, 9, 44, 15), chest(549, 864, 22, 13)]


def _latrine() -> list[Piece]:
    seats = "".join(disc("iron", x, 870, 4.2) for x in (414, 432, 450, 467))
    return [together(block("wood-light", 405, 862, 70, 17), flat(seats))]


def _washroom() -> list[Piece]:
    return [tub(196, 1018, 60, 18), tub(268, 1018, 60, 18), block("linen", 341, 1022, 12, 10), drum("wood", 372, 1026, 7), drum("water", 372, 1026, 5), tub(146, 1022, 34, 14)]


def _linen() -> list[Piece]:
    piles = [block("linen" if place % 3 else "fur", 63, 812 + place * 17, 12, 12, 2.5) for place in range(6)]
    return [together(block("wood", 60, 804, 18, 112), *(flat(pile.markup) for pile in piles)), chest(63, 942, 16, 26)]


def _tool_shed() -> list[Piece]:
    handles = stroke("bar", "M50 783L66 766M108 784V762M118 784V764")
    heads = stroke("iron", "M63 764l6 6l5-5l-6-6zM104 762h8v-5h-8zM114 764h8l-4-8z")
    return [Piece(handles + heads, Box(48, 760, 74, 785)), sack(52, 737, 6), crate(114, 731, 14)]


def _gatehouse() -> list[Piece]:
    """Great doors in the east wall, with a bar across them."""
    leaves = rect("wood", 951, 608, 8, 22, 1) + rect("wood", 951, 630, 8, 22, 1) + stroke("ink", "M951 615h8M951 622h8M951 638h8M951 645h8")
    return [flat(element("rect", cls="dim", x=944, y=604, width=8, height=52, opacity=".3")), flat(leaves), bench(838, 612, 6, 36), candle(885, 565), candle(885, 783)]


FURNITURE: dict[str, Callable[[], list[Piece]]] = {
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
    "Pharmacy": lambda: [jars(833, 253, 47, 7), jars(833, 309, 30, 4)],
    "Herb closet": lambda: [flat("".join(stroke("leaf", f"M{x} 328q-5 5 0 12q5-7 0-12z") for x in (837, 846, 855, 864, 873)))],
    "Porter's closet": lambda: [block("wood", 833, 478, 47, 5), flat("".join(disc("gold", x, 485, 2) for x in (840, 850, 860, 870)))],
    "Cloister store": lambda: [crate(405, 772, 17), crate(424, 777, 12), sack(450, 784, 6)],
    "Night stair": lambda: [stair(583, 800, 16, 80, 11, upright=True)],
    "Dormitory stair": lambda: [stair(890, 800, 9, 80, 11, upright=True), stair(931, 800, 19, 80, 11, upright=True)],
    "Gate lodge": lambda: [bench(46, 352, 6, 36), candle(102, 345)],
    "Dormitory corridor west": lambda: [candle(478, 893), candle(576, 893)],
    "Dormitory corridor east": lambda: [candle(762, 893), candle(850, 893)],
    "East walk": lambda: [candle(947, 320), candle(947, 472)],
    "Refectory walk": lambda: [candle(760, 241), candle(885, 241)],
    "Sacristy walk": lambda: [candle(600, 262), bench(600, 282, 5, 40)],
    "West walk": lambda: [bench(305, 669, 40, 5), candle(300, 718)],
    **SACRED,
    **OUTDOORS,
}
