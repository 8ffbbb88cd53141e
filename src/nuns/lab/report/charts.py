"""Charts of the report: win rates by novices, how games end and when, and the effects of options."""

from collections.abc import Sequence

from nuns.lab.balance import CellResults, OptionEffect
from nuns.lab.picture import CAPTURES, DAWN, HOME
from nuns.lab.plot import Bar, Panel, PlotLine, Span, effect_spans, plot, share_bars
from nuns.lab.report.words import options_in_words, players_in_short, points
from nuns.referee.game_setup import PLAYED_ENDINGS

APART = 0.09  # between the points of two editions with the same number of novices
ENDING_COLOURS = {"home": HOME, "captures": CAPTURES, "dawn": DAWN}


def editions_of(cells: Sequence[CellResults]) -> list[str]:
    """Returns the editions of some cells, each once."""
    return list(dict.fromkeys(each.cell.edition for each in cells))


def rates_panel(cells: Sequence[CellResults], title: str, *, named: bool = False) -> Panel:
    """Returns the guards' share of wins by the number of novices, with a line for each edition."""
    lines, editions = [], editions_of(cells)
    for place, edition in enumerate(editions):
        own = sorted((each for each in cells if each.cell.edition == edition and each.cell.guard_players == 1), key=_novices)
        shift = APART * (place - (len(editions) - 1) / 2)
        spots = [(_novices(each) + shift, 100 * each.rate.share) for each in own]
        if spots:
            lines.append(PlotLine(edition, spots, [(100 * low, 100 * high) for low, high in (each.rate.interval for each in own)]))
    ticks = [(float(number), str(number)) for number in sorted({int(_novices(each)) for each in cells})]
    return Panel(title, "novices", lines, ticks, top=100, named=named)


def rates_chart(cells: Sequence[CellResults]) -> str:
    """Returns that panel as a picture."""
    return plot([rates_panel(cells, "guards win, %")], "The guards' share of wins by the number of novices")


def _novices(results: CellResults) -> float:
    return float(results.cell.novices)


def length_chart(cells: Sequence[CellResults]) -> str:
    """Returns in which turn games end, as a share of each edition's games."""
    lines = []
    for edition in editions_of(cells):
        own = [each for each in cells if each.cell.edition == edition]
        games, last = sum(each.games for each in own), max(max(each.turns) for each in own)
        spots = [(float(turn), 100 * sum(each.turns[turn] for each in own) / games) for turn in range(1, last + 1)]
        lines.append(PlotLine(edition, spots))
    last = max(int(x) for line in lines for x, _ in line.points)
    ticks = [(float(turn), str(turn)) for turn in range(1, last + 1, 2)]
    return plot([Panel("games that end, %", "turn", lines, ticks, named=False)], "In which turn games end")


def endings_chart(cells: Sequence[CellResults]) -> str:
    """Returns a bar for each cell that shows how its games ended, with the figures in it."""
    bars = [
        Bar(f"{each.cell.edition} {players_in_short(each.cell)}", [each.endings[ending] / each.games for ending in PLAYED_ENDINGS])
        for each in cells
    ]
    return share_bars(bars, [(ending, ENDING_COLOURS[ending]) for ending in PLAYED_ENDINGS], "How games ended")


def effects_chart(effects: Sequence[OptionEffect]) -> str:
    """Returns a line for each variant: its effect on the guards' share of wins in points, with its interval."""
    spans = []
    for effect in effects:
        low, high = effect.interval
        figure = points(effect.difference)
        spans.append(Span(options_in_words(effect.options), 100 * effect.difference, 100 * low, 100 * high, figure))
    return effect_spans(spans, "Effect of each option on the guards' share of wins")
