"""``nuns simulate --grid``, which plays a grid of games into a table, and ``nuns merge``, which joins the tables of its shards."""

import re
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from pathlib import Path

from nuns.bots.players.player import Fault
from nuns.bots.players.user_bot import BadBot
from nuns.cli.arguments import Failure, add_json, file_argument, print_error, print_json, progress_lines
from nuns.cli.bot_games import announce_compiling, check_compiler, print_faults, usable_cores
from nuns.cli.interrupts import exit_on_interrupt
from nuns.kernel.machine import has_compiler
from nuns.lab.cluster import ClusterPool, LostCluster, NoCluster
from nuns.lab.games import is_ready
from nuns.lab.grid import BadGrid, read_grid
from nuns.lab.pool import PiecePool, SerialPool
from nuns.lab.run import OtherSources, PieceToPlay, journal_path, lineups_of, open_table, pieces_of, play_grid_piece, run_grid
from nuns.lab.table import WHOLE, BadTable, GameTable, Shard, dots_path, merge_tables, write_table
from nuns.processes import WorkerPool
from nuns.referee.sentences import count_noun

MERGE_EXAMPLE = "nuns merge first.csv second.csv --table whole.csv"
OTHER_FORMATS = (".parquet", ".pq", ".feather", ".arrow", ".json", ".xlsx")  # of tables, which we do not write
LONGEST = 4096  # of the number of shards
NAME = "nuns simulate"
SETUP = {"edition": "mayfair", "settings": [], "novices": 6, "guard_players": 1, "guards": "random", "novice_bots": "random"}
PLAYING = {"device": "cpu", "records": None}


def declare(command: ArgumentParser) -> None:
    """Adds the flags of a grid to ``nuns simulate``."""
    flags = command.add_argument_group("grids", "Many combinations in one table (docs/research.md). A run that was stopped goes on.")
    flags.add_argument("--grid", type=file_argument, metavar="FILE", help="TOML file with editions, options, novices, bots and games")
    flags.add_argument("--table", type=table_argument, metavar="FILE", help="CSV file for the games (default: the grid's name with .csv)")
    flags.add_argument("--shard", type=shard_argument, metavar="I/N", help="play one of N equal parts; nuns merge joins their tables")
    flags.add_argument("--cluster", metavar="ADDRESS", help="play on a Ray cluster, such as ray://host:10001, auto or local")


def table_argument(text: str) -> Path:
    """Returns the file for a table, which is always CSV."""
    path = file_argument(text)
    if path.suffix.lower() in OTHER_FORMATS:
        raise ArgumentTypeError(f"expected a CSV file for the games, such as games.csv; got {text!r}, and tables are written as CSV only")
    return path


def shard_argument(text: str) -> Shard:
    """Returns the number of a shard, and the number of shards."""
    found = re.fullmatch(r"([1-9]\d{0,3})/([1-9]\d{0,3})", text)
    if not found or not int(found[1]) <= int(found[2]) <= LONGEST:
        raise ArgumentTypeError(f"expected a part such as 1/4, counted from 1; got {text!r}")
    return Shard(int(found[1]), int(found[2]))


def check_unused(given: Namespace) -> None:
    """Raises Failure for flags of grids without a grid."""
    for flag in ("table", "shard", "cluster"):
        if getattr(given, flag):
            raise Failure(f"expected --grid FILE with --{flag}; got none", 2)


