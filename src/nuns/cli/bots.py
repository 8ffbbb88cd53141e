"""``nuns bots``: who may sit where."""

from argparse import ArgumentParser, Namespace

from nuns.bots.registry import BOTS, LEVELS
from nuns.cli.arguments import add_json, print_json


def declare(command: ArgumentParser) -> None:
    add_json(command)


def run(given: Namespace) -> None:
    if given.json:
        print_json({"bots": {name: {"thinks": kind.thinks} for name, kind in BOTS.items()}, "levels": dict(LEVELS)})
        return
    for name, kind in BOTS.items():
        level = next((level for level, of in LEVELS.items() if of == name), "")
        print(f"{name:<10} {level:<10} {kind.thinks}")
    print("To use your own bot, give path/to/file.py:ClassName (see docs/bots.md).")
