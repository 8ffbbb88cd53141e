"""The command ``nuns perft``, which counts the game tree."""

from argparse import ArgumentParser, Namespace

from nuns.cli.arguments import add_json, add_setup_flags, print_json, progress_bar, setup_from, whole_number
from nuns.referee.perft import Row, perft

ROOT = "The deal is fixed: novices 1, 2, ... with keys 1, 2, ..., and blessings in their order, two of each."


def declare(command: ArgumentParser) -> None:
    """Adds the flags of the command."""
    command.description = f"{command.description} {ROOT}"
    add_setup_flags(command, novices=1)
    command.add_argument("--depth", type=whole_number(1, 60), required=True, metavar="D", help="number of actions to look ahead")
    add_json(command)


def run(given: Namespace) -> None:
    """Counts the tree and prints a row for each depth."""
    table = setup_from(given)
    with progress_bar("counting", None) as advance:
        rows = perft(table, given.depth, lambda: advance(1))
    if given.json:
        counted = [{"depth": row.depth, "nodes": row.nodes, "over": row.over, "events": dict(sorted(row.events.items()))} for row in rows]
        print_json({"edition": given.edition, "options": table.options_name, "novices": table.novices, "rows": counted})
    else:
        for line in table_lines(rows):
            print(line)


def table_lines(rows: list[Row]) -> list[str]:
    """Returns lines with depth, nodes, games over, and a column for each event that occurred."""
    names = sorted({name for row in rows for name in row.events})
    heads = ["depth", "nodes", "over", *names]
    cells = [[str(row.depth), str(row.nodes), str(row.over), *(str(row.events[name]) for name in names)] for row in rows]
    widths = [max(len(line[column]) for line in [heads, *cells]) for column in range(len(heads))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in [heads, *cells]]
