"""The command ``nuns simulate``, which plays many games and prints win rates."""

import sys
import time
from argparse import ArgumentParser, Namespace
from concurrent.futures import BrokenExecutor
from pathlib import Path

from nuns.bots.players.user_bot import BadBot
from nuns.bots.registry import UnknownBot
from nuns.cli import grid
from nuns.cli.arguments import (
    Failure,
    add_json,
    add_setup_flags,
    one_of,
    path_argument,
    print_json,
    progress_bar,
    setup_from,
    whole_number,
)
from nuns.cli.bot_games import COMPILING, add_workers, check_compiler, print_faults, usable_cores
from nuns.cli.interrupts import exit_on_interrupt
from nuns.kernel.machine import has_compiler
from nuns.lab.games import WORTH_COMPILING, is_ready
from nuns.lab.lineup import RANDOM, LineUp
from nuns.lab.simulate import SimulationSummary, is_ahead, prepare, simulate
from nuns.lab.statistics import wilson_interval
from nuns.referee.game_setup import GameSetup
from nuns.referee.sentences import count_noun

EXAMPLE = "nuns simulate --games 200 --edition dutch --novices 3 --guards greedy --novice-bots careful --seed 7"
LARGEST_SEED = 2**64 - 1
GAMES = 100  # unless another number is given


def declare(command: ArgumentParser) -> None:
    """Adds the flags of the command."""
    command.add_argument(
        "--games", type=whole_number(1), metavar="N", help=f"number of games, with --grid of each cell (default: {GAMES}, or the grid's)"
    )
    add_setup_flags(command, novices=6)
    command.add_argument("--guards", default=RANDOM, metavar="BOT", help="bot for the guards; see nuns bots (default: random)")
    command.add_argument(
        "--novice-bots",
        default=RANDOM,
        metavar="BOT[,BOT...]",
        help="bot for the novices: one for all, or one each in the order of their numbers (default: random)",
    )
    command.add_argument(
        "--seed",
        type=whole_number(0, LARGEST_SEED),
        metavar="S",
        help="seed; the same seed gives the same games (default: 1, or the grid's)",
    )
    command.add_argument("--device", type=one_of("cpu", "cuda"), default="cpu", help="cpu or cuda (default: cpu)")
    add_workers(command)
    command.add_argument("--records", type=path_argument, metavar="DIR", help="save each game as a game file in this new or empty folder")
    grid.declare(command)
    add_json(command)


def run(given: Namespace) -> int:
    """Plays the games, or a grid of them, and prints the results; returns 1 if a bot had faults."""
    if given.grid:
        return grid.run(given)
    grid.check_unused(given)
    given.workers = given.workers or usable_cores()
    given.games, given.seed = given.games or GAMES, 1 if given.seed is None else given.seed
    table = setup_from(given)
    lineup = _lineup(given)
    if given.device == "cuda":
        _check_device(given, lineup)
    check_compiler(lineup)
    folder = _folder(given.records) if given.records else None
    began = time.perf_counter()
    with exit_on_interrupt():
        _start(table, given, folder, lineup)
    started = time.perf_counter()
    try:
        with progress_bar("playing", given.games) as advance:
            settings = {"workers": given.workers, "device": given.device, "folder": folder, "lineup": lineup}
            summary = simulate(table, given.games, given.seed, **settings, progress=advance)
    except OSError as fault:
        raise Failure(f"expected to write game files to {folder}; got {fault.strerror or fault}") from None
    except BrokenExecutor:
        raise Failure(f"expected {count_noun(given.workers, 'worker')} to finish; got one that was killed") from None
    ended = time.perf_counter()
    if given.json:
        print_json({**summary.figures(), "seconds": ended - began})
    else:
        print(_text(summary, table, ended - started, started - began))
        if folder:
            print(f"game files in {folder}")
    return print_faults(summary.faults)


def _lineup(given: Namespace) -> LineUp:
    """Returns the bots that play; all are found before the first game."""
    novices = tuple(given.novice_bots.split(","))
    try:
        lineup = LineUp(given.guards, novices)
        lineup.check()
    except UnknownBot as fault:
        raise Failure(str(fault), 2) from None
    except BadBot as fault:
        raise Failure(str(fault)) from None
    if len(novices) not in (1, given.novices):
        several = f" or {given.novices}, one per novice" if given.novices > 1 else ""
        raise Failure(f"expected 1 novice bot{several}; got {len(novices)}", 2)
    return lineup


def _check_device(given: Namespace, lineup: LineUp) -> None:
    from nuns.kernel.device import why_no_device

    if not lineup.is_random:
        raise Failure("expected random bots with --device cuda; got other bots, which need --device cpu", 2)
    if given.records:
        raise Failure("expected --device cpu with --records; got cuda, which saves no games", 2)
    if reason := why_no_device():
        raise Failure(reason)


def _start(table: GameSetup, given: Namespace, folder: Path | None, lineup: LineUp) -> None:
    """Prepares machine code if games are played in it; a long wait is announced."""
    compiled = is_ahead(given.games, folder, given.device, lineup)
    if given.device == "cuda":
        print("nuns simulate: compiling for the device first; this takes half a minute", file=sys.stderr)
    elif (compiled or lineup.thinkers()) and not is_ready(lineup):
        print(f"nuns simulate: {COMPILING}", file=sys.stderr)
    if compiled:
        prepare(table, given.workers, given.device, lineup)
    elif given.games >= WORTH_COMPILING and not has_compiler():
        print("nuns simulate: Numba is missing or switched off, so the games run a hundred times slower", file=sys.stderr)


def _folder(path: Path) -> Path:
    """Returns a folder for game files, which must be new or empty."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        others = sum(1 for _ in path.iterdir())
    except OSError as fault:
        raise Failure(f"expected a folder for game files; got {path}: {fault.strerror or fault}") from None
    if others:
        raise Failure(f"expected a new or empty folder for game files; got {path} with {others} {'entry' if others == 1 else 'entries'}", 2)
    return path


def _text(summary: SimulationSummary, table: GameSetup, seconds: float, start: float) -> str:
    figures = summary.figures()
    low, high = wilson_interval(summary.guards_wins, summary.games)
    endings = ", ".join(f"{name} {count} ({count / summary.games:.1%})" for name, count in summary.endings.items())
    played = f"{count_noun(summary.games, 'game')} of {table.options}, {count_noun(table.novices, 'novice')}"
    waited = f" after {start:.1f} s to start" if start >= 1 else ""
    rate = summary.games / seconds
    return "\n".join(
        (
            f"{played}, in {seconds:.1f} s ({rate:.{0 if rate >= 10 else 1}f} per second){waited}",
            f"guards win {figures['guards_win_rate']:.1%} (95% interval {low:.1%} to {high:.1%})",
            f"ended by {endings}",
            f"on average {figures['turns_mean']:.1f} turns and {figures['captures_mean']:.1f} captures",
        )
    )
