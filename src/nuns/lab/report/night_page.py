"""The analysis of one night as a page of HTML that needs nothing else: every figure is also a word, and there are no scripts."""

from collections.abc import Sequence

from nuns.analysis.findings import Analysis, Certainty, Point
from nuns.analysis.story import sentence_of
from nuns.board.drawing.svg import disc, element, polyline, stroke, words
from nuns.lab.report.night_words import (
    MARKS,
    PARTS,
    Names,
    choice_text,
    lead,
    named,
    turning_text,
    whole_percent,
)
from nuns.lab.report.page import figure, page_of, table
from nuns.lab.report.words import points

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640.0, 260.0, 44.0, 12.0, 14.0, 30.0


def night_page(analysis: Analysis, names: Names, title: str) -> str:
    """Returns the whole page."""
    sections = {
        "The story": [element("p", words(sentence_of(line))) for line in analysis.story],
        "Who was ahead": [
            figure(
                curve_chart(analysis), "The guards’ chance to win after every part of a turn, by the truth; turning points are numbered."
            ),
            turning_list(analysis, names),
            table("The curve in figures", ("turn", "after", "guards", "±", "in words"), [curve_row(point) for point in analysis.curve]),
        ],
        "Decisions": [decision_table(analysis)],
        "Luck and skill": [luck_table(analysis, names)],
        "How sure the guards were": [certainty_table(analysis.certainty)],
    }
    return page_of(title, "All chances are estimates; each choice is judged by what that player knew at that moment.", sections)


def turning_list(analysis: Analysis, names: Names) -> str:
    """Returns the turning points as a numbered list."""
    items = [element("li", words(turning_text(each, names))) for each in analysis.turning_points]
    return element("ol", *items) if items else element("p", "No single moment decided this night.")


def curve_row(point: Point) -> list[str]:
    """Returns one line of the curve's table."""
    return [str(point.turn), PARTS[point.part], whole_percent(point.guards), f"{100 * point.error:.0f}", lead(point)]


def decision_table(analysis: Analysis) -> str:
    """Returns every decision with what was better, if anything was."""
    head = ("turn", "who", "verdict", "played", "chance", "better", "chance", "points", "interval")
    rows = []
    for each in analysis.decisions:
        row = [str(each.turn), each.figure, MARKS[each.mark], choice_text(each.played), whole_percent(each.played.chance)]
        if each.best is None:
            row += ["", "", "", ""]
        else:
            row += [
                choice_text(each.best),
                whole_percent(each.best.chance),
                points(each.cost),
                f"{points(each.low)} to {points(each.high)}",
            ]
        rows.append(row)
    return table("Every decision, by what the seat knew", head, rows)


def luck_table(analysis: Analysis, names: Names) -> str:
    """Returns the account of every player."""
    head = ("player", "luck", "decisions", "nobody could know", "result", "without luck")
    rows = [
        [named(each.seat, names), *(points(part) for part in (each.luck, each.decisions, each.unknowable, each.result, each.adjusted))]
        for each in analysis.luck.accounts
    ]
    return table("In points of winning chance", head, rows)


def certainty_table(certainty: Sequence[Certainty]) -> str:
    """Returns what the guards gave to the true dot of each novice, turn by turn."""
    turns = sorted({turn for each in certainty for turn in each.turns})
    rows = []
    for each in certainty:
        sure = dict(zip(each.turns, each.sure, strict=True))
        rows.append([each.seat, *(whole_percent(sure[turn]) if turn in sure else "" for turn in turns)])
    return table("The probability that the guards gave to her true dot at the end of each turn", ("novice", *map(str, turns)), rows)


def curve_chart(analysis: Analysis) -> str:
    """Returns the curve as a picture, with numbered turning points."""
    curve = analysis.curve
    across, up = (WIDTH - LEFT - RIGHT) / max(len(curve) - 1, 1), HEIGHT - TOP - BOTTOM
    spots = [(LEFT + across * place, TOP + up * (1 - point.guards)) for place, point in enumerate(curve)]
    parts = []
    for share in (0.0, 0.5, 1.0):
        y = TOP + up * (1 - share)
        parts.append(stroke("axis", polyline([(LEFT, y), (WIDTH - RIGHT, y)])))
        parts.append(element("text", whole_percent(share), x=LEFT - 6, y=y + 4, text_anchor="end"))
    turn = 0
    for point, (x, _) in zip(curve, spots, strict=True):
        if point.turn != turn:
            turn = point.turn
            parts.append(element("text", str(turn), x=x, y=HEIGHT - 8, text_anchor="middle"))
    parts.append(element("g", stroke("whisker", polyline(spots)), cls="effect guards"))
    for number, turning in enumerate(analysis.turning_points, 1):
        place = next((at for at, point in enumerate(curve) if point.moment >= turning.moment), len(curve) - 1)
        x, y = spots[place]
        parts.append(element("g", disc("", x, y, 6), cls="effect guards"))
        parts.append(element("text", str(number), cls="figure", x=x, y=y - 10 if y > 30 else y + 22, text_anchor="middle"))
    named_so = element("title", "The guards’ chance to win over the night, by turn")
    return element(
        "svg", named_so, *parts, xmlns="http://www.w3.org/2000/svg", cls="chart", role="img", viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}"
    )
