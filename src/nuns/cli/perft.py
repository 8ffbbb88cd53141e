"""``nuns perft``: the game tree, counted."""

from argparse import ArgumentParser, Namespace

from nuns.cli.arguments import add_json, add_table, print_json, progress_bar, table_from, whole
from nuns.referee.perft import Row, perft

ROOT = "The deal is fixed: novices 1, 2, ... with keys 1, 2, ..., and blessings in their order, two of each."


def declare(command: ArgumentParser) -> None:
    command.description = f"{command.description} {ROOT}"
    add_table(command, novices=1)
    command.add_argument("--depth", type=whole(1, 60), required=True, metavar="D", help="depth in single actions")
    add_json(command)


def run(given: Namespace) -> None:
    table = table_from(given)
    with progress_bar("counting", None) as advance:
        rows = perft(table, given.depth, lambda: advance(1))
    if given.json:
        counted = [{"depth": row.depth, "nodes": row.nodes, "over": row.over, "events": dict(sorted(row.events.items()))} for row in rows]
        print_json({"edition": given.edition, "options": table.options_name, "novices": table.novices, "rows": counted})
    else:
        for line in table_lines(rows):
            print(line)


def table_lines(rows: list[Row]) -> list[str]:
    """Depth, nodes, games over, and a column for each event that occurred."""
    names = sorted({name for row in rows for name in row.events})
    heads = ["depth", "nodes", "over", *names]
    cells = [[str(row.depth), str(row.nodes), str(row.over), *(str(row.events[name]) for name in names)] for row in rows]
    widths = [max(len(line[column]) for line in [heads, *cells]) for column in range(len(heads))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in [heads, *cells]]
