"""``nuns bench``: speed, measured in one run."""

import signal
from argparse import ArgumentParser, Namespace

from nuns.bench import BENCHMARKS
from nuns.cli.arguments import add_json, one_of, print_json
from nuns.cli.interrupts import heard_by


def declare(command: ArgumentParser) -> None:
    command.add_argument("names", nargs="*", type=one_of(*BENCHMARKS), metavar="NAME", help=f"among {', '.join(BENCHMARKS)} (default: all)")
    add_json(command)


def run(given: Namespace) -> None:
    with heard_by(signal.SIG_DFL):  # a compiler hears it late, or swallows it
        figures = {name: BENCHMARKS[name]() for name in given.names or BENCHMARKS}
    if given.json:
        print_json(figures)
    else:
        for name, measured in figures.items():
            print(name)
            for figure, value in measured.items():
                print(f"  {figure:<34} {value:,.3g}" if value < 1000 else f"  {figure:<34} {value:,.0f}")
