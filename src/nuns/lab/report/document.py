"""The figures of the report for ``docs/balance.md``: tables in Markdown, and pictures that are legible on light and dark pages."""

from collections.abc import Iterator

from nuns.lab.balance import Balance, CellResults, difficulty, mean
from nuns.lab.ladder_report import markdown
from nuns.lab.plot import Panel, PlotLine, plot
from nuns.lab.report.page import LISTED, fair_row
from nuns.lab.report.words import bots_in_words, interval, options_in_words, percent, players_in_words, points, points_interval, wish_name
from nuns.referee.game_setup import PLAYED_ENDINGS

BEGIN, END = "<!-- balance: written by nuns report -->", "<!-- balance ends -->"
PICTURE = "balance.svg"


def balance_page(balance: Balance, pictures: str) -> str:
    """Returns all sections; ``pictures`` is where the pictures are, as seen from the page."""
    shown = f"![the guards' share of wins by edition and number of novices]({pictures}/{PICTURE})"
    return "\n\n".join((*_made(balance), shown, *_rates(balance), *_effects(balance), *_deals(balance), *_fair(balance)))


def _made(balance: Balance) -> Iterator[str]:
    for head in balance.heads:
        yield f"{head.grid.games:,} games of {len(head.grid.cells):,} combinations, seed {head.grid.seed}, version `{head.version}`."


def _rates(balance: Balance) -> Iterator[str]:
    yield "## Who wins"
    for bots in balance.bots:
        if cells := balance.editions_played(*bots):
            yield f"### {bots_in_words(*bots).capitalize()}"
            head = ["edition", "players", "guards win", "95 %", "games", *PLAYED_ENDINGS, "turns, mean", "captures, mean"]
            yield markdown(head, [_rate_row(each) for each in cells])


def _rate_row(results: CellResults) -> list[str]:
    cell, rate = results.cell, results.rate
    endings = [f"{results.endings[ending] / results.games:.0%}" for ending in PLAYED_ENDINGS]
    told = [cell.edition, players_in_words(cell), percent(rate.share), interval(rate), f"{rate.games:,}"]
    return [*told, *endings, f"{mean(results.turns):.1f}", f"{mean(results.captures):.1f}"]


def _effects(balance: Balance) -> Iterator[str]:
    pooled = {bots: editions for bots in balance.bots if (editions := balance.pooled_effects(*bots))}
    if pooled:
        yield "## What options do"
        yield (
            "By how many points the guards win more often with one option changed, on the same deals and dice, over all numbers of novices "
            "that were played. An interval that holds 0 shows no effect."
        )
    for bots, editions in pooled.items():
        for edition, effects in editions.items():
            yield f"### {edition}, {bots_in_words(*bots)}"
            rows = [[options_in_words(each.options), points(each.difference), points_interval(each), f"{each.games:,}"] for each in effects]
            yield markdown(["option", "points", "95 %", "games"], rows)


def _deals(balance: Balance) -> Iterator[str]:
    yield "## Easy and hard deals"
    yield "How often a novice gets home, by her cell and her wish: the hardest deals, then the easiest."
    for bots in balance.bots:
        cells = balance.editions_played(*bots)
        for deck in dict.fromkeys(each.deck for each in cells):
            rates = difficulty(each for each in cells if each.deck == deck)
            ordered = sorted(rates, key=lambda deal: rates[deal].share)
            rows = []
            for cell, wish in dict.fromkeys([*ordered[:LISTED], *ordered[-LISTED:]]):
                rate = rates[cell, wish]
                rows.append([f"cell {cell}, {wish_name(deck, wish)}", percent(rate.share), interval(rate), f"{rate.games:,}"])
            yield f"### {bots_in_words(*bots).capitalize()}, deck {deck}"
            yield markdown(["deal", "gets home", "95 %", "games"], rows)


def _fair(balance: Balance) -> Iterator[str]:
    if bots := balance.fairest_bots:
        yield "## Fair tables"
        yield (
            f"What the lobby offers as fair: of all measured options, those that bring the odds nearest to even, {bots_in_words(*bots)}. "
            "They were chosen by the games with even numbers; the odds are those of the games with odd numbers. Those farther "
            "than 10 points from even odds are not offered."
        )
        head = ["edition", "players", "options", "guards win", "95 %", "as it is", "games"]
        yield markdown(head, [fair_row(each) for each in balance.handicaps(*bots)])


def balance_pictures(balance: Balance) -> dict[str, str]:
    """Returns the pictures by name: the guards' share of wins, with a panel for each pair of bots."""
    panels = []
    for guards, novices in balance.bots:
        lines = []
        for edition in dict.fromkeys(each.cell.edition for each in balance.editions_played(guards, novices)):
            own = [
                each for each in balance.editions_played(guards, novices) if (each.cell.edition, each.cell.guard_players) == (edition, 1)
            ]
            own.sort(key=lambda each: each.cell.novices)
            spots = [(float(each.cell.novices), 100 * each.rate.share) for each in own]
            lines.append(PlotLine(edition, spots, [(100 * low, 100 * high) for low, high in (each.rate.interval for each in own)]))
        if lines:
            panels.append(Panel(f"{guards} / {novices}: guards win %", "novices", lines, top=100))
    return {PICTURE: plot(panels)} if panels else {}
