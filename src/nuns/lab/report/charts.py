"""Charts of the report as SVG: win rates by novices, how games end and when, and the effects of options."""

from collections.abc import Sequence

from nuns.board.drawing.svg import disc, element, polyline, rect, stroke, words
from nuns.lab.balance import CellResults, OptionEffect
from nuns.lab.plot import Panel, PlotLine, plot
from nuns.lab.report.words import options_in_words, percent, players_in_short, points
from nuns.referee.game_setup import PLAYED_ENDINGS

ROW, WIDTH = 27.0, 470.0  # SVG units, so that a chart is legible on a phone
BAR_LEFT, BAR_RIGHT = 116.0, 462.0
EFFECT_LEFT, EFFECT_RIGHT = 222.0, 412.0
NARROW = 0.07  # a part of a bar with a smaller share has no room for its figure
APART = 0.09  # between the points of two editions with the same number of novices


def editions_of(cells: Sequence[CellResults]) -> list[str]:
    """Returns the editions of some cells, each once."""
    return list(dict.fromkeys(each.cell.edition for each in cells))


def rates_chart(cells: Sequence[CellResults]) -> str:
    """Returns the guards' share of wins by the number of novices, with a line for each edition."""
    lines, editions = [], editions_of(cells)
    for place, edition in enumerate(editions):
        own = sorted((each for each in cells if each.cell.edition == edition and each.cell.guard_players == 1), key=_novices)
        shift = APART * (place - (len(editions) - 1) / 2)
        spots = [(_novices(each) + shift, 100 * each.rate.share) for each in own]
        if spots:
            lines.append(PlotLine(edition, spots, [(100 * low, 100 * high) for low, high in (each.rate.interval for each in own)]))
    ticks = [(float(number), str(number)) for number in sorted({int(_novices(each)) for each in cells})]
    return plot([Panel("guards win, %", "novices", lines, ticks, top=100, named=False)])


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
    return plot([Panel("games that end, %", "turn", lines, [(float(turn), str(turn)) for turn in range(1, last + 1, 2)], named=False)])


def endings_chart(cells: Sequence[CellResults]) -> str:
    """Returns a bar for each cell that shows how its games ended, with the figures in it."""
    parts, high = [], ROW * (len(cells) + 1)
    for place, ending in enumerate(PLAYED_ENDINGS):
        x = BAR_LEFT + 105.0 * place
        parts.append(rect(f"ending-{ending}", x, 5, 14, 14, 3.0))
        parts.append(element("text", words(ending), x=x + 20, y=17.0))
    for row, results in enumerate(cells, 1):
        y = ROW * row
        name = f"{results.cell.edition} {players_in_short(results.cell)}"
        parts.append(element("text", words(name), x=BAR_LEFT - 10, y=y + 18, text_anchor="end"))
        at = BAR_LEFT
        for ending in PLAYED_ENDINGS:
            share = results.endings[ending] / results.games
            wide = share * (BAR_RIGHT - BAR_LEFT)
            title = element("title", words(f"{ending}: {percent(share)}"))
            parts.append(element("rect", title, cls=f"ending-{ending}", x=at, y=y + 3, width=wide, height=ROW - 6))
            if share >= NARROW:
                parts.append(element("text", words(f"{share:.0%}"), cls="on-bar", x=at + wide / 2, y=y + 18, text_anchor="middle"))
            at += wide
    return _picture(high + 6, "How games ended", parts)


def effects_chart(effects: Sequence[OptionEffect]) -> str:
    """Returns a line for each variant: its effect on the guards' share of wins in points, with its interval."""
    limit = max(0.05, *(abs(end) for each in effects for end in each.interval))
    middle = (EFFECT_LEFT + EFFECT_RIGHT) / 2

    def across(value: float) -> float:
        return middle + value / limit * (EFFECT_RIGHT - EFFECT_LEFT) / 2

    high = ROW * (len(effects) + 1)
    parts = [stroke("axis", polyline([(middle, ROW - 4), (middle, high)]))]
    parts += [
        element("text", words(text), x=x, y=16.0, text_anchor=anchor)
        for text, x, anchor in (("← helps novices", EFFECT_LEFT - 12, "start"), ("helps guards →", WIDTH - 8, "end"))
    ]
    for row, effect in enumerate(effects, 1):
        y, clear = ROW * row + ROW / 2, "clear" if effect.is_clear else "unclear"
        side = "guards" if effect.difference > 0 else "novices"
        parts.append(element("text", words(options_in_words(effect.options)), x=EFFECT_LEFT - 12, y=y + 4, text_anchor="end"))
        whisker = stroke("whisker", polyline([(across(end), y) for end in effect.interval]))
        parts.append(element("g", whisker, disc("", across(effect.difference), y, 5), cls=f"effect {clear} {side}"))
        parts.append(element("text", words(points(effect.difference)), cls="figure", x=WIDTH - 8, y=y + 4, text_anchor="end"))
    return _picture(high + 6, "Effect of each option on the guards' share of wins", parts)


def _picture(high: float, title: str, parts: Sequence[str]) -> str:
    named = element("title", words(title))
    return element("svg", named, *parts, xmlns="http://www.w3.org/2000/svg", cls="chart", role="img", viewBox=f"0 0 {WIDTH:g} {high:g}")
