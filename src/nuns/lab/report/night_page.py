"""The analysis of one night as a page of HTML that needs nothing else: what the text says, with the curve as a picture, and no scripts."""

from collections.abc import Iterable, Sequence

from nuns.analysis.findings import Analysis, Point
from nuns.board.svg import element, polyline, stroke, words
from nuns.lab.report.night_text import night_parts
from nuns.lab.report.night_words import Names, chance_and_error, decision_text, figure_name, lead, part_labels, text, whole_percent
from nuns.lab.report.page import figure, page_of
from nuns.lab.report.tables import Table

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640.0, 260.0, 62.0, 12.0, 18.0, 34.0
BAND = "fill: var(--gold); fill-opacity: 0.16; stroke: var(--gold); stroke-opacity: 0.45; stroke-dasharray: 2 3"
CAPTION = (
    "The guards’ chance to win after every part of a turn, in truth; the band is as wide as it is uncertain, and the turning points are "
    "numbered."
)


def night_page(analysis: Analysis, names: Names, title: str) -> str:
    """Returns the whole page."""
    sections = {heading: [paragraphs(lines)] for heading, lines in night_parts(analysis, names).items() if lines}
    tables = (curve_table(analysis.curve, names), own_chances(analysis.curve, names))
    sections[text("analysis.curve.title")] = [figure(curve_chart(analysis), CAPTION), folded("The curve in figures", *tables)]
    if analysis.decisions:
        sections["Decisions"].append(folded("Every decision", paragraphs(decision_text(each, names) for each in analysis.decisions)))
    return page_of(title, text("analysis.estimate"), sections)


def paragraphs(lines: Iterable[str]) -> str:
    """Returns lines as paragraphs, each with those that belong to it."""
    found: list[str] = []
    for line in lines:
        if line.startswith(" "):
            found[-1] += f"<br>{words(line.strip())}"
        else:
            found.append(words(line))
    return "".join(element("p", each) for each in found)


def folded(summary: str, *inside: str) -> str:
    """Returns what is shown on demand."""
    return element("details", element("summary", words(summary)), *inside)


def curve_table(curve: Sequence[Point], names: Names) -> str:
    """Returns the curve in figures: the guards' chance from the truth and as each seat had to expect it, and who led."""
    seats = list(curve[0].known) if curve else []
    head = ("turn", "after", "guards", "in words", *(f"{figure_name(seat, names)} knew" for seat in seats))
    rows = [
        [
            str(point.turn),
            label,
            chance_and_error(point.guards, point.error),
            lead(point),
            *(chance_and_error(point.known[seat], point.known_errors.get(seat, 0.0)) for seat in seats),
        ]
        for label, point in zip(part_labels(curve), curve, strict=True)
    ]
    caption = "The guards’ chance in figures: in truth, and as each seat had to expect it; ± is the standard error"
    return Table(head, rows, caption).html


def own_chances(curve: Sequence[Point], names: Names) -> str:
    """Returns each novice's own chance to win, in figures."""
    seats = list(curve[0].novices) if curve else []
    rows = [
        [str(point.turn), label, *(whole_percent(point.novices[seat]) for seat in seats)]
        for label, point in zip(part_labels(curve), curve, strict=True)
    ]
    head = ("turn", "after", *(figure_name(seat, names) for seat in seats))
    return Table(head, rows, "Each novice’s own chance to win, in truth").html


def curve_chart(analysis: Analysis) -> str:
    """Returns the curve as a picture, with numbered turning points."""
    curve = analysis.curve
    across, up = (WIDTH - LEFT - RIGHT) / max(len(curve) - 1, 1), HEIGHT - TOP - BOTTOM
    spots = [(LEFT + across * place, TOP + up * (1 - point.guards)) for place, point in enumerate(curve)]
    parts = []
    for share in (0.0, 0.5, 1.0):
        y = TOP + up * (1 - share)
        parts.append(stroke("", polyline([(LEFT, y), (WIDTH - RIGHT, y)]), style="stroke: var(--edge)"))
        parts.append(element("text", f"{share:.0%}", x=LEFT - 6, y=y + 4, text_anchor="end"))
    turn = 0
    for point, (x, _) in zip(curve, spots, strict=True):
        if point.turn != turn:
            turn = point.turn
            parts.append(element("text", str(turn), x=x, y=HEIGHT - 8, text_anchor="middle"))
    edges = [
        [(x, TOP + up * (1 - min(1.0, max(0.0, point.guards + side * point.error)))) for point, (x, _) in zip(curve, spots, strict=True)]
        for side in (1, -1)
    ]
    parts.append(stroke("", polyline([*edges[0], *reversed(edges[1])]) + "Z", style=BAND))
    parts.append(stroke("", polyline(spots), style="fill: none; stroke: var(--gold); stroke-width: 2.5; stroke-linejoin: round"))
    for number, turning in enumerate(analysis.turning_points, 1):
        place = next((at for at, point in enumerate(curve) if point.moment >= turning.moment), len(curve) - 1)
        x, y = spots[place]
        parts.append(element("circle", cx=x, cy=y, r=5, style="fill: var(--gold)"))
        parts.append(element("text", str(number), font_weight=700, x=x, y=y - 10 if y > 30 else y + 22, text_anchor="middle"))
    named_so = element("title", "The guards’ chance to win over the night, by turn")
    return element(
        "svg",
        named_so,
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        cls="curve",
        role="img",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
    )
