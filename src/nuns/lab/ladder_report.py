"""The ladder as a page: win rates with their intervals, ratings, what the ratings leave unexplained, and a plot."""

from collections.abc import Iterable, Sequence
from math import inf, isfinite

from nuns.lab.plot import Panel, PlotLine, plot
from nuns.lab.ratings import Cell, Rating, rate
from nuns.lab.results import Pairing, Results
from nuns.lab.statistics import wilson_interval

BEGIN, END = "<!-- ladder: written by nuns ladder -->", "<!-- ladder ends -->"
WORST = 8  # how many residuals are shown
FEW = 10  # with fewer games no interval is given


def tables(cells: Sequence[Cell]) -> str:
    """Returns a table for each number of novices, with guards in rows and novices in columns."""
    parts = []
    for count in sorted({cell.count for cell in cells}):
        these = {(cell.guards, cell.novices): cell for cell in cells if cell.count == count}
        guards, novices = (list(dict.fromkeys(pair[side] for pair in these)) for side in (0, 1))
        rows = [[name, *(_share(these.get((name, other))) for other in novices)] for name in guards]
        parts.append(markdown([f"{count} novice{'s' if count > 1 else ''}: guards \\ novices", *novices], rows))
    return "\n\n".join(parts)


def _share(cell: Cell | None) -> str:
    if cell is None:
        return ""
    low, high = wilson_interval(cell.wins, cell.games)
    return f"{cell.wins / cell.games:.1%} ({low:.0%}-{high:.0%}, {cell.games:,})"


def ratings_tables(cells: Sequence[Cell]) -> str:
    """Returns each role's ratings, best first, and the pairings that fit them least."""
    ratings, residuals = rate(cells)
    parts = []
    for role in ("guards", "novices"):
        ordered = sorted((each for each in ratings if each.role == role), key=strength, reverse=True)
        rows = [[each.bot, "" if each.points is None else f"{each.points:+.0f}", interval(each)] for each in ordered]
        parts.append(markdown([role, "rating", "95 %"], rows))
    worst = sorted(residuals, key=lambda each: -abs(each.difference))[:WORST]
    rows = []
    for each in worst:
        cell = each.cell
        seen = f"{cell.wins / cell.games:.1%}"
        rows.append([f"{cell.guards} / {cell.novices} / {cell.count}", seen, f"{each.predicted:.1%}", f"{100 * each.difference:+.1f}"])
    return "\n\n".join([*parts, markdown(["guards / novices / count", "seen", "by the ratings", "points"], rows)])


def strength(rating: Rating) -> float:
    """Returns a rating to sort by; a bot that never lost is the strongest."""
    if rating.points is not None:
        return rating.points
    return inf if isfinite(rating.low) else -inf


def interval(rating: Rating) -> str:
    """Returns a rating's interval as text, in words where it has only one end."""
    match isfinite(rating.low), isfinite(rating.high):
        case True, True:
            return f"{rating.low:+.0f} to {rating.high:+.0f}"
        case True, False:
            return f"above {rating.low:+.0f}"
        case False, True:
            return f"below {rating.high:+.0f}"
        case _:
            return "-"


def differences(results: Results, pairs: Iterable[tuple[Pairing, Pairing]]) -> str:
    """Returns a table of how much the guards' share of wins differs between pairings on the same games."""
    rows = []
    for one, two in pairs:
        if results.shared(one, two):
            mean, low, high, games = results.difference(one, two)
            name = f"{one.guards} / {one.novices} against {two.guards} / {two.novices}"
            span = f"{100 * low:+.1f} to {100 * high:+.1f}" if games >= FEW else "-"
            rows.append([name, str(one.count), f"{100 * mean:+.1f}", span, f"{games:,}"])
    return markdown(["guards / novices", "novices", "points", "95 %", "games"], rows)


def luck_table(results: Results) -> str:
    """Returns a table of the win rates without the luck, beside the raw ones of the same games."""
    rows = []
    for cell in results.cells():
        pairing = Pairing(cell.guards, cell.novices, cell.count)
        adjusted = results.adjusted(pairing)
        if adjusted is not None:
            wins = sum(results.wins[pairing][index] for index in results.luck[pairing])
            low, high = wilson_interval(wins, adjusted.games)
            raw = f"{wins / adjusted.games:.1%} ({low:.1%} to {high:.1%})"
            without = f"{adjusted.rate:.1%} ({adjusted.low:.1%} to {adjusted.high:.1%})"
            rows.append(
                [f"{cell.guards} / {cell.novices}", str(cell.count), raw, without, f"{adjusted.variance_left:.0%}", f"{adjusted.games:,}"]
            )
    return markdown(["guards / novices", "novices", "guards win", "without luck", "variance left", "games"], rows)


def picture(cells: Sequence[Cell]) -> str:
    """Returns a plot of the guards' share of wins against each kind of novice, with a panel for each number of them."""
    panels = []
    for count in sorted({cell.count for cell in cells}):
        these = [cell for cell in cells if cell.count == count]
        novices = list(dict.fromkeys(cell.novices for cell in these))
        lines = []
        for name in dict.fromkeys(cell.guards for cell in these):
            own = sorted((cell for cell in these if cell.guards == name), key=lambda cell: novices.index(cell.novices))
            points = [(float(novices.index(cell.novices)), 100 * cell.wins / cell.games) for cell in own]
            spans = [(100 * low, 100 * high) for low, high in (wilson_interval(cell.wins, cell.games) for cell in own)]
            lines.append(PlotLine(name, points, spans))
        ticks = [(float(place), name) for place, name in enumerate(novices)]
        panels.append(Panel(f"guards win, %: {count} novice{'s' if count > 1 else ''}", "novices", lines, ticks, top=100))
    return plot(panels, "The guards' share of wins against each kind of novice")


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Returns a Markdown table."""
    lines = [f"| {' | '.join(head)} |", f"| --- |{' ---: |' * (len(head) - 1)}"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows])


def page(results: Results, pairs: Iterable[tuple[Pairing, Pairing]], *, with_luck: bool = False) -> str:
    """Returns all tables of the ladder."""
    cells = results.cells()
    parts = [tables(cells), differences(results, pairs), ratings_tables(cells)]
    return "\n\n".join([*parts, luck_table(results)] if with_luck else parts)


def insert_page(text: str, written: str, begin: str = BEGIN, end: str = END) -> str:
    """Returns a document with the page between its marks, or at its end where it has none."""
    block = f"{begin}\n\n{written}\n\n{end}"
    if begin in text and end in text:
        return text[: text.index(begin)] + block + text[text.index(end) + len(end) :]
    return f"{text.rstrip()}\n\n{block}\n"
