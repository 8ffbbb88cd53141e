"""The analysis of a night in English: the phrases that ``nuns analyse`` writes, from the texts of the client (``make types``)."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import floor
from typing import Any, NamedTuple

from nuns.analysis.findings import SLIPS, Account, Certainty, DecisionReview, LedgerEntry, Point, StoryLine, TurningPoint, ValuedMove
from nuns.analysis.story import IN_SIGHT
from nuns.referee.seats import GUARD_NAMES

Names = Mapping[str, str]  # of the people who played, by seat
NOBODY: Names = {}
PARTS = {
    "deal": "after the deal",
    "novices": "novices moved",
    "noise": "noise made",
    "guards": "guards moved",
    "listening": "guards listened",
    "end": "the end",
}
LEADS = ((0.97, "sure"), (0.8, "far"), (0.6, "ahead"))
LARGEST = 5


class AccountSum(NamedTuple):
    """A player's night in whole points: ``start``, ``luck``, ``own`` and ``others`` add up to ``result``."""

    start: int
    luck: int
    own: int
    others: int
    result: int
    without: int  # the result less the luck


@cache
def texts() -> Mapping[str, Any]:
    """Returns the texts by their keys; one for one thing and for several has both."""
    found: Mapping[str, Any] = json.loads(files("nuns.lab.report").joinpath("english.json").read_text(encoding="utf-8"))
    return found


def text(key: str, **values: str | int) -> str:
    """Returns a text of the client with its gaps filled; ``count`` says of how many things it is."""
    found = texts()[key]
    if not isinstance(found, str):
        found = found["one" if values["count"] == 1 else "other"]
    return str(found.format(**values))


def sentence_of(line: StoryLine, names: Names = NOBODY) -> str:
    """Returns a line of the story."""
    values = {name: figure_name(value, names) if isinstance(value, str) else value for name, value in line.values.items()}
    return capital(text(f"analysis.story.{line.code}", **values))


def figure_name(figure: str, names: Names = NOBODY) -> str:
    """Returns a seat or figure as English sentences name it; a novice whose player has a name is called by both."""
    if figure in GUARD_NAMES:
        return f"the {figure.capitalize()}"
    if not figure.startswith("novice-"):
        return f"the {figure}"
    novice = figure.replace("-", " ")
    return f"{names[figure]} ({novice})" if figure in names else novice


def capital(told: str) -> str:
    """Returns text that begins with a capital."""
    return told[:1].upper() + told[1:]


def people_of(seats: Mapping[str, str]) -> Names:
    """Returns the names of the people who played; a bot is known by its figure."""
    return {seat: name for seat, name in seats.items() if not (name.startswith("bot (") and name.endswith(")"))}


def seat_name(seat: str, names: Names) -> str:
    """Returns a seat as a title, with the name of who sat there."""
    if seat.startswith("novice-"):
        return capital(figure_name(seat, names))
    return f"{seat.capitalize()} ({names[seat]})" if seat in names else seat.capitalize()


def whole_percent(share: float) -> str:
    """Returns a share in whole per cent; an estimate is never certain."""
    return f"{share if share <= 0 or share >= 1 else min(0.99, max(0.01, share)):.0%}"


def estimated_percent(chance: float) -> str:
    """Returns the chance of a choice in whole per cent; even where all roll-outs agree it is an estimate."""
    return whole_percent(min(0.99, max(0.01, chance)))


def whole_points(share: float) -> int:
    """Returns a share in whole points, as the page rounds them."""
    return floor(100 * share + 0.5)


def plain(points: int) -> str:
    """Returns points as text, a negative number with a minus sign."""
    return str(points).replace("-", "\N{MINUS SIGN}")


def signed(points: int) -> str:
    """Returns a change in points with its sign."""
    return plain(points) if points <= 0 else f"+{points}"


def chance_and_error(chance: float, error: float) -> str:
    """Returns a chance with its standard error, unless the result is known."""
    return f"{whole_percent(chance)} ± {max(1, whole_points(error))}" if error > 0 else whole_percent(chance)


def lead(point: Point) -> str:
    """Returns in words who is ahead, as far as the chance less its error allows it to be said."""
    side, chance = ("guards", point.guards) if point.guards >= 0.5 else ("novices", 1 - point.guards)
    if point.part == "end":
        return text(f"analysis.lead.{side}.over")
    if chance < LEADS[-1][0]:
        return text("analysis.lead.even")
    found = next((word for limit, word in LEADS if chance - point.error >= limit), "perhaps")
    return text(f"analysis.lead.{side}.{found}")


def part_labels(curve: Sequence[Point]) -> list[str]:
    """Returns for each point which part of its turn was over; where the novices move more than once in a turn, which of their movements."""
    times = Counter((point.turn, point.part) for point in curve)
    so_far: Counter[tuple[int, str]] = Counter()
    labels = []
    for point in curve:
        which = point.turn, point.part
        so_far[which] += 1
        of = f" ({so_far[which]} of {times[which]})" if times[which] > 1 else ""
        labels.append(PARTS[point.part] + of)
    return labels


