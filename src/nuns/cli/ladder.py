"""The command ``nuns ladder``, which plays a round robin of bots and writes ratings and a plot."""

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor
from dataclasses import asdict
from itertools import pairwise
from math import inf
from pathlib import Path

from nuns.bots.registry import BOTS
from nuns.cli.arguments import (
    Failure,
    add_json,
    check_file,
    path_argument,
    print_json,
    progress_bar,
    read_document,
    whole_number,
    write_file,
)
from nuns.cli.bot_games import COMPILING, add_workers, check_compiler, usable_cores
from nuns.cli.interrupts import exit_on_interrupt
from nuns.kernel.machine import has_compiler
from nuns.lab.ceiling import CEILING
from nuns.lab.ladder import COUNTS, BotFailed, is_ready, keeps_beliefs, pieces_of, play_ladder, play_lucky_pairing, play_pairing
from nuns.lab.ladder_report import insert_page, page, picture
from nuns.lab.ratings import Cell, Rating, rate
from nuns.lab.results import RUNGS, BadResults, Pairing, Results, read_results
from nuns.referee.sentences import count_noun

EXAMPLE = "nuns ladder --games 100 --bots greedy,careful,belief --novices 1,3"


def declare(command: ArgumentParser) -> None:
    """Adds the flags of the command."""
    command.add_argument("--games", type=whole_number(1), default=2000, metavar="N", help="games per pairing (default: 2000)")
    command.add_argument(
        "--search-games", type=whole_number(1), default=600, metavar="N", help="games per pairing in which one side searches (default: 600)"
    )
    command.add_argument("--bots", metavar="BOT[,BOT...]", help=f"bots that play (default: all, and {CEILING} as guards)")
    command.add_argument(
        "--guards", metavar="BOT[,BOT...]", help=f"bots for the guards; {CEILING} searches and knows where every novice is"
    )
    command.add_argument("--novice-bots", metavar="BOT[,BOT...]", help="bots for the novices")
    command.add_argument("--novices", default=",".join(map(str, COUNTS)), metavar="K[,K...]", help="numbers of novices (default: 1,3,6)")
    command.add_argument(
        "--results",
        type=path_argument,
        default=Path("ladder.jsonl"),
        metavar="FILE",
        help="results so far; new ones are added (default: ladder.jsonl)",
    )
    command.add_argument("--page", type=path_argument, metavar="FILE", help="Markdown file whose ladder tables are replaced")
    command.add_argument("--picture", type=path_argument, metavar="FILE", help="SVG file to write the plot to")
    command.add_argument(
        "--luck", action="store_true", help="work out the luck of every game, and print win rates without it (docs/analysis.md)"
    )
    add_workers(command)
    add_json(command)


def run(given: Namespace) -> None:
    """Plays what is missing, and writes the page, the picture and the figures."""
    wanted = games_wanted(given)
    given.workers = given.workers or usable_cores()
    _check_outputs(given)
    results = _played(given, wanted)
    written = page(results, _compared(results), with_luck=given.luck)
    if given.page:
        write_file(given.page, insert_page(read_document(given.page), written))
    if given.picture:
        write_file(given.picture, picture(results.cells()))
    if given.json:
        ratings, _ = rate(results.cells())
        print_json({"cells": [_cell(results, cell) for cell in results.cells()], "ratings": [_told(rating) for rating in ratings]})
    else:
        print(written)


def _cell(results: Results, cell: Cell) -> dict[str, object]:
    """Returns a cell for JSON, with its win rate without the luck where that is known."""
    adjusted = results.adjusted(Pairing(cell.guards, cell.novices, cell.count))
    return asdict(cell) if adjusted is None else {**asdict(cell), "without_luck": adjusted._asdict()}


def _told(rating: Rating) -> dict[str, object]:
    """Returns a rating for JSON, which has no infinite numbers."""
    return {name: None if value in (inf, -inf) else value for name, value in asdict(rating).items()}


