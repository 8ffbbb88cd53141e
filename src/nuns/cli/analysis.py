"""The command ``nuns analyse``, which says what a finished night was worth, which decisions decided it, and how much was luck."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

import msgspec

from nuns.analysis.findings import Analysis
from nuns.cli.arguments import Failure, add_json, check_file, path_argument, print_json, progress_bar, record_from, whole_number, write_file
from nuns.referee.game import Game
from nuns.referee.record import Record, replay_record
from nuns.referee.record_lines import BadRecord

EXAMPLE = "nuns analyse game.nuns --html game.html"
LONGEST = 3600  # seconds
DEFAULT = 60


def declare(command: ArgumentParser) -> None:
    """Adds the flags of the command."""
    command.add_argument("file", type=path_argument, metavar="FILE", help="the game file of a finished night")
    command.add_argument("--html", type=path_argument, metavar="FILE", help="page to write; it needs no other file")
    command.add_argument(
        "--budget",
        type=whole_number(1, LONGEST),
        default=DEFAULT,
        metavar="SECONDS",
        help=f"how long one processor may think (default: {DEFAULT})",
    )
    add_json(command)


def run(given: Namespace) -> None:
    """Analyses the night and prints or writes what was found."""
    if given.html:
        check_file(given.html)
    record = record_from(given.file)
    from nuns.lab.report.night_words import people_of

    found = analysed(given.file, record, played(given.file, record), given.budget)
    names = people_of({seat.value: name for seat, name in record.seats.items()})
    if given.html:
        from nuns.lab.report.night_page import night_page
        from nuns.lab.report.night_words import lead

        title = f"{lead(found.curve[-1])} ({record.setup.edition.capitalize()}, turn {found.curve[-1].turn})"
        write_file(given.html, night_page(found, names, title))
    if given.json:
        print_json(msgspec.to_builtins(found))
    elif given.html:
        print(f"Wrote {given.html} ({found.rollouts:,} roll-outs).")
    else:
        from nuns.lab.report.night_text import night_lines

        for line in night_lines(found, names):
            print(line)


def played(path: Path, record: Record) -> Game:
    """Returns the game of a record, every move of which is legal."""
    try:
        return replay_record(record, check_dice=False)
    except BadRecord as fault:
        raise Failure(f"{path}: {fault}") from None


def analysed(path: Path, record: Record, game: Game, budget: int) -> Analysis:
    """Returns the last draft of the analysis, with a bar on stderr meanwhile."""
    from nuns.analysis.analyser import DRAFTS, NotAnalysed, analyse
    from nuns.kernel.machine import NoCompiler

    drafts = list[Analysis]()
    try:
        better = analyse(game, record.check, float(budget))
        with progress_bar("analysing", DRAFTS) as advance:
            for draft in better:
                drafts = [draft]
                advance(1)
    except NotAnalysed as fault:
        raise Failure(f"{path}: {fault}") from None
    except NoCompiler as fault:
        raise Failure(str(fault)) from None
    return drafts[-1]
