"""The report as one page of HTML that needs nothing else: figures as text, plots and maps as SVG, no scripts."""

from collections.abc import Iterator, Mapping, Sequence

from nuns.board.svg import element, number
from nuns.board.svg import words as escaped
from nuns.lab.balance import Balance, Rate, difficulty, dots_of
from nuns.lab.plot import colour_of, dashes_of
from nuns.lab.report.board_map import board_map, busiest, plan_symbol
from nuns.lab.report.charts import editions_of, effects_chart, endings_chart, length_chart, rates_chart
from nuns.lab.report.style import STYLE
from nuns.lab.report.tables import caption_of, table_of
from nuns.lab.report.words import (
    EFFECTS,
    HANDICAPS,
    LENGTHS,
    LISTED,
    WHO,
    WINS,
    bots_in_words,
    deals_in,
    novices_in_short,
    percent,
    range_of_games,
    room_of,
    warnings_of,
    wish_name,
)
from nuns.lab.rows import KINDS, NUMBERS
from nuns.referee.game_setup import PLAYED_ENDINGS
from nuns.referee.sentences import count_noun

SECTIONS = {
    "rates": "Who wins",
    "endings": "How games end",
    "effects": "What options do",
    "maps": "Where it happens",
    "deals": "Easy and hard deals",
    "fair": "Fair tables",
    "method": "How this was made",
}
MAP_TITLES = {
    "visited": "Where novices go",
    "seen": "Where novices are seen",
    "heard": "Where novices are heard",
    "caught": "Where novices are caught",
    "patrolled": "Where guards patrol",
}
WISHES = range(1, 9)
ENDINGS = {ending: lambda each, ending=ending: percent(each.endings[ending] / each.games) for ending in PLAYED_ENDINGS}
CAUTION = (
    "These are games between bots. A rate says how strong these guards are against these novices; people, and other bots, will see others. "
    "Differences between options and editions are measured on the same deals and dice, and depend less on who plays."
)


def report_page(balance: Balance, title: str = "Nuns on the Run: the balance") -> str:
    """Returns the whole page."""
    sections = {
        "rates": list(_rates(balance)),
        "endings": list(_endings(balance)),
        "effects": list(_effects(balance)),
        "maps": list(_maps(balance)),
        "deals": list(_deals(balance)),
        "fair": list(_fair(balance)),
        "method": list(_method(balance)),
    }
    there = {SECTIONS[name]: parts for name, parts in sections.items() if parts}
    plan = plan_symbol() if sections["maps"] else ""
    return page_of(title, CAUTION, there, _facts(balance), plan)


def page_of(title: str, intro: str, sections: Mapping[str, Sequence[str]], facts: str = "", symbols: str = "") -> str:
    """Returns a page with its head, links to its sections by title, and the sections; it needs nothing else."""
    ids = {name: name.lower().replace(" ", "-") for name in sections}
    links = [element("a", escaped(name), href=f"#{ids[name]}") for name in sections]
    body = [
        element(
            "section", element("h2", escaped(name), id=f"{ids[name]}-title"), *parts, id=ids[name], aria_labelledby=f"{ids[name]}-title"
        )
        for name, parts in sections.items()
    ]
    head = "".join(
        (
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            element("title", escaped(title)),
            f"<style>{STYLE}</style>",
        )
    )
    main = element("main", element("h1", escaped(title)), facts, element("p", escaped(intro)), element("nav", *links), *body)
    return f'<!doctype html>\n<html lang="en">\n<head>{head}</head>\n<body>\n{symbols}{main}\n</body>\n</html>\n'


def _facts(balance: Balance) -> str:
    figures = [
        (f"{balance.games:,}", "games"),
        (f"{len(balance.cells):,}", "combinations"),
        (range_of_games(balance.cells.values()), "games of each"),
        (str(len(balance.bots)), "pairs of bots"),
    ]
    items = [element("li", element("strong", figure), text) for figure, text in figures]
    warnings = "".join(element("p", element("strong", "Warning: "), escaped(told), role="note") for told in warnings_of(balance))
    return element("ul", *items, cls="facts") + warnings + element("p", f"Version {', '.join(balance.versions)}.", cls="soft")


def figure(picture: str, caption: str) -> str:
    """Returns a picture with the words below it."""
    return element("figure", picture, element("figcaption", escaped(caption)))


def legend(names: Sequence[str]) -> str:
    """Returns which line of a plot is whose, by colour and pattern."""
    items = []
    for place, name in enumerate(names):
        line = element("path", d="M0 5H30", stroke=colour_of(place), stroke_width=3, stroke_dasharray=dashes_of(place))
        items.append(element("li", element("svg", line, viewBox="0 0 30 10", aria_hidden="true"), escaped(name)))
    return element("ul", *items, cls="legend") if len(names) > 1 else ""


def _rates(balance: Balance) -> Iterator[str]:
    for guards, novices in balance.bots:
        if cells := balance.editions_played(guards, novices):
            said = bots_in_words(guards, novices)
            yield element("h3", escaped(said[0].upper() + said[1:]))
            names = legend(editions_of(cells))
            pictures = figure(names + rates_chart(cells), "The guards' share of wins by the number of novices, with 95 % intervals.")
            pictures += figure(names + length_chart(cells), "In which turn games end.")
            yield element("div", pictures, cls="pair")
            caption = f"Editions as they are, {said}; intervals at 95 % (Wilson)"
            yield table_of(cells, {**WHO, **WINS, **LENGTHS}, caption).html


