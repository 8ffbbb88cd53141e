"""The command ``nuns bench``, which measures speed."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from contextlib import nullcontext

from nuns.bench import BENCHMARKS, COMPILED, Figures
from nuns.cli.arguments import add_json, one_of, print_json
from nuns.cli.interrupts import exit_on_interrupt

FIGURE_WIDTH = 36


def declare(command: ArgumentParser) -> None:
    """Adds the flags of the command."""
    command.add_argument(
        "names", nargs="*", type=one_of(*BENCHMARKS), metavar="NAME", help=f"benchmarks to run: {', '.join(BENCHMARKS)} (default: all)"
    )
    add_json(command)


def run(given: Namespace) -> None:
    """Runs the benchmarks and prints their figures."""
    figures = {}
    for name in given.names or BENCHMARKS:
        with exit_on_interrupt() if name in COMPILED else nullcontext():  # the others have servers to end
            figures[name] = BENCHMARKS[name]()
    if given.json:
        print_json(figures)
    else:
        print_figures(figures)


def print_figures(figures: Figures, indent: str = "") -> None:
    """Prints figures, indented by level."""
    for name, value in figures.items():
        if isinstance(value, Mapping):
            print(f"{indent}{name}")
            print_figures(value, indent + "  ")
        else:
            print(f"{indent}{name:<{FIGURE_WIDTH - len(indent)}} {value:{',.3g' if value < 1000 else ',.0f'}}")
