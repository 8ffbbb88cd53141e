"""The whole command line: parses the arguments, runs the command, and reports failures."""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from nuns.cli.arguments import Failure, Parser, print_error
from nuns.cli.commands import COMMANDS

EPILOG = "example: nuns simulate --games 100 --edition dutch --novices 3"


def parser() -> Parser:
    """Returns the parser of all commands."""
    top = Parser("nuns", description="Nuns on the Run: play, host, replay and simulate the game.", epilog=EPILOG)
    top.add_argument("--version", action="version", version=version())
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, (text, example, declare, run) in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".", epilog=f"example: {example}")
        declare(command)
        command.set_defaults(run=run)
    return top


def version() -> str:
    """Returns the name and version of the program."""
    from importlib.metadata import version as installed

    return f"nuns {installed('nuns')}"


def open_outputs() -> None:
    """Escapes what an output cannot encode, and replaces closed outputs so that printing fails cleanly."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for output in (sys.stdout, sys.stderr):
        if isinstance(output, TextIOWrapper):
            output.reconfigure(errors="backslashreplace")


def leave_output() -> None:
    """Redirects a broken standard output, so that the interpreter can close it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(words: Sequence[str] | None = None) -> int:
    """Parses the arguments and runs the command; failures are one line on stderr."""
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
        print_error(name, fault)
        return fault.status
    except BrokenPipeError:
        leave_output()  # the reader has gone (| head), which is no error to report
        return 1
    except OSError as fault:
        leave_output()
        print_error(name, f"expected to write the output; got {fault.strerror or 'a closed output'}")
        return 1
    return status or 0
