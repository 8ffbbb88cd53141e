"""``nuns simulate``: many games, win rates."""

import os
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from nuns.cli.arguments import Failure, add_json, add_table, one_of, print_json, progress_bar, table_from, whole
from nuns.kernel.machine import has_compiler
from nuns.lab.simulate import RANDOM, WORTH_COMPILING, Summary, simulate
from nuns.lab.statistics import wilson

EXAMPLE = "nuns simulate --games 200 --edition dutch --set blessings=on --novices 3 --seed 7"


def declare(command: ArgumentParser) -> None:
    command.add_argument("--games", type=whole(1), default=100, metavar="N", help="how many games (default: 100)")
    add_table(command, novices=6)
    command.add_argument("--guards", default=RANDOM, metavar="BOT", help="who plays the guards (default: random)")
    command.add_argument("--novice-bots", default=RANDOM, metavar="BOT[,BOT...]", help="who plays the novices (default: random)")
    command.add_argument("--seed", type=whole(0), default=1, metavar="S", help="game i of a seed is always the same (default: 1)")
    command.add_argument("--device", type=one_of("cpu"), default="cpu", help="where to play (default: cpu)")
    command.add_argument("--workers", type=whole(1, 1024), default=os.cpu_count() or 1, metavar="N", help="processes (default: one a core)")
    command.add_argument("--records", type=Path, metavar="DIR", help="keep each game as a record file in this new or empty folder")
    add_json(command)


def run(given: Namespace) -> None:
    table = table_from(given)
    for bot in (given.guards, *given.novice_bots.split(",")):
        if bot != RANDOM:
            raise Failure(f"expected a bot among {RANDOM}; got {bot!r}", 2)
    folder = _folder(given.records) if given.records else None
    began = time.perf_counter()
    if given.games >= WORTH_COMPILING and not has_compiler():
        print("nuns simulate: Numba is not installed; the games are played interpreted, a hundred times slower", file=sys.stderr)
    try:
        with progress_bar("playing", given.games) as advance:
            summary = simulate(table, given.games, given.seed, workers=given.workers, folder=folder, progress=advance)
    except OSError as fault:
        raise Failure(f"expected to keep records in {folder}; got {fault.strerror or fault}") from None
    seconds = time.perf_counter() - began
    if given.json:
        print_json({**summary.figures(), "seconds": seconds})
    else:
        print(_text(summary, str(table.options), table.novices, seconds))
        if folder:
            print(f"records in {folder}")


def _folder(path: Path) -> Path:
    """A folder for records, which holds nothing else."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        others = sum(1 for _ in path.iterdir())
    except OSError as fault:
        raise Failure(f"expected a folder for records; got {path}: {fault.strerror or fault}") from None
    if others:
        raise Failure(f"expected a new or empty folder for records; got {path} with {others} entries", 2)
    return path


def _text(summary: Summary, options: str, novices: int, seconds: float) -> str:
    figures = summary.figures()
    low, high = wilson(summary.guards_wins, summary.games)
    endings = ", ".join(f"{name} {count} ({count / summary.games:.1%})" for name, count in summary.endings.items())
    return "\n".join(
        (
            f"{summary.games} games of {options}, {novices} novices, in {seconds:.1f} s ({summary.games / seconds:.0f} a second)",
            f"guards win {figures['guards_win_rate']:.1%} (95 % between {low:.1%} and {high:.1%})",
            f"ended by {endings}",
            f"on average {figures['turns_mean']:.1f} turns and {figures['captures_mean']:.1f} captures",
        )
    )
