"""The command ``nuns puzzles``, which lists the puzzles, plays their solutions and traps, or mines more from game files."""

import os
from argparse import ArgumentParser, Namespace
from concurrent.futures import BrokenExecutor
from pathlib import Path

from nuns.bots import belief
from nuns.cli.arguments import Failure, add_json, one_of, path_argument, print_json, progress_lines, whole_number
from nuns.cli.bot_games import announce_compiling
from nuns.cli.interrupts import exit_on_interrupt
from nuns.lab.mining.night import Budget
from nuns.lab.mining.run import MINERS, BadMine, Mine, Wanted
from nuns.lab.pool import PiecePool, SerialPool
from nuns.lessons.check_puzzles import puzzle_faults
from nuns.lessons.lesson import BadLesson
from nuns.lessons.puzzle import SUFFIX, Puzzle, all_puzzles, read_puzzle
from nuns.processes import WorkerPool
from nuns.referee.sentences import count_noun

NAME = "nuns puzzles"
MINING = ("out", "seed", "rollouts", "kinds", "most", "from_one", "workers")


def declare(command: ArgumentParser) -> None:
    """Adds the flags of the command."""
    command.add_argument("what", nargs="?", type=one_of("mine"), metavar="mine", help="look for puzzles in game files")
    command.add_argument("folder", nargs="?", type=path_argument, metavar="FOLDER", help="with mine: a folder of game files")
    command.add_argument("--check", action="store_true", help="play every solution and trap through the referee")
    command.add_argument(
        "--from", type=path_argument, dest="source", metavar="DIR", help="list or check the puzzles of this folder instead"
    )
    add_json(command)
    flags = command.add_argument_group("mining", "Mining that was broken off goes on with the same command.")
    flags.add_argument("--out", type=path_argument, metavar="DIR", help="folder for the puzzles, one file each")
    flags.add_argument("--seed", type=whole_number(0), metavar="S", help="of the roll-outs (default: 1)")
    flags.add_argument("--rollouts", type=whole_number(16), metavar="N", help="the most for each choice (default: 2000)")
    flags.add_argument("--kinds", type=kinds_argument, metavar="KIND,…", help=f"what is looked for (default: {','.join(MINERS)})")
    flags.add_argument("--most", type=whole_number(1), metavar="N", help="the most puzzles of each side and kind (default: 30)")
    flags.add_argument("--from-one", type=whole_number(1), metavar="N", help="the most of each kind from one game file (default: 2)")
    flags.add_argument("--workers", type=whole_number(1, 256), metavar="N", help="processes (default: one for each core)")


def kinds_argument(text: str) -> tuple[str, ...]:
    """Returns the kinds of puzzles that are named."""
    read = one_of(*MINERS)
    return tuple(dict.fromkeys(read(word) for word in text.split(",")))


def run(given: Namespace) -> None:
    """Lists, checks or mines."""
    if given.what is None:
        for flag in MINING:
            if getattr(given, flag) is not None:
                raise Failure(f"expected --{flag.replace('_', '-')} with nuns puzzles mine FOLDER; got it without", 2)
        puzzles = list(read_folder(given.source) if given.source else all_puzzles().values())
        check(puzzles, as_json=given.json) if given.check else show(puzzles, as_json=given.json)
        return
    if given.check or given.source:
        raise Failure(f"expected nuns puzzles mine without --{'check' if given.check else 'from'}; got it", 2)
    if given.folder is None or given.out is None:
        raise Failure("expected a folder of game files and --out DIR with mine; got none", 2)
    mine(given)


def read_folder(folder: Path) -> list[Puzzle]:
    """Returns the puzzles of a folder, or raises Failure."""
    try:
        return [read_puzzle(path.name, path.read_text(encoding="utf-8")) for path in sorted(folder.glob(f"*{SUFFIX}"))]
    except (BadLesson, OSError, UnicodeDecodeError) as fault:
        raise Failure(f"expected puzzles in {folder}; got {fault}") from None


def show(puzzles: list[Puzzle], *, as_json: bool) -> None:
    """Prints the puzzles, the easiest of each side and kind first."""
    if as_json:
        print_json(
            [
                {
                    "id": each.id,
                    "side": each.side,
                    "kind": each.kind,
                    "seat": each.seat.value,
                    "figure": each.figure,
                    "turn": each.turn,
                    "rating": each.rating,
                    "gap": each.gap,
                    "interval": [each.low, each.high],
                    "rollouts": each.rollouts,
                }
                for each in puzzles
            ]
        )
        return
    for each in puzzles:
        interval = "" if each.kind == "where" else f" ({100 * each.low:.0f} to {100 * each.high:.0f})"
        print(f"{each.id:<12} {each.side:<8} {each.rating:>5}  gap {100 * each.gap:.0f} points{interval}, turn {each.turn}, {each.figure}")


def check(puzzles: list[Puzzle], *, as_json: bool) -> None:
    """Plays everything; the first fault is the message of the failure."""
    found = list(puzzle_faults(puzzles))
    if as_json:
        print_json({"puzzles": len(puzzles), "faults": found})
    if found:
        raise Failure("; ".join(found))
    if not as_json:
        print(f"{count_noun(len(puzzles), 'puzzle')}: every solution is right, every trap is wrong")


def mine(given: Namespace) -> None:
    """Looks for puzzles in a folder of game files, and writes the best of them."""
    budget = Budget(1 if given.seed is None else given.seed, given.rollouts or 2000)
    workers = given.workers or os.cpu_count() or 1
    try:
        found = Mine(given.folder, given.out, budget, given.kinds or tuple(MINERS))
        if not belief.is_ready():
            announce_compiling(NAME)
            with exit_on_interrupt():
                belief.prepare()
        pool: PiecePool = SerialPool() if workers == 1 else WorkerPool(workers)
        with progress_lines(NAME, "game files", len(found.files)) as advance:
            advance(len(found.files) - len(found.left))
            chosen = found.run(pool, workers, Wanted(given.most or 30, given.from_one or 2), advance)
    except BadMine as fault:
        raise Failure(str(fault)) from None
    except OSError as fault:
        raise Failure(f"expected to read game files and to write puzzles to {given.out}; got {fault.strerror or fault}") from None
    except BrokenExecutor:
        raise Failure(f"expected all workers to finish; got one that was killed: what was found is in {found.journal}") from None
    if given.json:
        print_json({"files": len(found.files), "puzzles": len(chosen), "out": str(given.out)})
    else:
        print(f"{count_noun(len(chosen), 'puzzle')} of {count_noun(len(found.files), 'game file')} in {given.out}")
