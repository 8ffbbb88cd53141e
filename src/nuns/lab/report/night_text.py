"""The analysis of a night as plain lines, as ``nuns analyse`` prints it."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from nuns.analysis.findings import SLIPS, Account, Analysis, Certainty, DecisionReview, LedgerEntry, Point
from nuns.lab.report.night_words import (
    Names,
    capital,
    chance_and_error,
    change_text,
    counts_text,
    decision_text,
    drawn,
    entry_text,
    figure_name,
    largest_entries,
    lead,
    part_labels,
    plain,
    seat_name,
    sentence_of,
    signed,
    sum_of,
    surest_text,
    text,
    turning_text,
    whole_percent,
    whole_points,
)

BAR = 20  # characters of a whole chance
WIDTH = 110  # characters of a line of an explanation


def night_lines(analysis: Analysis, names: Names) -> list[str]:
    """Returns the whole analysis."""
    lines = []
    for heading, inside in night_parts(analysis, names).items():
        lines += [heading, *(f"  {part}" for line in inside for part in wrapped(line)), ""]
    return [*lines, f"{analysis.rollouts:,} roll-outs. The ± of a chance is its standard error."]


def wrapped(line: str) -> list[str]:
    """Returns the longest explanation as several lines, and every other line as it is."""
    return wrap(line, WIDTH) if line == text("analysis.ledger.help") else [line]


def night_parts(analysis: Analysis, names: Names) -> dict[str, list[str]]:
    """Returns the parts of an analysis by their headings; a line that begins with spaces belongs to the one before it."""
    entries = analysis.luck.entries
    return {
        text("analysis.turning"): [*turning_lines(analysis, names)],
        text("analysis.story"): [sentence_of(line, names) for line in analysis.story],
        text("analysis.certainty"): [*certainty_lines(analysis.certainty, names)],
        text("analysis.curve.title"): [*curve_lines(analysis.curve)],
        "Decisions": [*decision_lines(analysis.decisions, names)],
        text("analysis.ledger"): [*ledger_lines(analysis.luck.accounts, names)],
        text("analysis.ledger.largest"): [entry_line(each, names) for each in largest_entries(entries)],
        text("analysis.ledger.draws"): [*draw_lines(entries, names)],
    }


def turning_lines(analysis: Analysis, names: Names) -> Iterator[str]:
    """Yields the turning points by number."""
    for number, each in enumerate(analysis.turning_points, 1):
        yield f"{number}. {turning_text(each, names)}"
    if not analysis.turning_points:
        yield text("analysis.turning.none")


def certainty_lines(certainty: Sequence[Certainty], names: Names) -> Iterator[str]:
    """Yields how sure the guards were of each novice, in short and turn by turn."""
    yield text("analysis.certainty.help")
    for each in certainty:
        if each.turns:
            yield f"{capital(figure_name(each.seat, names))}: {surest_text(each)}"
            shares = (f"turn {turn}: {whole_percent(sure)}" for turn, sure in zip(each.turns, each.sure, strict=True))
            yield f"  {', '.join(shares)}"


def curve_lines(curve: Sequence[Point]) -> Iterator[str]:
    """Yields the curve from the truth as bars of text with numbers and words."""
    labels = part_labels(curve)
    width = max(map(len, labels), default=0)
    for label, point in zip(labels, curve, strict=True):
        bar = ("#" * round(BAR * point.guards)).ljust(BAR, ".")
        yield f"turn {point.turn:>2}  {label:<{width}}  {bar}  guards {chance_and_error(point.guards, point.error):<8}  {lead(point)}"


def decision_lines(reviews: Sequence[DecisionReview], names: Names) -> Iterator[str]:
    """Yields the decisions that were clearly worse than another, and how many were what."""
    yield text("analysis.decisions.help")
    slips = [each for each in reviews if each.mark in SLIPS]
    yield from (decision_text(each, names) for each in slips)
    if not slips:
        yield text("analysis.decisions.none")
    yield counts_text(reviews)


def ledger_lines(accounts: Sequence[Account], names: Names) -> Iterator[str]:
    """Yields each player's night as a sum that adds up."""
    yield text("analysis.ledger.help")
    for account in accounts:
        found = sum_of(account)
        short = text("analysis.ledger.short", points=signed(found.luck), without=plain(found.without))
        yield f"{seat_name(account.seat, names)}: {short}"
        terms = (
            f"{text('analysis.ledger.start')} {plain(found.start)}",
            f"{text('analysis.ledger.luck')} {signed(found.luck)}",
            f"{text('analysis.ledger.own')} {signed(found.own)}",
            f"{text('analysis.ledger.others')} {signed(found.others)}",
            f"{text('analysis.ledger.won' if found.result > 0 else 'analysis.ledger.lost')} {plain(found.result)}",
        )
        yield from (f"  {term}" for term in terms)


def entry_line(entry: LedgerEntry, names: Names) -> str:
    """Returns what moved the night, and by how much."""
    return f"{capital(entry_text(entry, names))}: {change_text(entry)}"


def draw_lines(entries: Sequence[LedgerEntry], names: Names) -> Iterator[str]:
    """Yields the deal and the dice that changed anything, and how many others there were."""
    draws = drawn(entries)
    told = [entry for entry in draws if whole_points(abs(entry.change))]
    yield from (entry_line(entry, names) for entry in told)
    if len(told) < len(draws):
        yield f"Less than a point each: {len(draws) - len(told)}"
