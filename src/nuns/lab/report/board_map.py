"""Maps of the board on which the size and colour of each dot say how often something happened there."""

from collections.abc import Mapping
from functools import cache
from math import sqrt

from nuns.board.convent import the_convent
from nuns.board.drawing import Survey, ground_box, room_shapes, survey
from nuns.board.drawing.plates import write_plate
from nuns.board.drawing.svg import element, number, polyline, stroke, words
from nuns.lab.report.words import room_of

SMALLEST, LARGEST = 3.0, 23.0  # radii, in units of the plan
NAMED = 8  # so many dots, those with the most, have their numbers written on them
PLAN = "convent-plan"  # the id of the plan, which is drawn once on a page


@cache
def surveyed() -> Survey:
    """Returns the measured convent, which takes a moment."""
    return survey(the_convent())


def plan_symbol() -> str:
    """Returns the plan of the convent to be drawn under every map: rooms, ways and names, without decoration."""
    convent = the_convent()
    left, top, wide, high = ground_box(surveyed())
    shapes = room_shapes(convent)
    rooms = [stroke(f"room {room.floor}", polyline(shapes[room.name]) + "Z") for room in convent.rooms]
    ways = [stroke("way", polyline([convent.dots[edge.one], convent.dots[edge.two]])) for edge in convent.edges]
    names = [write_plate(plate) for plate in surveyed().plates]
    box = f"{left:g} {top:g} {wide:g} {high:g}"
    symbol = element("symbol", *rooms, *ways, *names, id=PLAN, viewBox=box)
    return element("svg", symbol, cls="hidden", aria_hidden="true", width=0, height=0)


def board_map(title: str, counts: Mapping[int, int], games: int) -> str:
    """Returns a map of how often something happened on each dot, in a hundred games."""
    convent = the_convent()
    left, top, wide, high = ground_box(surveyed())
    most = max(counts.values(), default=0) or 1
    named = set(busiest(counts, NAMED))
    discs = []
    for dot in sorted(counts, key=lambda each: -counts[each]):  # small discs lie on large ones
        (x, y), share = convent.dots[dot], counts[dot] / most
        text = f"dot {dot}, {room_of(dot)}: {100 * counts[dot] / games:.1f} in 100 games"
        radius = SMALLEST + (LARGEST - SMALLEST) * sqrt(share)
        spot = element("circle", element("title", words(text)), cx=float(x), cy=float(y), r=radius, style=f"--heat:{number(100 * share)}%")
        discs.append(spot)
    labels = [element("text", str(dot), x=float(convent.dots[dot][0]), y=convent.dots[dot][1] + 5.0) for dot in sorted(named)]
    ground = element("use", href=f"#{PLAN}", x=left, y=top, width=wide, height=high)
    return element(
        "svg",
        element("title", words(title)),
        ground,
        element("g", *discs, cls="heat"),
        element("g", *labels, cls="numbers"),
        cls="map",
        role="img",
        viewBox=f"{left:g} {top:g} {wide:g} {high:g}",
        xmlns="http://www.w3.org/2000/svg",
    )


def busiest(counts: Mapping[int, int], number_of: int) -> list[int]:
    """Returns the dots with the highest counts, the highest first."""
    return sorted((dot for dot in counts if counts[dot]), key=lambda dot: (-counts[dot], dot))[:number_of]
