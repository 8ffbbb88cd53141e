"""Maps of the board on which the size and colour of each dot say how often something happened there."""

from collections.abc import Mapping
from math import sqrt

from nuns.board.convent import the_convent
from nuns.board.picture import board_plan, names_on_board
from nuns.board.svg import element, number, outline, polyline, stroke, words
from nuns.lab.report.words import room_of

SMALLEST, LARGEST = 3.0, 23.0  # radii, in units of the plan
NAMED, LEGIBLE = 8, 0.25  # so many dots, those with the most, have their numbers on them if their discs are large enough
PLAN = "convent-plan"  # the id of the plan, which is drawn once on a page


def plan_symbol() -> str:
    """Returns the plan of the convent to be drawn under every map: rooms, ways and names, without decoration."""
    convent, shapes = the_convent(), board_plan().shapes
    rooms = [stroke(f"room {room.floor}", outline(shapes[room.name]), fill_rule="evenodd") for room in convent.rooms]
    ways = [stroke("way", polyline([convent.dots[edge.one], convent.dots[edge.two]])) for edge in convent.edges]
    symbol = element("symbol", *rooms, *ways, *names_on_board(), id=PLAN, viewBox=box_of_plan())
    return element("svg", symbol, cls="hidden", aria_hidden="true", width=0, height=0)


def board_map(title: str, counts: Mapping[int, int], games: int) -> str:
    """Returns a map of how often something happened on each dot, in a hundred games."""
    convent = the_convent()
    most = max(counts.values(), default=0) or 1
    named = {dot for dot in busiest(counts, NAMED) if counts[dot] >= LEGIBLE * most}
    discs = []
    for dot in sorted(counts, key=lambda each: -counts[each]):  # small discs lie on large ones
        (x, y), share = convent.dots[dot], counts[dot] / most
        text = f"dot {dot}, {room_of(dot)}: {100 * counts[dot] / games:.1f} in 100 games"
        radius = SMALLEST + (LARGEST - SMALLEST) * sqrt(share)
        spot = element("circle", element("title", words(text)), cx=float(x), cy=float(y), r=radius, style=f"--heat:{number(100 * share)}%")
        discs.append(spot)
    labels = [element("text", str(dot), x=float(convent.dots[dot][0]), y=convent.dots[dot][1] + 5.0) for dot in sorted(named)]
    ground = element("use", href=f"#{PLAN}", width=convent.width, height=convent.height)
    return element(
        "svg",
        element("title", words(title)),
        ground,
        element("g", *discs, cls="heat"),
        element("g", *labels, cls="numbers"),
        cls="map",
        role="img",
        viewBox=box_of_plan(),
        xmlns="http://www.w3.org/2000/svg",
    )


def box_of_plan() -> str:
    """Returns the part of the drawing that a map shows."""
    return f"0 0 {the_convent().width} {the_convent().height}"


def busiest(counts: Mapping[int, int], number_of: int) -> list[int]:
    """Returns the dots with the highest counts, the highest first."""
    return sorted((dot for dot in counts if counts[dot]), key=lambda dot: (-counts[dot], dot))[:number_of]
