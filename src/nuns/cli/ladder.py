"""The command ``nuns ladder``, which plays a round robin of bots and writes ratings and a plot."""

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from math import inf
from pathlib import Path

from nuns.bots.registry import BOTS
from nuns.cli.arguments import Failure, add_json, check_file, path_argument, print_json, read_document, whole_number, write_file
from nuns.cli.bot_games import add_workers, check_compiler, print_faults
from nuns.cli.grid import failures, play_missing, table_argument
from nuns.lab.balance import Balance, balance_of
from nuns.lab.ceiling import CEILING
from nuns.lab.games import is_quick
from nuns.lab.grid import GridCell
from nuns.lab.ladder import COUNTS, RUNGS, adjusted_rate, cells_of, is_searched, ladder_grid, pairing
from nuns.lab.ratings import Cell, Rating, rate
from nuns.lab.report.ladder_page import BEGIN, END, page, picture
from nuns.lab.report.tables import insert_page
from nuns.lab.run import PieceToPlay, open_table, pieces_of

NAME = "nuns ladder"
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
        type=table_argument,
        default=Path("ladder.csv"),
        metavar="FILE",
        help="CSV file with the games so far; new ones are added (default: ladder.csv)",
    )
    command.add_argument("--page", type=path_argument, metavar="FILE", help="Markdown file whose ladder tables are replaced")
    command.add_argument("--picture", type=path_argument, metavar="FILE", help="SVG file to write the plot to")
    command.add_argument(
        "--luck", action="store_true", help="work out the luck of every game, and print win rates without it (docs/analysis.md)"
    )
    add_workers(command)
    add_json(command)


def run(given: Namespace) -> int:
    """Plays what is missing, writes the page, the picture and the figures, and returns 1 if a bot had faults."""
    wanted = games_wanted(given)
    _check_outputs(given)
    with failures(given.results):
        table = open_table(given.results, ladder_grid(given.results, wanted, with_luck=given.luck))
        pieces = pieces_of(table, wanted)
        check_compiler(*(piece.cell.lineup for piece in pieces))
        print(f"{NAME}: {_games(pieces)}", file=sys.stderr)
        faults = play_missing(given, NAME, given.results, table, pieces)
    balance = balance_of(given.results, table)
    written = page(balance, with_luck=given.luck)
    if given.page:
        write_file(given.page, insert_page(read_document(given.page), written, BEGIN, END))
    if given.picture:
        write_file(given.picture, picture(cells_of(balance)))
    if given.json:
        cells = cells_of(balance)
        print_json({"cells": [_cell(balance, cell) for cell in cells], "ratings": [_told(rating) for rating in rate(cells)[0]]})
    else:
        print(written)
    return print_faults(faults, NAME)


def _cell(balance: Balance, cell: Cell) -> dict[str, object]:
    """Returns a cell for JSON, with its win rate without the luck where that is known."""
    adjusted = adjusted_rate(balance.cells[pairing(cell.guards, cell.novices, cell.count)])
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


def _games(pieces: Sequence[PieceToPlay]) -> str:
    """Returns the number of games to be played as text, divided by how the bots of a game think."""
    kinds: Counter[str] = Counter()
    for piece in pieces:
        kinds[_kind(piece.cell)] += len(piece.indices)
    told = ", ".join(f"{games:,} {kind}" for kind, games in kinds.items())
    return f"{kinds.total():,} games to play{': ' if told else ''}{told}"


def _kind(cell: GridCell) -> str:
    if is_searched(cell):
        return "in which one side searches"
    return "of bots without memory" if is_quick(cell.lineup) else "of bots that think"


def games_wanted(given: Namespace) -> dict[GridCell, int]:
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
    cells = [pairing(one, other, int(count)) for count in counts for one in guards for other in novices]
    return {cell: given.search_games if is_searched(cell) else given.games for cell in cells}
