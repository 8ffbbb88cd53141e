"""The commands by name: a line of help, an example, the flags and what runs."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from nuns.cli import bench, board, bots, editions, ladder, perft, play, records, serve, simulate

Command = tuple[str, str, Callable[[ArgumentParser], None], Callable[[Namespace], int | None]]
COMMANDS: dict[str, Command] = {
    "play": ("start a table on this machine and open the browser", play.EXAMPLE, play.declare, play.run),
    "serve": ("serve tables for others", serve.EXAMPLE, serve.declare, serve.run),
    "simulate": ("play many games and print win rates", simulate.EXAMPLE, simulate.declare, simulate.run),
    "ladder": ("play a round robin of bots and write its table, ratings and plot", ladder.EXAMPLE, ladder.declare, ladder.run),
    "board": ("draw the convent", "nuns board --svg convent.svg", board.declare, board.run),
    "replay": (
        "print a recorded game as text or as its event log",
        "nuns replay game.nuns --seat guards",
        records.declare_replay,
        records.replay,
    ),
    "verify": ("check records: every move, die and the sealed seed", "nuns verify game.nuns", records.declare_verify, records.verify),
    "perft": ("count the game tree with its events", "nuns perft --edition dutch --depth 6", perft.declare, perft.run),
    "bots": ("list the bots and the levels, with a line on how each thinks", "nuns bots --json", bots.declare, bots.run),
    "editions": ("list the editions and their options", "nuns editions --options", editions.declare, editions.run),
    "bench": ("measure speed, as figures of one run", "nuns bench kernel --json", bench.declare, bench.run),
}
