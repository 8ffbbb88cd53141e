"""The command ``nuns report``, which turns tables of games into a page, and into figures for documents and for the lobby."""

import json
import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from nuns.cli.arguments import Failure, add_json, check_file, file_argument, folder_argument, print_json, read_document, write_file
from nuns.lab.balance import Balance, difficulty, read_balance
from nuns.lab.grid import changed_edition
from nuns.lab.report.document import BEGIN, END, balance_page, balance_pictures
from nuns.lab.report.page import report_page
from nuns.lab.report.tables import insert_page
from nuns.lab.table import BadTable
from nuns.referee.sentences import count_noun
from nuns.rules.options import differences

EXAMPLE = "nuns report quick.csv --html quick.html"


def declare(command: ArgumentParser) -> None:
    """Adds the flags of the command."""
    command.add_argument("tables", nargs="+", type=file_argument, metavar="TABLE", help="table that nuns simulate --grid wrote")
    command.add_argument("--html", type=file_argument, metavar="FILE", help="page to write; it needs no other file")
    command.add_argument("--page", type=file_argument, metavar="FILE", help="Markdown file whose balance tables are replaced")
    command.add_argument("--pictures", type=folder_argument, metavar="DIR", help="folder for the pictures of that file, as SVG")
    command.add_argument("--fair", type=file_argument, metavar="FILE", help="JSON file with the fairest options, which the lobby offers")
    add_json(command)


def run(given: Namespace) -> None:
    """Reads the tables and writes what was asked for."""
    outputs = [path for path in (given.html, given.page, given.fair) if path]
    if not outputs and not given.json:
        raise Failure("expected --html, --page, --fair or --json; got none of them", 2)
    if bool(given.page) != bool(given.pictures):
        raise Failure("expected --page FILE and --pictures DIR together; got one of them", 2)
    for path in outputs:
        check_file(path)
    try:
        balance = read_balance(given.tables)
    except BadTable as fault:
        raise Failure(str(fault)) from None
    if given.fair:
        _check_fair(balance)
    if given.html:
        write_file(given.html, report_page(balance))
    if given.page:
        _write_page(given.page, given.pictures, balance)
    if given.fair:
        write_file(given.fair, json.dumps(fair_tables(balance), indent=1) + "\n")
    if given.json:
        print_json(figures(balance))
    else:
        print(f"{balance.games:,} games in {', '.join(map(str, outputs))}")


def _check_fair(balance: Balance) -> None:
    """Raises Failure for tables that do not tell what is fair."""
    if balance.faults:
        names = " and ".join(f"{guards} / {novices}" for guards, novices in balance.faulty_bots)
        raise Failure(f"expected games without faults of bots, to find what is fair; got {count_noun(balance.faults, 'fault')} of {names}")
    if not balance.fairest_bots:
        raise Failure("expected variants of editions, to find the fairest; got a table without")


def _write_page(page: Path, folder: Path, balance: Balance) -> None:
    before = read_document(page)
    shown = Path(os.path.relpath(folder, page.parent)).as_posix()
    write_file(page, insert_page(before, balance_page(balance, shown), BEGIN, END))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise Failure(f"expected a folder for pictures; got {folder}: {fault.strerror or fault}") from None
    for name, picture in balance_pictures(balance).items():
        write_file(folder / name, picture)


def fair_tables(balance: Balance) -> list[dict[str, object]]:
    """Returns what the lobby offers: the fairest options for each edition and number of players, with their odds."""
    bots = balance.fairest_bots
    assert bots is not None, "asked for before"
    return [
        {
            "edition": cell.edition,
            "novices": cell.novices,
            "guard_players": cell.guard_players,
            "options": differences(changed_edition(cell.edition, cell.options), changed_edition(cell.edition, "")),
            "guards_win_rate": round(odds.share, 4),
            "interval": [round(end, 4) for end in odds.interval],
            "games": odds.games,
            "before": round(before.share, 4),
            "guards": cell.guards,
            "novice_bots": cell.novice_bots,
        }
        for cell, odds, before in filter(lambda each: each.is_fair, balance.handicaps(*bots))
    ]


def figures(balance: Balance) -> dict[str, object]:
    """Returns what ``nuns report --json`` prints."""
    return {
        "games": balance.games,
        "faults": balance.faults,
        "versions": balance.versions,
        "cells": [
            {
                **each.cell._asdict(),
                "games": each.games,
                "guards_win_rate": each.rate.share,
                "guards_win_interval": list(each.rate.interval),
                "endings": dict(each.endings),
                "faults": each.faults,
            }
            for each in balance.cells.values()
        ],
        "effects": [
            {
                **effect.cells[0]._asdict(),
                "points": 100 * effect.difference,
                "interval": [100 * end for end in effect.interval],
                "games": effect.games,
            }
            for bots in balance.bots
            for effect in balance.effects(*bots)
        ],
        "deals": [
            {
                "guards": bots[0],
                "novice_bots": bots[1],
                "deck": deck,
                "cell": cell,
                "wish": wish,
                "games": rate.games,
                "home_rate": rate.share,
                "home_interval": list(rate.interval),
            }
            for bots in balance.bots
            for deck in dict.fromkeys(each.deck for each in balance.editions_played(*bots))
            for (cell, wish), rate in difficulty(each for each in balance.editions_played(*bots) if each.deck == deck).items()
        ],
    }
