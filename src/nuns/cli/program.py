"""The whole command line: the words that were typed, the command they name, and how it leaves."""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from nuns.cli.arguments import Failure, Parser, complain
from nuns.cli.commands import COMMANDS

EPILOG = "example: nuns simulate --games 100 --edition dutch --novices 3"


def parser() -> Parser:
    """Every command with its flags."""
    top = Parser("nuns", description="Nuns on the Run: play, host, replay and simulate the game.", epilog=EPILOG)
    top.add_argument("--version", action="version", version=version())
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, (text, example, declare, run) in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".", epilog=f"example: {example}")
        declare(command)
        command.set_defaults(run=run)
    return top


def version() -> str:
    from importlib.metadata import version as installed

    return f"nuns {installed('nuns')}"


def open_outputs() -> None:
    """What an output cannot spell is escaped; one that is closed is stood in for: nothing can be printed, errors go nowhere."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for output in (sys.stdout, sys.stderr):
        if isinstance(output, TextIOWrapper):
            output.reconfigure(errors="backslashreplace")


def leave_output() -> None:
    """Lets the interpreter close an output that still takes something."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(words: Sequence[str] | None = None) -> int:
    """Understands the words and runs their command; whatever cannot be done is told in one line."""
    open_outputs()
    top = parser()
    name = top.prog
    try:
        given = top.parse_args(words)
        if given.command is None:
            top.print_help()
            return 0
        name = f"{top.prog} {given.command}"
        status: int | None = given.run(given)
        sys.stdout.flush()
    except Failure as fault:
        complain(name, fault)
        return fault.status
    except BrokenPipeError:
        leave_output()  # the reader has gone (| head): say nothing
        return 1
    except OSError as fault:
        leave_output()
        complain(name, f"expected to write; got {fault.strerror or 'a closed output'}")
        return 1
    return status or 0
