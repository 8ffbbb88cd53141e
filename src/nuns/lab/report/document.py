"""The figures of the report for ``docs/balance.md``: tables in Markdown, and pictures that are legible on light and dark pages."""

from collections.abc import Iterator, Sequence
from shlex import quote

from nuns.lab.balance import Balance, CellResults, Rate, difficulty
from nuns.lab.grid import GridCell
from nuns.lab.plot import plot
from nuns.lab.report.charts import rates_panel
from nuns.lab.report.tables import INTERVAL, Table, table_of
from nuns.lab.report.words import (
    EFFECTS,
    HANDICAPS,
    LENGTHS,
    LISTED,
    WHO,
    WINS,
    bots_in_words,
    command_of,
    deals_in,
    interval,
    percent,
    players_in_words,
    points,
    warnings_of,
)
from nuns.referee.game_setup import PLAYED_ENDINGS

BEGIN, END = "<!-- balance: written by nuns report -->", "<!-- balance ends -->"
PICTURE = "balance.svg"
ENDINGS = {ending: lambda each, ending=ending: f"{each.endings[ending] / each.games:.0%}" for ending in PLAYED_ENDINGS}


def balance_page(balance: Balance, pictures: str) -> str:
    """Returns all sections; ``pictures`` is where the pictures are, as seen from the page."""
    shown = f"![the guards' share of wins by edition and number of novices]({pictures}/{PICTURE})"
    sections = (_made, _strength, _rates, _effects, _deals, _fair)
    first, *others = ("\n\n".join(section(balance)) for section in sections)
    return "\n\n".join((first, shown, *filter(None, others)))


def _made(balance: Balance) -> Iterator[str]:
    rows = []
    for name, head in balance.heads.items():
        pairs = ", ".join(dict.fromkeys(f"{cell.guards} / {cell.novice_bots}" for cell, _ in head.grid.cells))
        played = sum(balance.cells[cell].games for cell, _ in head.grid.cells if cell in balance.cells)
        games = f"{played:,}" if played == head.grid.games else f"{played:,} of {head.grid.games:,}"
        rows.append([f"`{name}`", pairs, games, f"{len(head.grid.cells):,}", str(head.grid.seed), f"`{head.version}`"])
    for told in warnings_of(balance):
        yield f"**Warning:** {told}"
    yield Table(["table", "guards / novices", "games", "combinations", "seed", "version"], rows).markdown


def _strength(balance: Balance) -> Iterator[str]:
    """Yields the same tables played by different bots side by side, and how far they are apart."""
    pairs = [bots for bots in balance.bots if balance.editions_played(*bots)]
    played = [{_seats(each.cell): each for each in balance.editions_played(*bots)} for bots in pairs]
    shared = [seats for seats in played[0] if all(seats in cells for cells in played)] if len(played) > 1 else []
    if not shared:
        return
    yield "## What depends on the bots"
    yield "The guards' share of wins in the same rows, played by different bots; games of one row have the same deals."
    rows = []
    for seats in shared:
        rates = [cells[seats].rate for cells in played]
        cell = played[0][seats].cell
        rows.append([cell.edition, players_in_words(cell), *(f"{percent(rate.share)} ({interval(rate)})" for rate in rates)])
    yield Table(["edition", "players", *(f"{guards} / {novices}" for guards, novices in pairs)], rows).markdown
    for (guards, novices), cells in zip(pairs[1:], played[1:], strict=True):
        gaps = {seats: cells[seats].rate.share - played[0][seats].rate.share for seats in shared}
        widest = max(shared, key=lambda seats: abs(gaps[seats]))
        mean_gap = sum(map(abs, gaps.values())) / len(gaps)
        yield (
            f"From {' / '.join(pairs[0])} to {guards} / {novices} a row changes by {100 * mean_gap:.1f} points on average, and most, by "
            f"{points(gaps[widest])}, in {widest[0]} with {players_in_words(cells[widest].cell)}. {_agreement(played[0], cells, shared)}"
        )


def _seats(cell: GridCell) -> tuple[str, int, int]:
    return cell.edition, cell.novices, cell.guard_players


