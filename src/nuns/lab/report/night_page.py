"""The analysis of one night as a page of HTML that needs nothing else: every figure is also a word, and there are no scripts."""

from collections.abc import Sequence

from nuns.analysis.findings import Analysis, Certainty, DecisionReview, Point, ValuedMove
from nuns.analysis.story import figure_name, sentence_of
from nuns.board.drawing.svg import element, polyline, stroke, words
from nuns.lab.report.night_words import (
    MARKS,
    PARTS,
    WORTH_A_LINE,
    Names,
    account_cells,
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
            curve_table(analysis.curve),
        ],
        "Decisions": decision_parts(analysis.decisions),
        "Luck and skill": [luck_table(analysis, names)],
        "How sure the guards were": [certainty_table(analysis.certainty)],
    }
    return page_of(title, "All chances are estimates; each choice is judged by what that player knew at that moment.", sections)


def turning_list(analysis: Analysis, names: Names) -> str:
    """Returns the turning points as a numbered list."""
    items = [element("li", words(turning_text(each, names))) for each in analysis.turning_points]
    return element("ol", *items) if items else element("p", "No single moment decided this night.")


def curve_table(curve: Sequence[Point]) -> str:
    """Returns the curve in figures: the guards' chance from the truth and as each seat had to expect it, and who was ahead."""
    seats = list(curve[0].known) if curve else []
    head = ("turn", "after", "guards", "±", "in words", *(f"{figure_name(seat)} knew" for seat in seats))
    rows = [
        [
            str(point.turn),
            PARTS[point.part],
            whole_percent(point.guards),
            f"{100 * point.error:.0f}",
            lead(point),
            *(whole_percent(point.known[seat]) for seat in seats),
        ]
        for point in curve
    ]
    return table("The guards’ chance in figures: in truth, and as each seat had to expect it", head, rows)


def decision_parts(reviews: Sequence[DecisionReview]) -> list[str]:
    """Returns the decisions that were clearly worse than another, and all of them to unfold."""
    costly = [each for each in reviews if each.mark in WORTH_A_LINE]
    first = (
        decision_table(costly, "Clearly worse, by what the seat knew")
        if costly
        else element("p", "No choice was clearly worse than another.")
    )
    every = decision_table(reviews, "Every decision, by what the seat knew")
    return [first, element("details", element("summary", f"All {len(reviews)} decisions"), every)]


def decision_table(reviews: Sequence[DecisionReview], caption: str) -> str:
    """Returns decisions with what was better, if anything was."""
    rows = []
    for each in reviews:
        better = ["", ""]
        if each.best is not None:
            better = [choice_and_chance(each.best), f"{points(each.cost)} ({points(each.low)} to {points(each.high)})"]
        rows.append([str(each.turn), named(each.figure, {}), MARKS[each.mark], choice_and_chance(each.played), *better])
    return table(caption, ("turn", "who", "verdict", "played", "better", "points more"), rows)


def choice_and_chance(choice: ValuedMove) -> str:
    """Returns a choice with its chance."""
    return f"{choice_text(choice)} ({whole_percent(choice.chance)})"


def luck_table(analysis: Analysis, names: Names) -> str:
    """Returns the account of every player."""
    head = ("player", "before", "luck", "own choices", "known", "unknowable", "others", "result", "without luck")
    rows = [[named(each.seat, names), *account_cells(each)] for each in analysis.luck.accounts]
    explained = (
        "Before the deal, luck, own choices and those of all others add up to the result. Own choices are what they changed in truth: "
        "what could be expected of them by what was known, and what nobody in that seat could know."
    )
    return element("p", words(explained)) + table("In points of winning chance", head, rows)


def certainty_table(certainty: Sequence[Certainty]) -> str:
    """Returns what the guards gave to the true dot of each novice, turn by turn."""
    turns = sorted({turn for each in certainty for turn in each.turns})
    rows = []
    for each in certainty:
        sure = dict(zip(each.turns, each.sure, strict=True))
        rows.append([named(each.seat, {}), *(whole_percent(sure[turn]) if turn in sure else "" for turn in turns)])
    return table("The probability that the guards gave to her true dot at the end of each turn", ("novice", *map(str, turns)), rows)


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
        style="font: 13px system-ui, sans-serif; fill: currentColor",
        role="img",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
    )
