"""The plan of the printed convent: the shape of every room, drawn so that neighbours share the middle of their wall."""

import math
from functools import cache

from nuns.board.svg import Loop, Point, Shape
from tools.drawing.geometry import beside, curve, rectangle, ring

RAMPART = 27.0  # half the width of the wall-walk
WELL = (750.0, 585.0)
TREE = (175.0, 585.0)
GARTH = rectangle(508, 463, 772, 722)  # the lawn inside the cloister, where the arcade stands
YARD_CORNERS: tuple[Point, ...] = ((460, 84), (460, 180), (290, 250), (210, 300), (140, 300), (140, 412), (102, 412))

# The middle of each wall: a wall stands half way between the two dots that it separates.
RECTANGLES: dict[str, tuple[float, float, float, float]] = {
    "Cell 6": (400, 962, 477, 1042),
    "Cell 5": (477, 962, 570, 1042),
    "Cell 4": (570, 962, 665, 1042),
    "Cell 3": (665, 962, 757, 1042),
    "Cell 2": (757, 962, 845, 1042),
    "Cell 1": (845, 962, 955, 1042),
    "Dormitory corridor west": (400, 885, 665, 962),
    "Dormitory corridor east": (665, 885, 955, 962),
    "Chapter office": (480, 795, 577, 885),
    "Night stair": (577, 795, 665, 885),
    "Abbess's cell": (665, 795, 757, 885),
    "Abbess's study": (757, 795, 885, 885),
    "Dormitory stair": (885, 795, 955, 885),
    "Washroom": (135, 960, 400, 1042),
    "Linen store": (55, 795, 135, 1042),
    "South garden": (135, 725, 400, 960),
    "Tool shed": (40, 725, 135, 795),
    "West walk": (290, 660, 460, 725),
    "Cloister store": (400, 725, 460, 812),
    "Gatehouse hall": (828, 553, 955, 795),
    "East walk": (885, 248, 955, 553),
    "Porter's closet": (828, 473, 885, 553),
    "East link": (828, 401, 885, 473),
    "Herb closet": (828, 323, 885, 401),
    "Pharmacy": (828, 248, 885, 323),
    "Library walk": (765, 248, 828, 401),
    "Library": (608, 248, 765, 325),
    "Scriptorium": (608, 325, 765, 401),
    "Refectory walk": (608, 190, 955, 248),
    "Refectory": (680, 20, 955, 190),
    "Kitchen": (608, 20, 680, 190),
    "Larder": (542, 20, 608, 147),
    "Sacristy walk": (542, 147, 608, 401),
    "East transept": (470, 240, 542, 338),
    "East confessional": (470, 338, 542, 401),
    "West transept": (200, 240, 280, 338),
    "West confessional": (200, 338, 280, 410),
    "Vestry": (135, 262, 200, 410),
    "Gate lodge": (40, 335, 112, 410),
}


@cache
def planned_shapes() -> dict[str, Shape]:
    """Returns the shape of each room of the printed convent, by name."""
    shapes: dict[str, Shape] = {name: (rectangle(*corners),) for name, corners in RECTANGLES.items()}
    outer_west, outer_north = _ramparts()
    return shapes | {
        "Outer wall west": (outer_west,),
        "Outer wall north": (outer_north,),
        "Chapel": (((280, 190), (470, 190), (470, 401), (460, 401), (460, 660), (290, 660), (290, 410), (280, 410)),),
        "Apse": ((*apse_arc(), (470, 190), (280, 190)),),
        "Latrine": (((400, 812), (460, 812), (460, 795), (480, 795), (480, 885), (400, 885)),),
        "Sacristy": (_sacristy(),),
        "Cloister": (rectangle(460, 401, 828, 795), ring(*WELL, 29)),
        "Well tower": (ring(*WELL, 29),),
        "North garden": (rectangle(40, 410, 290, 725), ring(*TREE, 33)),
        "Great tree": (ring(*TREE, 33),),
    }


def apse_arc() -> list[Point]:
    """Returns the round end of the chapel, from west to east over the north."""
    return [(round(x, 1), round(y, 1)) for x, y in (_on_apse(180 - 5 * step) for step in range(37))]


def _on_apse(degrees: float) -> Point:
    turn = math.radians(degrees)
    return 375 + 95 * math.cos(turn), 165 - 82 * math.sin(turn)


def rampart_line() -> list[Point]:
    """Returns the middle of the wall-walk, from the gate lodge round to the larder."""
    dots: list[Point] = [(75, 335), (75, 300), (120, 210), (180, 130), (255, 70), (302, 48), (350, 35), (435, 40), (510, 55), (542, 63)]
    return curve(dots, 6)


def rampart_sides() -> tuple[list[Point], list[Point]]:
    """Returns the inner and the outer edge of the wall-walk, from the lodge's wall to the larder's."""
    inner = [(75 + RAMPART, 335.0), *beside(rampart_line(), RAMPART)[2:-2], (542.0, 63 + RAMPART)]
    outer = [(75 - RAMPART, 335.0), *beside(rampart_line(), -RAMPART)[2:-2], (542.0, 63 - RAMPART)]
    return [(round(x, 1), round(y, 1)) for x, y in inner], [(round(x, 1), round(y, 1)) for x, y in outer]


def _ramparts() -> tuple[Loop, Loop]:
    inner, outer = rampart_sides()
    turn = 29  # the step of the line at (302, 48), half way between dots 151 and 152
    return (*outer[: turn + 1], *reversed(inner[: turn + 1])), (*outer[turn:], *reversed(inner[turn:]))


def _sacristy() -> Loop:
    """Returns the sacristy, which fits between the apse, the rampart and the walk and borrows two of its sides."""
    arc = [(x, y) for x, y in apse_arc() if x > 445 and y <= 165]
    left = arc[0][0]
    above = [point for point in rampart_sides()[0] if point[0] > left]
    return ((left, above[0][1]), *above, (542, 240), (470, 240), *reversed(arc))
