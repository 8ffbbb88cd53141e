"""The commands by name, each with a line of help, an example, its flags and what runs it."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from nuns.cli import (
    analysis,
    bench,
    board,
    bots,
    editions,
    grid,
    hosting,
    ladder,
    lessons,
    load,
    perft,
    play,
    puzzles,
    records,
    report,
    serve,
    simulate,
)

Command = tuple[str, str, Callable[[ArgumentParser], None], Callable[[Namespace], int | None]]
COMMANDS: dict[str, Command] = {
    "play": ("start a server on this machine and open it in the browser", play.EXAMPLE, play.declare, play.run),
    "serve": ("run a server for others", serve.EXAMPLE, serve.declare, serve.run),
    "load": ("play at many tables of your server and report how it bears it", load.EXAMPLE, load.declare, load.run),
    "tables": ("list, end or remove the tables of a server", hosting.TABLES_EXAMPLE, hosting.declare_tables, hosting.tables),
    "prune": ("remove old tables and game files of a server", hosting.PRUNE_EXAMPLE, hosting.declare_prune, hosting.prune),
    "move": ("copy a server's database into another and compare them", hosting.MOVE_EXAMPLE, hosting.declare_move, hosting.move),
    "simulate": ("play many games and print win rates", simulate.EXAMPLE, simulate.declare, simulate.run),
    "merge": ("join the tables of a grid's shards", grid.MERGE_EXAMPLE, grid.declare_merge, grid.merge),
    "report": ("turn tables of games into a page with plots and maps", report.EXAMPLE, report.declare, report.run),
    "ladder": ("run a round robin of bots and print tables and ratings", ladder.EXAMPLE, ladder.declare, ladder.run),
    "board": ("draw the board as an SVG picture", "nuns board --svg convent.svg", board.declare, board.run),
    "replay": (
        "print a game file as text or as an event log",
        "nuns replay game.nuns --seat guards",
        records.declare_replay,
        records.replay,
    ),
    "verify": (
        "check game files: every move, every die and the sealed seed",
        "nuns verify game.nuns",
        records.declare_verify,
        records.verify,
    ),
    "analyse": ("say what a finished night was worth and which decisions decided it", analysis.EXAMPLE, analysis.declare, analysis.run),
    "perft": ("count the nodes and events of the game tree", "nuns perft --edition dutch --depth 6", perft.declare, perft.run),
    "bots": ("list the bots and levels", "nuns bots --json", bots.declare, bots.run),
    "editions": ("list the editions, or with --options every option", "nuns editions --options", editions.declare, editions.run),
    "lessons": ("list the lessons, or with --check play them all", "nuns lessons --check", lessons.declare, lessons.run),
    "puzzles": (
        "list the puzzles, with --check play them all, or mine more from game files",
        "nuns puzzles mine games --out more-puzzles",
        puzzles.declare,
        puzzles.run,
    ),
    "bench": ("measure speed", "nuns bench kernel --json", bench.declare, bench.run),
}