def run(given: Namespace) -> int:
    """Plays what is missing of a grid, and writes its table; returns 1 if a bot had faults in any of its games."""
    for flag, default in (SETUP | PLAYING).items():
        if getattr(given, flag) != default:
            name = "--set" if flag == "settings" else f"--{flag.replace('_', '-')}"
            raise Failure(f"expected {'the grid to say what is played' if flag in SETUP else f'no {name} with --grid'}; got {name}", 2)
    if given.cluster and given.workers:
        raise Failure("expected no --workers with --cluster, which has a worker for each of its cores; got both", 2)
    path = given.table or Path(given.grid.with_suffix(".csv").name)
    began = time.perf_counter()
    try:
        grid = read_grid(given.grid, games=given.games, seed=given.seed)
    except BadGrid as fault:
        raise Failure(str(fault), 2) from None
    with failures(path):
        table = open_table(path, grid, given.shard or WHOLE)
        check_compiler(*(cell.lineup for cell, _ in grid.cells))
        before = table.played
        faults = play_missing(given, NAME, path, table, pieces_of(table))
    seconds = time.perf_counter() - began
    if given.json:
        files = {"table": str(path), "dots": str(dots_path(path))}
        print_json(
            {
                "games": table.played,
                "played": table.played - before,
                "cells": len(grid.cells),
                "faults": table.faults,
                **files,
                "seconds": seconds,
            }
        )
    else:
        played = f"{count_noun(table.played - before, 'game')} played in {seconds:.1f} s"
        print(f"{played}; {count_noun(table.played, 'game')} of {count_noun(len(grid.cells), 'cell')} in {path}")
    print_faults(faults)
    return print_table_faults(NAME, path, table, faults.total())


def print_table_faults(name: str, path: Path, table: GameTable, told: int = 0) -> int:
    """Prints how often bots failed in games of earlier runs, beside what was told, and returns 1 if there is any fault in a table."""
    faults = table.faults
    if faults > told:
        print_error(name, f"bots failed {count_noun(faults - told, 'time')} in games of earlier runs; see the column faults of {path}")
    return 1 if faults else 0


def play_missing(given: Namespace, name: str, path: Path, table: GameTable, pieces: Sequence[PieceToPlay]) -> Counter[Fault]:
    """Plays pieces of a table here or on a cluster, with a bar, and returns the bots' faults; here machine code is compiled first."""
    left = sum(len(piece.indices) for piece in pieces)
    pool: PiecePool
    if getattr(given, "cluster", None):
        pool = cluster = ClusterPool(given.cluster)
        workers = cluster.workers
    else:
        prepare(name, table, pieces)
        workers = given.workers or usable_cores()
        pool = SerialPool() if workers == 1 else WorkerPool(workers)
    with progress_lines(name, "games", table.played + left) as advance:
        advance(table.played)
        return run_grid(path, table, pool, workers, advance, pieces)


@contextmanager
def failures(path: Path) -> Iterator[None]:
    """Turns what can go wrong into one line."""
    try:
        yield
    except (BadBot, BadTable, NoCluster, OtherSources) as fault:
        raise Failure(str(fault)) from None
    except LostCluster as fault:
        raise Failure(f"expected the cluster to play all games; got {fault}: the games so far are in {journal_path(path)}") from None
    except OSError as fault:
        raise Failure(f"expected to write a table to {path}; got {fault.strerror or fault}") from None
    except BrokenExecutor:
        raise Failure(f"expected all workers to finish; got one that was killed: the games so far are in {journal_path(path)}") from None


def prepare(name: str, table: GameTable, pieces: Sequence[PieceToPlay]) -> None:
    """Plays a game of each line-up whose machine code is not ready, so that the workers find it compiled."""
    grid = table.head.grid
    for cell in lineups_of(pieces):
        if has_compiler() and (grid.luck or not is_ready(cell.lineup)):
            if not is_ready(cell.lineup):
                announce_compiling(name)
            with exit_on_interrupt():
                play_grid_piece(0, cell, grid.seed, 0, range(1), True, grid.luck)


def declare_merge(command: ArgumentParser) -> None:
    """Adds the flags of ``nuns merge``."""
    command.add_argument("tables", nargs="+", type=file_argument, metavar="TABLE", help="table of a shard")
    command.add_argument("--table", type=table_argument, required=True, metavar="FILE", help="CSV file for all games")
    add_json(command)


def merge(given: Namespace) -> int:
    """Joins the tables of all shards of a grid into the table that one machine would have written; returns 1 if a bot had faults."""
    with failures(given.table):
        table = merge_tables(given.tables)
        write_table(given.table, table)
    if given.json:
        print_json({"games": table.played, "faults": table.faults, "table": str(given.table), "dots": str(dots_path(given.table))})
    else:
        print(f"{count_noun(table.played, 'game')} in {given.table}")
    return print_table_faults("nuns merge", given.table, table)
