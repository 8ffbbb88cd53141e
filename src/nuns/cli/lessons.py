"""The command ``nuns lessons``, which lists the lessons or plays their solutions and traps."""

from argparse import ArgumentParser, Namespace

from nuns.cli.arguments import Failure, add_json, print_json
from nuns.lessons.check import faults
from nuns.lessons.lesson import all_lessons
from nuns.lessons.scenes import all_scenes


def declare(command: ArgumentParser) -> None:
    """Adds the flags of the command."""
    command.add_argument("--check", action="store_true", help="play every solution, trap and scene through the referee")
    add_json(command)


def run(given: Namespace) -> None:
    """Prints the lessons, or what is wrong with them."""
    if given.check:
        check(as_json=given.json)
        return
    rows = [
        {"id": each.id, "side": each.side, "seat": each.seat.value, "rules": list(each.rules), "hints": each.hints}
        for each in all_lessons().values()
    ]
    if given.json:
        print_json(rows)
        return
    for each in all_lessons().values():
        print(f"{each.id:<18} {each.side:<8} rules {', '.join(each.rules)}")


def check(*, as_json: bool) -> None:
    """Plays everything; the first fault is the message of the failure."""
    found = list(faults())
    if as_json:
        print_json({"lessons": len(all_lessons()), "scenes": len(all_scenes()), "faults": found})
    if found:
        raise Failure("; ".join(found))
    if not as_json:
        counts = f"{len(all_lessons())} lessons and {len(all_scenes())} scenes"
        print(f"{counts}: every solution succeeds, every trap fails, every scene comes out as expected")
