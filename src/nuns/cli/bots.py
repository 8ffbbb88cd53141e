"""The command ``nuns bots``, which lists the bots and levels."""

from argparse import ArgumentParser, Namespace

from nuns.bots.registry import BOTS, LEVELS
from nuns.cli.arguments import add_json, print_json


def declare(command: ArgumentParser) -> None:
    """Adds the flags of the command."""
    add_json(command)


def run(given: Namespace) -> None:
    """Prints the bots and their levels."""
    if given.json:
        print_json({"bots": {name: {"thinks": kind.thinks} for name, kind in BOTS.items()}, "levels": dict(LEVELS)})
        return
    for name, kind in BOTS.items():
        level = next((level for level, of in LEVELS.items() if of == name), "")
        print(f"{name:<10} {level:<10} {kind.thinks}")
    print("To use your own bot, give path/to/file.py:ClassName (see docs/bots.md).")