def _endings(balance: Balance) -> Iterator[str]:
    if any(balance.editions_played(*bots) for bots in balance.bots):
        yield element(
            "p",
            "Home: a novice is back in her cell with her wish. Captures: the guards have caught as many as they need. "
            "Dawn: the last turn is over.",
        )
    for guards, novices in balance.bots:
        if cells := balance.editions_played(guards, novices):
            yield element("h3", escaped(bots_in_words(guards, novices).capitalize()))
            yield figure(endings_chart(cells), "How games ended, as a share of all games of a row.")
            yield _folded(table_of(cells, {**WHO, **ENDINGS}, "How games ended").html, "The same as a table")


def _effects(balance: Balance) -> Iterator[str]:
    pooled = {bots: balance.pooled_effects(*bots) for bots in balance.bots}
    if any(pooled.values()):
        yield element(
            "p",
            "Each variant beside its edition as it is, on the same deals and dice: by how many points the guards win more often. "
            "Pale lines with hollow points cross zero: the games do not show an effect. Intervals at 95 % (Bonett and Price).",
        )
    for bots, editions in pooled.items():
        for edition, effects in editions.items():
            told, counts = bots_in_words(*bots), novices_in_short(cell for each in effects for cell in each.cells)
            before = balance.before(effects)
            yield element("h3", escaped(f"{edition}, {told}"))
            yield figure(
                effects_chart(effects),
                f"{edition}, novices: {counts}. As it is, the guards win {percent(before.share)} of {before.games:,} games.",
            )
            caption = f"{edition}, {told}, over the numbers of novices that were played"
            yield _folded(table_of(effects, EFFECTS, caption).html, "The same as a table")
            own = sorted(
                (each for each in balance.effects(*bots) if each.edition == edition),
                key=lambda each: (each.cells[0].novices, -each.difference),
            )
            if len(own) > len(effects):
                yield _folded(table_of(own, EFFECTS, f"{edition}, {told}, by number of novices").html, "By number of novices")


def _folded(inside: str, summary: str) -> str:
    return element("details", element("summary", summary), inside)


def _maps(balance: Balance) -> Iterator[str]:
    for guards, novices in balance.bots:
        counts, games = dots_of(balance.editions_played(guards, novices))
        if games:
            said = bots_in_words(guards, novices)
            yield element("h3", escaped(said.capitalize()))
            yield element(
                "p", f"{games:,} games of all editions as they are. Larger and brighter is more often; point at a dot for its figure."
            )
            maps = []
            for kind in KINDS:
                first = ", ".join(f"{dot} ({room_of(dot)}, {100 * counts[kind][dot] / games:.0f})" for dot in busiest(counts[kind], LISTED))
                caption = f"{MAP_TITLES[kind]}. Most often in 100 games: {first or 'nowhere'}."
                maps.append(figure(board_map(MAP_TITLES[kind], counts[kind], games), caption))
            yield element("div", *maps, cls="pair")


def _deals(balance: Balance) -> Iterator[str]:
    for guards, novices in balance.bots:
        cells = balance.editions_played(guards, novices)
        for deck in dict.fromkeys(each.deck for each in cells):
            own = [each for each in cells if each.deck == deck]
            rates = difficulty(own)
            editions = ", ".join(dict.fromkeys(each.cell.edition for each in own))
            yield element("h3", escaped(f"{bots_in_words(guards, novices).capitalize()}, deck {deck}"))
            yield _matrix(rates, deck, f"How often a novice gets home, by her cell and her wish ({editions})")
            ordered = sorted(rates, key=lambda deal: rates[deal].share)
            for name, deals in (("Hardest", ordered[:LISTED]), ("Easiest", ordered[: -LISTED - 1 : -1])):
                yield table_of(deals, deals_in(deck, rates), f"{name} deals").html


def _matrix(rates: dict[tuple[int, int], Rate], deck: str, caption: str) -> str:
    shares = [rate.share for rate in rates.values()]
    least, most = min(shares), max(shares)
    head = [element("th", "cell", scope="col")] + [element("th", escaped(wish_name(deck, wish)), scope="col") for wish in WISHES]
    rows = []
    for cell in NUMBERS:
        shown = []
        for wish in WISHES:
            if rate := rates.get((cell, wish)):
                heat = 100 * (rate.share - least) / (most - least) if most > least else 50
                shown.append(
                    element("td", f"{rate.share:.0%}", element("small", f"{rate.games:,}"), cls="shade", style=f"--heat:{number(heat)}%")
                )
            else:
                shown.append(element("td", "–"))
        rows.append(element("tr", element("th", str(cell), scope="row"), *shown))
    inside = element("table", caption_of(caption), element("thead", element("tr", *head)), element("tbody", *rows))
    return element("div", inside, cls="scroll matrix", tabindex=0, role="region", aria_label=caption)


def _fair(balance: Balance) -> Iterator[str]:
    fairest = {bots: found for bots in balance.bots if (found := balance.handicaps(*bots))}
    if fairest:
        yield element(
            "p",
            "Of all measured options, those whose games with even numbers are nearest to even odds; the odds are those of games with "
            "odd numbers, by which nothing was chosen. The edition as it is competes like the others. The lobby offers those within "
            "10 points of even odds.",
        )
        for bots, found in fairest.items():
            yield table_of(found, HANDICAPS, f"Nearest to even odds, {bots_in_words(*bots)}").html


def _method(balance: Balance) -> Iterator[str]:
    for head in balance.heads.values():
        pairs = ", ".join(dict.fromkeys(f"{cell.guards}/{cell.novice_bots}" for cell, _ in head.grid.cells))
        yield element(
            "p",
            escaped(
                f"{count_noun(len(head.grid.cells), 'combination')}, {head.grid.games:,} games, seed {head.grid.seed}, bots {pairs}, "
                f"version {head.version}. Game i is the same deal and the same dice in every combination with as many players."
            ),
        )
    yield element(
        "p", "Made with <code>nuns simulate --grid</code> and <code>nuns report</code>; the same grid gives the same table, byte for byte."
    )
