"""The one program, ``nuns``: a thin shell over the layers below."""

import os
import sys
from collections.abc import Sequence

from nuns.cli.arguments import Failure, Parser, one_line
from nuns.cli.commands import COMMANDS

EPILOG = "example: nuns simulate --games 100 --edition dutch --novices 3"


def parser() -> Parser:
    """The whole command line."""
    top = Parser("nuns", description="Nuns on the Run: the referee, the records and the laboratory of the game.", epilog=EPILOG)
    top.add_argument("--version", action="version", version=version())
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, (text, example, declare, run) in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".", epilog=f"example: {example}")
        declare(command)
        command.set_defaults(run=run)
    return top


def leave_output() -> None:
    """Lets the interpreter close an output that still takes something."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def version() -> str:
    from importlib.metadata import version as installed

    return f"nuns {installed('nuns')}"


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command: 0 on success, 1 on failure, 2 on bad usage."""
    top = parser()
    given = top.parse_args(words)
    if given.command is None:
        top.print_help()
        return 0
    try:
        given.run(given)
        sys.stdout.flush()
    except Failure as fault:
        print(f"nuns {given.command}: {one_line(fault)}", file=sys.stderr)
        return fault.status
    except BrokenPipeError:
        leave_output()  # the reader has gone (| head): say nothing
        return 1
    except OSError as fault:
        leave_output()
        print(f"nuns {given.command}: expected to write; got {one_line(fault)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"nuns {given.command}: stopped", file=sys.stderr)
        return 130
    return 0
