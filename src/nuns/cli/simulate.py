"""``nuns simulate``: many games, win rates."""

import os
import sys
import time
from argparse import ArgumentParser, Namespace
from concurrent.futures import BrokenExecutor
from pathlib import Path

from nuns.bots.players.user_bot import BadBot
from nuns.bots.registry import UnknownBot
from nuns.cli.arguments import Failure, add_json, add_table, complain, one_of, place, print_json, progress_bar, table_from, whole
from nuns.cli.interrupts import heard_at_once
from nuns.kernel.machine import has_compiler
from nuns.lab.lineup import RANDOM, LineUp
from nuns.lab.simulate import WORTH_COMPILING, SimulationSummary, get_ready, is_at_hand, is_compiled, simulate
from nuns.lab.statistics import wilson
from nuns.referee.game_setup import GameSetup
from nuns.referee.sentences import counted

EXAMPLE = "nuns simulate --games 200 --edition dutch --novices 3 --guards greedy --novice-bots careful --seed 7"
LARGEST_SEED = 2**64 - 1
COMPILING = "compiling machine code first; this takes a minute, and later runs reuse it"
TOLD = 10  # kinds of faults of bots that are told in full


def declare(command: ArgumentParser) -> None:
    command.add_argument("--games", type=whole(1), default=100, metavar="N", help="number of games (default: 100)")
    add_table(command, novices=6)
    command.add_argument("--guards", default=RANDOM, metavar="BOT", help="bot for the guards; see nuns bots (default: random)")
    command.add_argument(
        "--novice-bots",
        default=RANDOM,
        metavar="BOT[,BOT...]",
        help="bot for the novices: one for all, or one each in the order of their numbers (default: random)",
    )
    command.add_argument(
        "--seed", type=whole(0, LARGEST_SEED), default=1, metavar="S", help="seed; the same seed gives the same games (default: 1)"
    )
    command.add_argument("--device", type=one_of("cpu", "cuda"), default="cpu", help="cpu or cuda (default: cpu)")
    command.add_argument(
        "--workers", type=whole(1, 1024), default=usable_cores(), metavar="N", help="number of processes (default: one per core)"
    )
    command.add_argument("--records", type=place, metavar="DIR", help="save each game as a game file in this new or empty folder")
    add_json(command)


def usable_cores() -> int:
    """As many as this process may use, which may be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(given: Namespace) -> int:
    table = table_from(given)
    lineup = _lineup(given)
    if given.device == "cuda":
        _check_device(given, lineup)
    check_compiler(lineup)
    folder = _folder(given.records) if given.records else None
    began = time.perf_counter()
    with heard_at_once():
        _start(table, given, folder, lineup)
    started = time.perf_counter()
    try:
        with progress_bar("playing", given.games) as advance:
            settings = {"workers": given.workers, "device": given.device, "folder": folder, "lineup": lineup}
            summary = simulate(table, given.games, given.seed, **settings, progress=advance)
    except OSError as fault:
        raise Failure(f"expected to write game files to {folder}; got {fault.strerror or fault}") from None
    except BrokenExecutor:
        raise Failure(f"expected {counted(given.workers, 'worker')} to finish; got one that was killed") from None
    ended = time.perf_counter()
    if given.json:
        print_json({**summary.figures(), "seconds": ended - began})
    else:
        print(_text(summary, table, ended - started, started - began))
        if folder:
            print(f"game files in {folder}")
    return _tell_faults(summary)


def _lineup(given: Namespace) -> LineUp:
    """Who plays; every bot is found before the first game."""
    novices = tuple(given.novice_bots.split(","))
    try:
        lineup = LineUp(given.guards, novices)
        lineup.kinds()
    except UnknownBot as fault:
        raise Failure(str(fault), 2) from None
    except BadBot as fault:
        raise Failure(str(fault)) from None
    if len(novices) not in (1, given.novices):
        several = f" or {given.novices}, one per novice" if given.novices > 1 else ""
        raise Failure(f"expected 1 novice bot{several}; got {len(novices)}", 2)
    return lineup


def _tell_faults(summary: SimulationSummary) -> int:
    """What bots did wrong, the most frequent first; the run went on in their stead, and is a failure."""
    for fault, times in summary.faults.most_common(TOLD):
        complain("nuns simulate", f"{fault} ({counted(times, 'time')}; {fault.instead})")
    if len(summary.faults) > TOLD:
        complain("nuns simulate", f"and {len(summary.faults) - TOLD} more kinds of fault")
    return 1 if summary.faults else 0


def _check_device(given: Namespace, lineup: LineUp) -> None:
    from nuns.kernel.device import why_no_device

    if not lineup.is_random:
        raise Failure("expected random bots with --device cuda; got others, which need --device cpu", 2)

    if given.records:
        raise Failure("expected --device cpu with --records; got cuda, which keeps only results", 2)
    if reason := why_no_device():
        raise Failure(reason)


def check_compiler(*lineups: LineUp) -> None:
    """Bots that think in machine code need a compiler."""
    thinkers = sorted({f"{bot} {side}" for lineup in lineups for bot, side in lineup.thinkers()})
    if thinkers and not has_compiler():
        raise Failure(f"expected Numba, which {' and '.join(thinkers)} need; got none, or one that is switched off")


def _start(table: GameSetup, given: Namespace, folder: Path | None, lineup: LineUp) -> None:
    """Gets the machine code where games are played in it; a long wait, now or while they are played, is told beforehand."""
    is_ahead = is_compiled(given.games, folder, given.device, lineup)
    if given.device == "cuda":
        print("nuns simulate: compiling for the device first; this takes half a minute", file=sys.stderr)
    elif (is_ahead or lineup.thinkers()) and not is_at_hand(lineup):
        print(f"nuns simulate: {COMPILING}", file=sys.stderr)
    if is_ahead:
        get_ready(table, given.workers, given.device, lineup)
    elif given.games >= WORTH_COMPILING and not has_compiler():
        print("nuns simulate: Numba is missing or switched off, so the games run a hundred times slower", file=sys.stderr)


def _folder(path: Path) -> Path:
    """A folder for records, which holds nothing else."""
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
    low, high = wilson(summary.guards_wins, summary.games)
    endings = ", ".join(f"{name} {count} ({count / summary.games:.1%})" for name, count in summary.endings.items())
    played = f"{counted(summary.games, 'game')} of {table.options}, {counted(table.novices, 'novice')}"
    waited = f" after {start:.1f} s to start" if start >= 1 else ""
    return "\n".join(
        (
            f"{played}, in {seconds:.1f} s ({summary.games / seconds:.0f} per second){waited}",
            f"guards win {figures['guards_win_rate']:.1%} (95% interval {low:.1%} to {high:.1%})",
            f"ended by {endings}",
            f"on average {figures['turns_mean']:.1f} turns and {figures['captures_mean']:.1f} captures",
        )
    )
