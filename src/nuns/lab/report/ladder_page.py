"""The ladder as a page: win rates with their intervals, ratings, what the ratings leave unexplained, and a plot."""

from collections.abc import Sequence
from math import inf, isfinite

from nuns.lab.balance import Balance, paired_difference
from nuns.lab.ladder import adjusted_rate, cells_of, compared, pairing
from nuns.lab.plot import Panel, PlotLine, plot
from nuns.lab.ratings import Cell, Rating, rate
from nuns.lab.report.tables import Table
from nuns.lab.report.words import percent, share_interval
from nuns.lab.statistics import wilson_interval

BEGIN, END = "<!-- ladder: written by nuns ladder -->", "<!-- ladder ends -->"
WORST = 8  # how many residuals are shown
FEW = 10  # with fewer games no interval is given


def page(balance: Balance, *, with_luck: bool = False) -> str:
    """Returns all tables of the ladder in Markdown."""
    cells = cells_of(balance)
    tables = [*win_tables(cells), difference_table(balance), *rating_tables(cells)]
    return "\n\n".join(table.markdown for table in ([*tables, luck_table(balance)] if with_luck else tables))


def win_tables(cells: Sequence[Cell]) -> list[Table]:
    """Returns a table for each number of novices, with guards in rows and novices in columns."""
    found = []
    for count in sorted({cell.count for cell in cells}):
        these = {(cell.guards, cell.novices): cell for cell in cells if cell.count == count}
        guards, novices = (list(dict.fromkeys(pair[side] for pair in these)) for side in (0, 1))
        rows = [[name, *(_share(these.get((name, other))) for other in novices)] for name in guards]
        found.append(Table([f"{count} novice{'s' if count > 1 else ''}: guards \\ novices", *novices], rows))
    return found


def _share(cell: Cell | None) -> str:
    if cell is None:
        return ""
    low, high = wilson_interval(cell.wins, cell.games)
    return f"{cell.wins / cell.games:.1%} ({low:.0%}-{high:.0%}, {cell.games:,})"


def rating_tables(cells: Sequence[Cell]) -> list[Table]:
    """Returns each role's ratings, best first, and the pairings that fit them least."""
    ratings, residuals = rate(cells)
    found = []
    for role in ("guards", "novices"):
        ordered = sorted((each for each in ratings if each.role == role), key=strength, reverse=True)
        rows = [[each.bot, "" if each.points is None else f"{each.points:+.0f}", rating_interval(each)] for each in ordered]
        found.append(Table([role, "rating", "95 %"], rows))
    rows = []
    for each in sorted(residuals, key=lambda each: -abs(each.difference))[:WORST]:
        cell = each.cell
        seen = percent(cell.wins / cell.games)
        rows.append([f"{cell.guards} / {cell.novices} / {cell.count}", seen, percent(each.predicted), f"{100 * each.difference:+.1f}"])
    return [*found, Table(["guards / novices / count", "seen", "by the ratings", "points"], rows)]


def strength(rating: Rating) -> float:
    """Returns a rating to sort by; a bot that never lost is the strongest."""
    if rating.points is not None:
        return rating.points
    return inf if isfinite(rating.low) else -inf


def rating_interval(rating: Rating) -> str:
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


def difference_table(balance: Balance) -> Table:
    """Returns how much the guards' share of wins differs between pairings on the same games."""
    rows = []
    for one, two in compared(balance):
        found = paired_difference(one, two)
        name = f"{one.cell.guards} / {one.cell.novice_bots} against {two.cell.guards} / {two.cell.novice_bots}"
        low, high = found.interval
        span = f"{100 * low:+.1f} to {100 * high:+.1f}" if found.games >= FEW else "-"
        rows.append([name, str(one.cell.novices), f"{100 * found.difference:+.1f}", span, f"{found.games:,}"])
    return Table(["guards / novices", "novices", "points", "95 %", "games"], rows)


def luck_table(balance: Balance) -> Table:
    """Returns the win rates without the luck, beside the raw ones of the same games."""
    rows = []
    for cell in cells_of(balance):
        results = balance.cells[pairing(cell.guards, cell.novices, cell.count)]
        adjusted = adjusted_rate(results)
        if adjusted is not None:
            wins = sum(results.wins[game] for game in results.luck)
            raw = f"{percent(wins / adjusted.games)} ({share_interval(*wilson_interval(wins, adjusted.games))})"
            without = f"{percent(adjusted.rate)} ({share_interval(adjusted.low, adjusted.high)})"
            told = [raw, without, f"{adjusted.variance_left:.0%}", f"{adjusted.games:,}"]
            rows.append([f"{cell.guards} / {cell.novices}", str(cell.count), *told])
    return Table(["guards / novices", "novices", "guards win", "without luck", "variance left", "games"], rows)


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
