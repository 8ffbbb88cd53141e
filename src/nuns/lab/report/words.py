"""Figures and cells in words, and the columns of tables made of them, as the report and the documents write them."""

from collections.abc import Callable, Iterable, Mapping

from nuns.board.convent import the_convent
from nuns.lab.balance import Balance, CellResults, Handicap, OptionEffect, Rate, mean
from nuns.lab.grid import GridCell
from nuns.lab.report.tables import INTERVAL
from nuns.referee.sentences import count_noun
from nuns.rules.options import help_of

LISTED = 5  # dots under a map, and deals at either end


def percent(share: float) -> str:
    """Returns a share as a percentage."""
    return f"{share:.1%}"


def interval(rate: Rate) -> str:
    """Returns the 95 % interval of a rate."""
    return share_interval(*rate.interval)


def share_interval(low: float, high: float) -> str:
    """Returns an interval of shares as percentages."""
    return f"{low:.1%} to {high:.1%}"


def points(difference: float) -> str:
    """Returns a difference of shares in percentage points."""
    text = f"{100 * difference:+.1f}".replace("-", "\N{MINUS SIGN}")
    return "0.0" if text.endswith(("+0.0", "\N{MINUS SIGN}0.0")) and len(text) == 4 else text


def points_interval(effect: OptionEffect) -> str:
    """Returns the 95 % interval of an effect in percentage points."""
    low, high = effect.interval
    return f"{points(low)} to {points(high)}"


def bots_in_words(guards: str, novice_bots: str) -> str:
    """Returns who played against whom."""
    return f"{guards} guards against {' and '.join(dict.fromkeys(novice_bots.split(',')))} novices"


def faults_in_words(balance: Balance) -> str:
    """Returns a warning of bots' faults, or "" where there were none."""
    if not balance.faults:
        return ""
    pairs = ", ".join(f"{bots_in_words(*bots)} ({faults:,})" for bots, faults in balance.faulty_bots.items())
    times = count_noun(balance.faults, "time")
    return f"Bots failed {times}, and a random action was taken instead: {pairs}. The figures are not those of the bots alone."


def warnings_of(balance: Balance) -> list[str]:
    """Returns what a reader of the figures must know: faults of bots, and tables that different versions played."""
    versions = balance.versions
    differing = (
        f"The tables were played by different versions, {' and '.join(versions)}: what differs between them may be of the program."
        if len(versions) > 1
        else ""
    )
    return list(filter(None, (faults_in_words(balance), differing)))


def players_in_words(cell: GridCell) -> str:
    """Returns how many play."""
    return count_noun(cell.novices, "novice") + (", two guard players" if cell.guard_players == 2 else "")


def players_in_short(cell: GridCell) -> str:
    """Returns how many play, as short as a chart needs it: novices, and guard players if there are two."""
    return f"{cell.novices}" if cell.guard_players == 1 else f"{cell.novices}+{cell.guard_players}"


def options_in_words(text: str) -> str:
    """Returns what differs from the edition."""
    return text.replace(",", ", ") or "as it is"


def novices_in_short(cells: Iterable[GridCell]) -> str:
    """Returns with how many novices something was played, such as ``1, 3``, ``1-6`` or ``6, 6+2`` where there are two guard players too."""
    played = sorted(set(cells), key=lambda cell: (cell.guard_players, cell.novices))
    counts = list(dict.fromkeys(cell.novices for cell in played if cell.guard_players == 1))
    is_run = len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1
    alone = [f"{counts[0]}-{counts[-1]}"] if is_run else map(str, counts)
    return ", ".join((*alone, *dict.fromkeys(players_in_short(cell) for cell in played if cell.guard_players == 2)))


def command_of(results: CellResults) -> str:
    """Returns the command that plays the games of a cell again and prints their figures."""
    cell, (seed, _) = results.cell, min(results.wins)
    chosen = [f"--edition {cell.edition}", *(f"--set {each}" for each in cell.options.split(",") if each), f"--novices {cell.novices}"]
    chosen += ["--guard-players 2"] if cell.guard_players == 2 else []
    return f"nuns simulate --games {results.games} --seed {seed} {' '.join(chosen)} --guards {cell.guards} --novice-bots {cell.novice_bots}"


def room_of(dot: int) -> str:
    """Returns the name of the room in which a dot lies."""
    return next(room.name for room in the_convent().rooms if dot in room.dots)


def wish_name(deck: str, number: int) -> str:
    """Returns what a wish card names."""
    return next(card.thing for card in the_convent().wish_cards[deck] if card.key == number)


def range_of_games(cells: Iterable[CellResults]) -> str:
    """Returns how many games the cells have: a number, or the least and the most."""
    counts = [each.games for each in cells]
    least, most = min(counts), max(counts)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def explained(options: str) -> str:
    """Returns the help of an option, where only one differs."""
    return help_of(options.partition("=")[0]) if "," not in options else ""


WHO: Mapping[str, Callable[[CellResults], str]] = {
    "edition": lambda each: each.cell.edition,
    "players": lambda each: players_in_words(each.cell),
}
WINS: Mapping[str, Callable[[CellResults], str]] = {
    "guards win": lambda each: percent(each.rate.share),
    INTERVAL: lambda each: interval(each.rate),
    "games": lambda each: f"{each.games:,}",
}
LENGTHS: Mapping[str, Callable[[CellResults], str]] = {
    "turns, mean": lambda each: f"{mean(each.turns):.1f}",
    "captures, mean": lambda each: f"{mean(each.captures):.1f}",
}
EFFECTS: Mapping[str, Callable[[OptionEffect], str]] = {
    "option": lambda each: options_in_words(each.options),
    "novices": lambda each: novices_in_short(each.cells),
    "points": lambda each: points(each.difference),
    INTERVAL: points_interval,
    "games": lambda each: f"{each.games:,}",
    "what it is": lambda each: explained(each.options),
}
HANDICAPS: Mapping[str, Callable[[Handicap], str]] = {
    "edition": lambda each: each.cell.edition,
    "players": lambda each: players_in_words(each.cell),
    "options": lambda each: options_in_words(each.cell.options),
    "guards win": lambda each: percent(each.odds.share),
    INTERVAL: lambda each: interval(each.odds),
    "as it is": lambda each: percent(each.before.share),
    "games": lambda each: f"{each.odds.games:,}",
}


def deals_in(deck: str, rates: Mapping[tuple[int, int], Rate]) -> Mapping[str, Callable[[tuple[int, int]], str]]:
    """Returns the columns of a table of deals: a novice's cell and her wish card, and how often she got home."""
    return {
        "deal": lambda deal: f"cell {deal[0]}, {wish_name(deck, deal[1])}",
        "gets home": lambda deal: percent(rates[deal].share),
        INTERVAL: lambda deal: interval(rates[deal]),
        "games": lambda deal: f"{rates[deal].games:,}",
    }