def _agreement(
    one: dict[tuple[str, int, int], CellResults], two: dict[tuple[str, int, int], CellResults], shared: Sequence[tuple[str, int, int]]
) -> str:
    """Returns in words how far the hard deals of one pair of bots are those of another."""
    told = []
    for deck in dict.fromkeys(one[seats].deck for seats in shared):
        hardest = []
        for cells in (one, two):
            rates = difficulty(cells[seats] for seats in shared if cells[seats].deck == deck)
            hardest.append(set(_from_hardest(rates)[: len(rates) // 2]))
        told.append(f"of the {len(hardest[0])} harder deals of deck {deck}, {len(hardest[0] & hardest[1])} are among the harder for both")
    said = "; ".join(told)
    return f"{said[0].upper()}{said[1:]}."


def _from_hardest(rates: dict[tuple[int, int], Rate]) -> list[tuple[int, int]]:
    return sorted(rates, key=lambda deal: (rates[deal].share, deal))


def _rates(balance: Balance) -> Iterator[str]:
    yield "## Who wins"
    for bots in balance.bots:
        if cells := balance.editions_played(*bots):
            yield f"### {bots_in_words(*bots).capitalize()}"
            yield table_of(cells, {**WHO, **WINS, **ENDINGS, **LENGTHS}).markdown
            yield f"One row again, here the first: `{command_of(cells[0])}`."


def _effects(balance: Balance) -> Iterator[str]:
    pooled = {bots: editions for bots in balance.bots if (editions := balance.pooled_effects(*bots))}
    if pooled:
        yield "## What options do"
        yield (
            "By how many points the guards win more often with one option changed, on the same deals and dice, over the numbers of novices "
            "that were played. An interval that holds 0 shows no effect, and of so many rows one in twenty leaves 0 out by chance."
        )
    for bots, editions in pooled.items():
        for edition, effects in editions.items():
            yield f"### {edition}, {bots_in_words(*bots)}"
            yield table_of(effects, {name: EFFECTS[name] for name in ("option", "points", INTERVAL, "novices", "games")}).markdown
            first = effects[0].cells[0]
            yield (
                f"Again: `{_report(balance, bots)} --json` has every difference by number of novices; the games of "
                f"the first row with {players_in_words(first)} are `{command_of(balance.cells[first])}`, beside the same without "
                f"`--set {first.options}`."
            )


def _deals(balance: Balance) -> Iterator[str]:
    yield "## Easy and hard deals"
    yield "How often a novice gets home, by her cell and her wish, in all editions with the deck: the hardest deals, then the easiest."
    for bots in balance.bots:
        cells = balance.editions_played(*bots)
        for deck in dict.fromkeys(each.deck for each in cells):
            rates = difficulty(each for each in cells if each.deck == deck)
            ordered = _from_hardest(rates)
            yield f"### {bots_in_words(*bots).capitalize()}, deck {deck}"
            shown = dict.fromkeys([*ordered[:LISTED], *ordered[-LISTED:]])
            yield table_of(shown, deals_in(deck, rates)).markdown
        if cells:
            yield f"All deals: `{_report(balance, bots)} --json`."


def _fair(balance: Balance) -> Iterator[str]:
    if bots := balance.fairest_bots:
        yield "## Fair tables"
        yield (
            f"What the lobby offers as fair: of all measured options, those that bring the odds nearest to even, {bots_in_words(*bots)}. "
            "They were chosen by the games with even numbers, as those whose interval has its worse end nearest to 50 %; the edition as it "
            "is competes with them. The odds are those of the games with odd numbers. Those farther "
            "than 10 points from even odds are not offered. These odds are those of these bots; people will see others."
        )
        found = balance.handicaps(*bots)
        yield table_of(found, {**HANDICAPS, "offered": lambda each: "yes" if each.is_fair else "no"}).markdown
        first = command_of(balance.cells[found[0].cell])
        yield f"Again: `{_report(balance, bots)} --fair fair.json`; all games of the first row: `{first}`."


def _report(balance: Balance, bots: tuple[str, str]) -> str:
    """Returns the command that reads the tables of two bots again, without what it shall write."""
    return f"nuns report {' '.join(map(quote, balance.tables_of(*bots)))}"


def balance_pictures(balance: Balance) -> dict[str, str]:
    """Returns the pictures by name: the guards' share of wins, with a panel for each pair of bots."""
    panels = []
    for guards, novices in balance.bots:
        if cells := balance.editions_played(guards, novices):
            panels.append(rates_panel(cells, f"{guards} / {novices}: guards win, %", named=True))
    return {PICTURE: plot(panels, "The guards' share of wins by edition and number of novices")} if panels else {}
