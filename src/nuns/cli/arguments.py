"""What the commands share: one-line errors, the flags of a game's setup, files and progress."""

import json
import os
import re
import sys
import time
from argparse import ArgumentError, ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from nuns.referee.game_setup import BadSetup, GameSetup
from nuns.referee.notation import clipped
from nuns.referee.record import LARGEST, Record, read_record
from nuns.referee.record_lines import BadRecord
from nuns.rules.options import EDITIONS, BadOption, change_option, edition_of


class Failure(Exception):
    """Raised when a command cannot do what it was asked; it has one line of text and the exit status."""

    def __init__(self, text: str, status: int = 1) -> None:
        super().__init__(text)
        self.status = status


MISSING = (  # Python's messages, and ours
    (r"^the following arguments are required: (.*)$", r"expected \1; got none"),
    (r"expected (one|at least one) argument$", r"expected \1 value; got none"),
)
LARGEST_NUMBER = 10**12 - 1  # the largest number that any flag takes


def one_line(text: object) -> str:
    """Returns a message on one line, whatever was typed."""
    return " ".join(str(text).split("\n"))


def print_error(name: str, fault: object) -> None:
    """Prints one line on stderr: the command, and what is wrong."""
    print(f"{name}: {one_line(fault)}", file=sys.stderr)


class Parser(ArgumentParser):
    """An argument parser whose errors are one line, and whose help reports a failed write."""

    def __init__(self, *names: Any, **settings: Any) -> None:
        super().__init__(*names, **{"formatter_class": RawDescriptionHelpFormatter, "allow_abbrev": False, **settings})

    def _print_message(self, message: str, file: Any = None) -> None:
        if file is sys.stdout:
            print(message, end="", flush=True)
        else:
            super()._print_message(message, file)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        given, more = self.parse_known_args(args, namespace)
        if more:
            self.error(f"expected arguments that {self.prog} {given.command or ''}".rstrip() + f" accepts; got {' '.join(more)}")
        return given

    def _check_value(self, action: Any, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            raise ArgumentError(action, f"expected one of {', '.join(action.choices)}; got {value!r}")

    def error(self, message: str) -> NoReturn:
        for pattern, instead in MISSING:
            message = re.sub(pattern, instead, message)
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def whole_number(least: int, most: int = LARGEST_NUMBER) -> Callable[[str], int]:
    """Returns a reader of whole numbers within bounds."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        is_number = digits.isascii() and digits.isdigit() and len(digits) <= len(str(most))
        if not is_number or not least <= int(text) <= most:
            raise ArgumentTypeError(f"expected a whole number from {least} to {most}; got {text if is_number else repr(clipped(text))}")
        return int(text)

    return read


def one_of(*words: str) -> Callable[[str], str]:
    """Returns a reader of one of these words."""

    def read(text: str) -> str:
        if text not in words:
            raise ArgumentTypeError(f"expected one of {', '.join(words)}; got {text!r}")
        return text

    return read


def path_argument(text: str) -> Path:
    """Returns the path of a file or folder."""
    if not text:
        raise ArgumentTypeError("expected the name of a file or folder; got ''")
    return Path(text)


def file_argument(text: str) -> Path:
    """Returns the path of a file, which need not exist; refuses the path of a folder."""
    path = path_argument(text)
    if not path.name or os.path.isdir(path):
        raise ArgumentTypeError(f"expected the name of a file; got {text!r}, which is a folder")
    return path


def folder_argument(text: str) -> Path:
    """Returns the path of a folder, which need not exist; refuses the path of a file."""
    path = path_argument(text)
    if os.path.isfile(path):
        raise ArgumentTypeError(f"expected the name of a folder; got {text!r}, which is a file")
    return path


def add_setup_flags(command: ArgumentParser, *, novices: int) -> None:
    """Adds the flags of a game's setup."""
    command.add_argument("--edition", type=one_of(*EDITIONS), default="mayfair", help="the edition to start from (default: mayfair)")
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        dest="settings",
        help="change an option; may be repeated (nuns editions --options lists them)",
    )
    command.add_argument(
        "--novices", type=whole_number(1, 6), default=novices, metavar="K", help=f"number of novices, 1-6 (default: {novices})"
    )
    command.add_argument(
        "--guard-players",
        type=whole_number(1, 2),
        default=1,
        metavar="K",
        help="number of guard players: 1, or 2 with six novices (default: 1)",
    )


def setup_from(given: Namespace) -> GameSetup:
    """Returns the setup that was described; a bad one is bad usage."""
    try:
        options = edition_of(given.edition)
        for setting in given.settings:
            name, equals, word = setting.partition("=")
            if not equals:
                raise BadOption(f"expected --set option=value; got {setting!r}")
            options = change_option(options, name, word)
        return GameSetup(given.edition, options, given.novices, given.guard_players)
    except (BadOption, BadSetup) as fault:
        raise Failure(str(fault), 2) from None


def add_json(command: ArgumentParser) -> None:
    """Adds the flag ``--json``."""
    command.add_argument("--json", action="store_true", help="print one JSON object")


def check_file(path: Path) -> None:
    """Checks that a file can be written before anything is done that would be lost; its content stays."""
    is_there = path.exists()
    try:
        path.open("ab").close()
        if not is_there:
            path.unlink()
    except OSError as fault:
        raise Failure(_unwritable(path, fault)) from None


def write_file(path: Path, text: str) -> None:
    """Writes a text file, or raises Failure."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise Failure(_unwritable(path, fault)) from None


def read_document(path: Path) -> str:
    """Returns what a document contains already, or "" where there is none; raises Failure where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8") if path.exists() else ""
    except UnicodeDecodeError:
        raise Failure(f"expected a document in UTF-8; got {path}") from None
    except OSError as fault:
        raise Failure(f"expected a document that can be read; got {path}: {fault.strerror or fault}") from None


def _unwritable(path: Path, fault: OSError) -> str:
    return f"expected a file that can be written; got {path}: {fault.strerror or fault}"


def print_json(value: object) -> None:
    """Prints a value as one line of ASCII, which every output can show."""
    print(json.dumps(value))


def record_from(path: Path) -> Record:
    """Reads a record file, or raises Failure."""
    try:
        with path.open("rb") as file:
            return read_record(file.read(LARGEST + 1))  # one byte more shows that a file is too large
    except OSError as fault:
        raise Failure(f"expected a game file; got {path}: {fault.strerror or fault}") from None
    except BadRecord as fault:
        raise Failure(f"{path}: {fault}") from None


@contextmanager
def progress_bar(text: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Shows a bar with the time that is left on stderr, if it is a terminal; yields a function that advances it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(text, total=total)
        yield lambda done: bar.advance(task, done)


@contextmanager
def progress_lines(name: str, text: str, total: int, *, every: float = 60.0) -> Iterator[Callable[[int], None]]:
    """Shows a bar as ``progress_bar`` does; where stderr is no terminal, prints a line every ``every`` seconds, for logs."""
    began = told = time.monotonic()
    first, done = 0, 0
    with progress_bar(text, total) as advance:

        def go_on(more: int) -> None:
            nonlocal told, first, done
            advance(more)
            now, done = time.monotonic(), done + more
            first = first or done  # what was there before took no time now
            if not sys.stderr.isatty() and now - told >= every and done > first:
                told, left = now, (total - done) * (now - began) / (done - first)
                print(f"{name}: {done:,} of {total:,} {text}, about {duration(left)} left", file=sys.stderr, flush=True)

        yield go_on


def duration(seconds: float) -> str:
    """Returns a time in words, in the unit that suits it: 40 s, 12 min, 3.5 h."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
