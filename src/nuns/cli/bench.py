"""``nuns bench``: speed, measured in one run."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from contextlib import nullcontext

from nuns.bench import BENCHMARKS, COMPILED, Figures
from nuns.cli.arguments import add_json, one_of, print_json
from nuns.cli.interrupts import heard_at_once

FIGURE_WIDTH = 36


def declare(command: ArgumentParser) -> None:
    command.add_argument(
        "names", nargs="*", type=one_of(*BENCHMARKS), metavar="NAME", help=f"benchmarks to run: {', '.join(BENCHMARKS)} (default: all)"
    )
    add_json(command)


def run(given: Namespace) -> None:
    figures = {}
    for name in given.names or BENCHMARKS:
        with heard_at_once() if name in COMPILED else nullcontext():  # others have servers to end
            figures[name] = BENCHMARKS[name]()
    if given.json:
        print_json(figures)
    else:
        print_figures(figures)


def print_figures(figures: Figures, indent: str = "") -> None:
    for name, value in figures.items():
        if isinstance(value, Mapping):
            print(f"{indent}{name}")
            print_figures(value, indent + "  ")
        else:
            print(f"{indent}{name:<{FIGURE_WIDTH - len(indent)}} {value:{',.3g' if value < 1000 else ',.0f'}}")
