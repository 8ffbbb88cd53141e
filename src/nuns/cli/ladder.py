"""``nuns ladder``: a round robin of bots, its ratings and its picture."""

from argparse import ArgumentParser, Namespace
from itertools import pairwise
from pathlib import Path

from nuns.bots.registry import BOTS
from nuns.cli.arguments import Failure, add_json, place, print_json, progress_bar, whole
from nuns.cli.simulate import usable_cores
from nuns.lab.ceiling import CEILING
from nuns.lab.ladder import COUNTS, RUNGS, BadResults, Pairing, Results, climb
from nuns.lab.ladder_report import page, picture, put_into
from nuns.lab.ratings import rate

EXAMPLE = "nuns ladder --games 200 --bots greedy,careful,belief --novices 1,3"
SEARCH = "search"


def declare(command: ArgumentParser) -> None:
    command.add_argument("--games", type=whole(1), default=2000, metavar="N", help="games a pairing (default: 2000)")
    command.add_argument(
        "--search-games", type=whole(1), default=600, metavar="N", help="games a pairing in which one side searches (default: 600)"
    )
    command.add_argument("--bots", default=",".join(BOTS), metavar="BOT[,BOT...]", help="who plays (default: all)")
    command.add_argument("--guards", metavar="BOT[,BOT...]", help=f"only these guards; {CEILING} knows all dots (default: all)")
    command.add_argument("--novice-bots", metavar="BOT[,BOT...]", help="only these novices (default: all)")
    command.add_argument("--novices", default=",".join(map(str, COUNTS)), metavar="K[,K...]", help="how many novices (default: 1,3,6)")
    command.add_argument(
        "--results", type=place, default=Path("ladder.jsonl"), metavar="FILE", help="results, to go on with (default: ladder.jsonl)"
    )
    command.add_argument("--page", type=place, metavar="FILE", help="a document to write the tables into, between its marks")
    command.add_argument("--picture", type=place, metavar="FILE", help="where to draw the plot (SVG)")
    command.add_argument("--workers", type=whole(1, 1024), default=usable_cores(), metavar="N", help="processes (default: one a core)")
    add_json(command)


def run(given: Namespace) -> None:
    wanted = _wanted(given)
    try:
        with progress_bar("playing", sum(wanted.values())) as advance:
            results = climb(given.results, wanted, workers=given.workers, progress=advance)
    except BadResults as fault:
        raise Failure(str(fault)) from None
    written = page(results, _compared(results))
    if given.page:
        before = given.page.read_text(encoding="utf-8") if given.page.exists() else ""
        given.page.write_text(put_into(before, written), encoding="utf-8")
    if given.picture:
        given.picture.write_text(picture(results.cells()), encoding="utf-8")
    if given.json:
        ratings, _ = rate(results.cells())
        print_json({"cells": [cell.__dict__ for cell in results.cells()], "ratings": [rating.__dict__ for rating in ratings]})
    else:
        print(written)


def _wanted(given: Namespace) -> dict[Pairing, int]:
    """So many games for every pairing."""
    guards, novices = given.guards or f"{given.bots},{CEILING}", given.novice_bots or given.bots
    for given_bots, known in ((guards, RUNGS), (novices, BOTS)):
        for bot in given_bots.split(","):
            if bot not in known:
                raise Failure(f"expected bots among {', '.join(known)}; got {bot!r}", 2)
    counts = given.novices.split(",")
    for count in counts:
        if count not in "123456" or len(count) != 1:
            raise Failure(f"expected numbers of novices from 1 to 6; got {count!r}", 2)
    return {
        Pairing(one, other, int(count)): given.search_games if SEARCH in (one, other) else given.games
        for count in counts
        for one in guards.split(",")
        for other in novices.split(",")
    }


def _compared(results: Results) -> list[tuple[Pairing, Pairing]]:
    """Each rung against the one below, and two against the second below: guards against careful novices, novices against belief guards."""
    pairs = []
    for count in sorted({pairing.count for pairing in results.wins}):
        for lower, higher in pairwise(RUNGS[1:]):
            pairs.append((Pairing(higher, "careful", count), Pairing(lower, "careful", count)))
        for lower, higher in pairwise(RUNGS[1:-1]):
            pairs.append((Pairing("belief", higher, count), Pairing("belief", lower, count)))
        pairs.append((Pairing("belief", "careful", count), Pairing("greedy", "careful", count)))
        pairs.append((Pairing("belief", "search", count), Pairing("belief", "careful", count)))
    return pairs
