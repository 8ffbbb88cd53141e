"""The analysis of one night as a page of HTML that needs nothing else: every figure is also a word, and there are no scripts."""

from collections.abc import Sequence

from nuns.analysis.findings import SLIPS, Account, Analysis, Certainty, DecisionReview, Point
from nuns.analysis.story import Names, figure_name, sentence_of
from nuns.board.svg import element, polyline, stroke, words
from nuns.lab.report.night_words import (
    capital,
    chance_and_error,
    change_text,
    counts_text,
    decision_text,
    drawn,
    entry_text,
    largest_entries,
    lead,
    part_labels,
    plain,
    seat_name,
    signed,
    sum_of,
    surest_text,
    text,
    turning_text,
    whole_percent,
)
from nuns.lab.report.page import figure, page_of
from nuns.lab.report.tables import Table

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640.0, 260.0, 62.0, 12.0, 18.0, 34.0
BAND = "fill: var(--gold); fill-opacity: 0.16; stroke: var(--gold); stroke-opacity: 0.45; stroke-dasharray: 2 3"


def night_page(analysis: Analysis, names: Names, title: str) -> str:
    """Returns the whole page."""
    story = [element("li", words(sentence_of(line, names))) for line in analysis.story]
    sections = {
        text("analysis.turning"): [turning_list(analysis, names)],
        text("analysis.story"): [element("ul", *story)] if story else [],
        text("analysis.curve.title"): [
            figure(
                curve_chart(analysis),
                "The guards’ chance to win after every part of a turn, in truth; the band is as wide as it is uncertain, and the turning "
                "points are numbered.",
            ),
            folded("The curve in figures", curve_table(analysis.curve, names), own_chances(analysis.curve, names)),
        ],
        text("analysis.certainty"): certainty_parts(analysis.certainty, names),
        "Decisions": decision_parts(analysis.decisions, names),
        text("analysis.ledger"): luck_parts(analysis, names),
    }
    return page_of(title, text("analysis.estimate"), sections)


def folded(summary: str, *inside: str) -> str:
    """Returns what is shown on demand."""
    return element("details", element("summary", words(summary)), *inside)


def turning_list(analysis: Analysis, names: Names) -> str:
    """Returns the turning points as a numbered list."""
    items = [element("li", words(turning_text(each, names))) for each in analysis.turning_points]
    return element("ol", *items) if items else element("p", words(text("analysis.turning.none")))


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


def decision_parts(reviews: Sequence[DecisionReview], names: Names) -> list[str]:
    """Returns how many decisions were what, those that were clearly worse than another, and all of them to unfold."""
    slips = [each for each in reviews if each.mark in SLIPS]
    return [
        element("p", words(text("analysis.decisions.help"))),
        element("p", words(counts_text(reviews))),
        decision_list(slips, names) if slips else element("p", words(text("analysis.decisions.none"))),
        folded("Every decision", decision_list(reviews, names)) if reviews else "",
    ]


def decision_list(reviews: Sequence[DecisionReview], names: Names) -> str:
    """Returns decisions as a list of sentences, which a narrow screen has room for."""
    return element("ul", *(element("li", words(decision_text(each, names))) for each in reviews))


def luck_parts(analysis: Analysis, names: Names) -> list[str]:
    """Returns the account of every player, what moved the night most, and the deal and every die."""
    luck = analysis.luck
    accounts = [account_table(each, names) for each in luck.accounts]
    largest = [element("li", words(f"{capital(entry_text(each, names))}: {change_text(each)}")) for each in largest_entries(luck.entries)]
    draws = [[capital(entry_text(each, names)), change_text(each)] for each in drawn(luck.entries)]
    parts = [element("p", words(text("analysis.ledger.help"))), element("div", *accounts, cls="pair")]
    if largest:
        parts += [element("h3", words(text("analysis.ledger.largest"))), element("ol", *largest)]
    if draws:
        caption = text("analysis.ledger.draws")
        parts.append(folded(caption, Table(("what was drawn", "points"), draws, caption).html))
    return parts


def account_table(account: Account, names: Names) -> str:
    """Returns one player's night as a sum in whole points, narrow enough for a phone."""
    found = sum_of(account)
    rows = [
        [text("analysis.ledger.start"), plain(found.start)],
        [text("analysis.ledger.luck"), signed(found.luck)],
        [text("analysis.ledger.own"), signed(found.own)],
        ["– by what was known", signed(found.foreseen)],
        ["– by what could not be known", signed(found.unknowable)],
        [text("analysis.ledger.others"), signed(found.others)],
        ["Result", plain(found.result)],
        ["Result without luck", plain(found.without)],
    ]
    return Table(("", "points"), rows, f"{seat_name(account.seat, names)}: the sum of the night").html


def certainty_parts(certainty: Sequence[Certainty], names: Names) -> list[str]:
    """Returns what the guards gave to the true dot of each novice, in short and turn by turn."""
    turns = sorted({turn for each in certainty for turn in each.turns})
    items, rows = [], []
    for each in certainty:
        sure = dict(zip(each.turns, each.sure, strict=True))
        items.append(element("li", words(f"{seat_name(each.seat, names)}: {surest_text(each)}")))
        rows.append([seat_name(each.seat, names), *(whole_percent(sure[turn]) if turn in sure else "" for turn in turns)])
    if not turns:
        return []
    help_text = element("p", words(text("analysis.certainty.help")))
    table = Table(("novice", *(f"turn {turn}" for turn in turns)), rows, "How sure, turn by turn")
    return [help_text, element("ul", *items), table.html]


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
