"""The command ``nuns report``, which turns tables of games into a page, and into figures for documents and for the lobby."""

from argparse import ArgumentParser, Namespace

from nuns.cli.arguments import Failure, add_json, check_file, path_argument, print_json, write_file
from nuns.lab.balance import Balance, read_balance
from nuns.lab.grid_table import BadTable
from nuns.lab.report.page import report_page

EXAMPLE = "nuns report balance.csv --html balance.html"


def declare(command: ArgumentParser) -> None:
    """Adds the flags of the command."""
    command.add_argument("tables", nargs="+", type=path_argument, metavar="TABLE", help="table that nuns simulate --grid wrote")
    command.add_argument("--html", type=path_argument, metavar="FILE", help="page to write; it needs no other file")
    add_json(command)


def run(given: Namespace) -> None:
    """Reads the tables and writes what was asked for."""
    if not given.html and not given.json:
        raise Failure("expected --html FILE or --json; got neither", 2)
    outputs = [path for path in (given.html,) if path]
    for path in outputs:
        check_file(path)
    try:
        balance = read_balance(given.tables)
    except BadTable as fault:
        raise Failure(str(fault)) from None
    if given.html:
        write_file(given.html, report_page(balance))
    if given.json:
        print_json(figures(balance))
    else:
        print(f"{balance.games:,} games in {', '.join(map(str, outputs))}")


def figures(balance: Balance) -> dict[str, object]:
    """Returns what ``nuns report --json`` prints."""
    return {
        "games": balance.games,
        "cells": [
            {
                **each.cell._asdict(),
                "games": each.games,
                "guards_win_rate": each.rate.share,
                "guards_win_interval": list(each.rate.interval),
                "endings": dict(each.endings),
            }
            for each in balance.cells.values()
        ],
        "effects": [
            {
                **effect.variant.cell._asdict(),
                "points": 100 * effect.difference,
                "interval": [100 * effect.low, 100 * effect.high],
                "games": effect.games,
            }
            for bots in balance.bots
            for effect in balance.effects(*bots)
        ],
    }