def choice_text(choice: ValuedMove) -> str:
    """Returns a choice in a few words: a movement card and where it ends, a path, where a guard goes, or a blessing."""
    if choice.gait == "stand":
        return text("game.gait.stand")
    if choice.gait:
        told = text("game.choice.plan", gait=choice.gait, dot=choice.route[-1])
        return told if len(set(choice.route)) == len(choice.route) else f"{told} ({'-'.join(map(str, choice.route))})"
    first = choice.actions[0].split() if choice.actions else []
    if first[1:2] == ["takes"]:
        path = path_name(first[2])
        return text("game.choice.path", path=path, dot=choice.route[-1]) if len(choice.route) > 1 else path
    match choice.actions[-1].split() if choice.actions else []:
        case [figure, "first"]:
            return text("game.choice.first", figure=figure_name(figure))
        case [_, "stops", *_]:
            return text("game.choice.to", dot=choice.route[-1]) if len(choice.route) > 1 else text("game.choice.stop")
        case [_, "pass"]:
            return text("game.choice.pass")
        case [_, "marks", _, where]:
            return text("game.choice.mark", dot=where)
        case [_, way, *_] if choice.route or ("-" in way and way.replace("-", "").isdigit()):
            return text("game.choice.to", dot=choice.route[-1] if choice.route else way.split("-")[-1])
        case [_, blessing, *targets]:
            named = ", ".join(each if each.isdigit() else figure_name(each) for each in targets)
            return blessing.replace("-", " ") + (f" ({named})" if named else "")
        case _:
            return text("game.choice.stop")


def path_name(path: str) -> str:
    """Returns a path card as the page names it."""
    if (key := f"game.path.{path}") in texts():
        return text(key)
    colour, one, two = path.split("-")
    return text(f"game.path.{colour}", one=one, two=two)


def played_text(review: DecisionReview) -> str:
    """Returns what was played, with its chance."""
    return text("analysis.decisions.played", choice=choice_text(review.played), percent=estimated_percent(review.played.chance))


def alternative_text(review: DecisionReview) -> str:
    """Returns another way with its chance, if it may have been worth a point more; only what is clearly better is called so."""
    if review.best is None or whole_points(review.cost) < 1:
        return ""
    key = "better" if review.mark in SLIPS else "perhaps"
    return text(f"analysis.decisions.{key}", choice=choice_text(review.best), percent=estimated_percent(review.best.chance))


def cost_text(review: DecisionReview) -> str:
    """Returns how much the other way was worth more, with its interval."""
    cost, low, high = (whole_points(share) for share in (review.cost, review.low, review.high))
    return text("analysis.decisions.cost", points=cost, low=low, high=high, count=cost)


def decision_text(review: DecisionReview, names: Names) -> str:
    """Returns one decision in sentences: what it is called, what was played, and another way if there was any."""
    said = f"Turn {review.turn}, {figure_name(review.figure, names)}: {text(f'analysis.mark.{review.mark}')}. {played_text(review)}."
    alternative = alternative_text(review)
    return f"{said} {alternative}, {cost_text(review)}." if alternative else said


def counts_text(reviews: Sequence[DecisionReview]) -> str:
    """Returns how many choices were clearly good, how many clearly worse than another, and how many too close to call."""
    worse = sum(each.mark in SLIPS for each in reviews)
    close = sum(each.mark == "unclear" for each in reviews)
    key = "analysis.decisions.counts" if worse else "analysis.decisions.counts.flawless"
    return text(key, count=len(reviews), good=len(reviews) - worse - close, worse=worse, close=close)


def turning_text(turning: TurningPoint, names: Names) -> str:
    """Returns a turning point in two sentences."""
    key = f"analysis.turning.{turning.reason}"
    key = f"{key}.{turning.seat}" if f"{key}.{turning.seat}" in texts() else key
    what = capital(text(key, who=figure_name(turning.seat, names)))
    way = "up" if turning.after >= turning.before else "down"
    swing = text(f"analysis.swing.{way}", before=whole_percent(turning.before), after=whole_percent(turning.after))
    return f"Turn {turning.turn}: {what} {swing}"


def surest_text(certainty: Certainty) -> str:
    """Returns how sure the guards were of a novice at most, and when they had her in sight."""
    row = list(zip(certainty.turns, certainty.sure, strict=True))
    seen = [str(turn) for turn, sure in row if sure >= IN_SIGHT]
    guesses = [(turn, sure) for turn, sure in row if sure < IN_SIGHT]
    told = []
    if seen:
        turns = f"{', '.join(seen[:-1])} and {seen[-1]}" if len(seen) > 1 else seen[0]
        told.append(text("analysis.certainty.seen", turns=turns, count=len(seen)))
    if guesses:
        turn, sure = max(guesses, key=lambda guess: guess[1])
        told.append(text("analysis.certainty.most", percent=whole_percent(sure), turn=turn))
    return "; ".join(told)


def sum_of(account: Account) -> AccountSum:
    """Returns a player's night in whole points that add up: what the others changed takes up what is lost by rounding."""
    start, luck, own, result = map(whole_points, (account.start, account.luck, account.decisions, account.result))
    return AccountSum(start, luck, own, result - start - luck - own, result, result - luck)


def largest_entries(entries: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Returns what moved the night most."""
    return sorted(entries, key=lambda entry: -abs(entry.change))[:LARGEST]


def drawn(entries: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Returns the deal and the dice, in the order of the night."""
    return [entry for entry in entries if entry.kind in ("deal", "die")]


def entry_text(entry: LedgerEntry, names: Names) -> str:
    """Returns what moved the night: the deal, a die, or a choice."""
    if entry.kind == "deal":
        return text("analysis.entry.deal")
    if entry.kind != "die":
        told = text("analysis.entry.decision", who=figure_name(entry.seat, names))
    elif entry.seat in ("", "guards"):
        told = text("analysis.entry.die.guards", face=entry.face)
    else:
        told = text("analysis.entry.die", of=f"of {figure_name(entry.seat, names)}", face=entry.face)
    return f"Turn {entry.turn}: {told}"


def change_text(entry: LedgerEntry) -> str:
    """Returns what an entry changed, for the side that it helped."""
    points = whole_points(abs(entry.change))
    side = "guards" if entry.change >= 0 else "novices"
    return text(f"analysis.ledger.change.{side}", points=signed(points)) if points else "0"
