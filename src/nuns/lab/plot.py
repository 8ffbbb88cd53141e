"""Plots as SVG for documents: lines with points and intervals, side by side, legible on light and dark pages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor, log10

from nuns.board.drawing.svg import disc, element, number, polyline, stroke, words

WIDTH, HEIGHT = 300.0, 220.0  # one panel, in SVG units
LEFT, RIGHT, TOP, BOTTOM = 56.0, 12.0, 34.0, 44.0
INSET = 20.0  # from the axis to the outermost points
COLOURS = ("#3f7fbf", "#c2703d", "#5b8f4e", "#8a63b0", "#b0506a", "#7a7a52")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "1 5", "12 4")
STYLE = """
.plot text { font: 11px system-ui, sans-serif; fill: #777 } .plot .title { font-weight: 600; font-size: 12px }
.plot .axis { stroke: #999; fill: none } .plot .grid { stroke: #8884; fill: none }
.plot .line { fill: none; stroke-width: 2 } .plot .whisker { stroke-width: 1.2 }
"""


Place = Callable[[float], float]  # from a value to its place on the page


@dataclass(frozen=True)
class PlotLine:
    """One line of a panel: its points, and the interval of each where there is one."""

    name: str
    points: Sequence[tuple[float, float]]
    intervals: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True)
class Panel:
    """One pair of axes; ``ticks`` names places along x, and without them numbers are used."""

    title: str
    across: str
    lines: Sequence[PlotLine]
    ticks: Sequence[tuple[float, str]] = ()
    logarithmic: bool = False
    joined: bool = True  # points are joined by a line, which categories are not
    top: float | None = None
    named: bool = True  # names stand in the picture, where there are several lines


def plot(panels: Sequence[Panel]) -> str:
    """Returns all panels as one SVG picture."""
    drawn = [element("g", _panel(panel), transform=f"translate({number(WIDTH * place)} 0)") for place, panel in enumerate(panels)]
    size = f"0 0 {number(WIDTH * len(panels))} {number(HEIGHT)}"
    return element("svg", element("style", STYLE), *drawn, cls="plot", xmlns="http://www.w3.org/2000/svg", viewBox=size) + "\n"


def _panel(panel: Panel) -> str:
    xs = [x for line in panel.lines for x, _ in line.points]
    highest = panel.top or _round_up(max(y for line in panel.lines for y in [y for _, y in line.points] + [h for _, h in line.intervals]))
    low, high = min(xs), max(xs)

    def right(x: float) -> float:
        if low == high:
            return (LEFT + WIDTH - RIGHT) / 2
        share = (log10(x) - log10(low)) / (log10(high) - log10(low)) if panel.logarithmic else (x - low) / (high - low)
        return LEFT + INSET + share * (WIDTH - LEFT - RIGHT - 2 * INSET)

    def down(y: float) -> float:
        return HEIGHT - BOTTOM - y / highest * (HEIGHT - TOP - BOTTOM)

    parts = [element("text", words(panel.title), cls="title", x=LEFT, y=18.0)]
    for step in range(5):
        y = highest * step / 4
        parts.append(stroke("grid", polyline([(LEFT, down(y)), (WIDTH - RIGHT, down(y))])))
        parts.append(element("text", words(short_label(y)), x=LEFT - 6, y=down(y) + 4, text_anchor="end"))
    for x, name in panel.ticks or [(x, short_label(x)) for x in sorted(set(xs))]:
        parts.append(element("text", words(name), x=right(x), y=HEIGHT - BOTTOM + 16, text_anchor="middle"))
    parts.append(stroke("axis", polyline([(LEFT, TOP), (LEFT, down(0)), (WIDTH - RIGHT, down(0))])))
    parts.append(element("text", words(panel.across), x=(LEFT + WIDTH - RIGHT) / 2, y=HEIGHT - 8, text_anchor="middle"))
    for place, line in enumerate(panel.lines):
        parts.append(_line(line, colour_of(place), dashes_of(place), right, down, joined=panel.joined))
        if panel.named and len(panel.lines) > 1:
            parts.append(
                element(
                    "text", words(line.name), x=WIDTH - RIGHT, y=TOP + 13.0 * place, text_anchor="end", style=f"fill: {colour_of(place)}"
                )
            )
    return "".join(parts)


def colour_of(place: int) -> str:
    """Returns the colour of a line, by its place among those of the panel."""
    return COLOURS[place % len(COLOURS)]


def dashes_of(place: int) -> str | None:
    """Returns the pattern of a line, which tells it from others where colours do not; the first is solid."""
    return DASHES[place % len(DASHES)] or None


def _line(line: PlotLine, colour: str, dashes: str | None, right: Place, down: Place, *, joined: bool) -> str:
    spots = [(right(x), down(y)) for x, y in line.points]
    parts = [stroke("line", polyline(spots), stroke=colour, stroke_dasharray=dashes)] if joined else []
    parts += [disc("", x, y, 3.2) for x, y in spots]
    for (x, _), (least, most) in zip(line.points, line.intervals, strict=False):
        parts.append(stroke("whisker", polyline([(right(x), down(least)), (right(x), down(most))]), stroke=colour))
    return element("g", *parts, fill=colour)


def short_label(value: float) -> str:
    """Returns a number as a label: 20k, 3.5M, 0.25."""
    for limit, unit in ((1e6, "M"), (1e3, "k")):
        if value >= limit:
            return f"{value / limit:.3g}{unit}"
    return f"{value:.3g}"


def _round_up(value: float) -> float:
    """Returns the next number whose quarters are easy to read."""
    size: float = 10 ** floor(log10(value)) if value > 0 else 1.0
    return next(step * size for step in (1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10) if step * size >= value)
