"""What the commands that let bots play share: workers, the compiler that some bots need, and faults of bots."""

import os
import sys
from argparse import ArgumentParser
from collections import Counter

from nuns.bots.players.player import Fault
from nuns.cli.arguments import Failure, print_error, whole_number
from nuns.kernel.machine import has_compiler
from nuns.lab.lineup import LineUp
from nuns.referee.sentences import count_noun

COMPILING = "compiling machine code first; this takes a few minutes, and later runs reuse it"
TOLD = 10  # how many kinds of bots' faults are printed


def add_workers(command: ArgumentParser) -> None:
    """Adds the flag ``--workers``."""
    command.add_argument("--workers", type=whole_number(1, 1024), metavar="N", help="number of processes (default: one per core)")


def usable_cores() -> int:
    """Returns how many cores this process may use, which may be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def check_compiler(*lineups: LineUp) -> None:
    """Raises Failure if there is no compiler for bots that think in machine code."""
    thinkers = sorted({f"{bot} {side}" for lineup in lineups for bot, side in lineup.thinkers()})
    if thinkers and not has_compiler():
        raise Failure(f"expected Numba, which {' and '.join(thinkers)} need; got none, or it is switched off")


def print_faults(faults: Counter[Fault], name: str = "nuns simulate") -> int:
    """Prints what bots did wrong, the most frequent first, and returns 1 if there was anything."""
    for fault, times in faults.most_common(TOLD):
        print_error(name, f"{fault} ({count_noun(times, 'time')}; {fault.instead})")
    if len(faults) > TOLD:
        print_error(name, f"and {len(faults) - TOLD} more kinds of fault")
    return 1 if faults else 0


def announce_compiling(name: str) -> None:
    """Prints that machine code is compiled first."""
    print(f"{name}: {COMPILING}", file=sys.stderr)