def _check_outputs(given: Namespace) -> None:
    """Checks that all outputs can be written, before hours of play."""
    files = [path for path in (given.results, given.page, given.picture) if path]
    if len({path.resolve() for path in files}) < len(files):
        raise Failure(f"expected different files; got {', '.join(map(str, files))}", 2)
    for path in files[1:]:
        check_file(path)
    if given.page:
        read_document(given.page)


def _played(given: Namespace, wanted: Mapping[Pairing, int]) -> Results:
    """Returns the results so far, after playing what is missing."""
    try:
        results = read_results(given.results)
        _start(results, wanted, with_luck=given.luck)
        with progress_bar("playing", sum(wanted.values())) as advance:
            advance(sum(wanted.values()) - sum(len(piece) for _, piece in pieces_of(results, wanted, with_luck=given.luck)))
            play_ladder(given.results, results, wanted, workers=given.workers, with_luck=given.luck, progress=advance)
    except (BadResults, BotFailed) as fault:
        raise Failure(str(fault)) from None
    except OSError as fault:
        raise Failure(f"expected to write results to {given.results}; got {fault.strerror or fault}") from None
    except BrokenExecutor:
        kept = f"the results so far are in {given.results}"
        raise Failure(f"expected {count_noun(given.workers, 'worker')} to finish; got one that was killed: {kept}") from None
    return results


def _start(results: Results, wanted: Mapping[Pairing, int], *, with_luck: bool) -> None:
    """Prints what will be played, and prepares the machine code for it."""
    left: Counter[Pairing] = Counter()
    for pairing, piece in pieces_of(results, wanted, with_luck=with_luck):
        left[pairing] += len(piece)
    check_compiler(*(pairing.lineup for pairing in left))
    kinds: Counter[str] = Counter()
    for pairing, games in left.items():
        kinds[_kind(pairing)] += games
    told = ", ".join(f"{games:,} {kind}" for kind, games in kinds.items())
    print(f"nuns ladder: {left.total():,} games to play{': ' if told else ''}{told}", file=sys.stderr)
    if has_compiler() and not all(is_ready(pairing) for pairing in left):
        print(f"nuns ladder: {COMPILING}", file=sys.stderr)
    for pairing in {keeps_beliefs(each): each for each in left if each.policies is not None and has_compiler()}.values():
        with exit_on_interrupt():
            (play_lucky_pairing if with_luck else play_pairing)(pairing, range(1))  # so that the workers find it compiled


def _kind(pairing: Pairing) -> str:
    if pairing.is_searched:
        return "in which one side searches"
    return "of bots that think" if keeps_beliefs(pairing) else "in machine code"


def games_wanted(given: Namespace) -> dict[Pairing, int]:
    """Returns the number of games wanted for every pairing."""
    guards = (given.guards or given.bots or ",".join(RUNGS)).split(",")
    novices = (given.novice_bots or given.bots or ",".join(BOTS)).split(",")
    for bots, known in ((guards, RUNGS), (novices, BOTS)):
        for bot in bots:
            if bot not in known:
                raise Failure(f"expected bots among {', '.join(known)}; got {bot!r}", 2)
    counts = given.novices.split(",")
    for count in counts:
        if count not in "123456" or len(count) != 1:
            raise Failure(f"expected numbers of novices from 1 to 6; got {count!r}", 2)
    pairings = [Pairing(one, other, int(count)) for count in counts for one in guards for other in novices]
    return {pairing: given.search_games if pairing.is_searched else given.games for pairing in pairings}


def _compared(results: Results) -> list[tuple[Pairing, Pairing]]:
    """Returns the pairings to compare: each rung with the one below, and two with the second below.

    Guards are compared against careful novices, novices against belief guards.
    """
    pairs = []
    for count in sorted({pairing.count for pairing in results.wins}):
        for lower, higher in pairwise(RUNGS[1:]):
            pairs.append((Pairing(higher, "careful", count), Pairing(lower, "careful", count)))
        for lower, higher in pairwise(RUNGS[1:-1]):
            pairs.append((Pairing("belief", higher, count), Pairing("belief", lower, count)))
        pairs.append((Pairing("belief", "careful", count), Pairing("greedy", "careful", count)))
        pairs.append((Pairing("belief", "search", count), Pairing("belief", "careful", count)))
    return pairs
