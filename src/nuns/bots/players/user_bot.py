"""Users' bots: a class in a Python file, named as ``path/to/file.py:ClassName``."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import current_thread, main_thread
from traceback import extract_tb
from types import ModuleType
from typing import Any, NamedTuple, NoReturn

from nuns.bots.players.bot import AnyBot

MARK, EXEC = ".py:", "exec:"
DOORS = ("choose", "decide")  # a bot has one of these methods; the second is for those who build on one of our bots


class BadBot(ValueError):
    """Raised for a file that gives no bot; the message is one line with its name and the fault."""


class UserBot(NamedTuple):
    """A class that was found in a user's file."""

    name: str
    file: str
    make: Callable[[], AnyBot]

    def maker(self, side: str) -> Callable[[], AnyBot]:
        """Returns the class, which plays for either side."""
        return self.make

    @property
    def number(self) -> None:
        """None, since a user's bot has no policy that is compiled."""


def is_user_bot(name: str) -> bool:
    """Tells whether a name means a class in a file, or a program (exec_bot.py)."""
    return MARK in name or name.endswith(".py") or name.startswith(EXEC)


def short_name(name: str) -> str:
    """Returns the name by which a record calls it: the file without its folder, and the class."""
    return "".join(letter if letter.isprintable() else "?" for letter in Path(name).name[:60])


def load_user_bot(name: str) -> UserBot:
    """Returns the class, loaded once for each process, or raises BadBot."""
    path, colon, class_name = name.rpartition(":")
    if not colon or not class_name.isidentifier():
        raise BadBot(f"expected path/to/file.py:ClassName; got {name!r}")
    file = str(Path(path).resolve())  # as the frames of its exceptions call it
    found = getattr(_module(file, name), class_name, None)
    if not isinstance(found, type) or not any(callable(getattr(found, door, None)) for door in DOORS):
        raise BadBot(f"{name}: expected a class {class_name} with a method choose(self, view, actions, rng); got {_kind(found)}")
    return UserBot(short_name(name), file, found)


def _kind(found: object) -> str:
    if found is None:
        return "none of that name"
    return "a class without it" if isinstance(found, type) else f"{type(found).__name__}"


@cache
def _module(file: str, name: str) -> ModuleType:
    if not Path(file).is_file():
        raise BadBot(f"{name}: expected a Python file; got none at {file}")
    known_as = f"nuns_own_bot_{sha256(file.encode()).hexdigest()[:12]}"
    spec = spec_from_file_location(known_as, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[known_as] = module
    with isolate_bot():
        try:
            spec.loader.exec_module(module)
        except BaseException as fault:
            del sys.modules[known_as]
            if is_interrupt(fault):
                raise
            raise BadBot(f"{name}: {fault_line(fault, file)}") from None
    return module


def fault_line(fault: BaseException, file: str) -> str:
    """Returns an exception in one line: what it is, and the last line of the bot's own file that led to it."""
    line: Any = fault.lineno if isinstance(fault, SyntaxError) else None
    for frame in extract_tb(fault.__traceback__):
        if file and Path(frame.filename) == Path(file):
            line = frame.lineno
    words = " ".join(_words(fault).split())
    what = f"{type(fault).__name__}: {words[:200]}" if words else type(fault).__name__
    return f"line {line}: {what}" if line else what


def _words(fault: BaseException) -> str:
    """Returns the message of an exception, if it has one and can give it."""
    try:
        return str(fault.msg if isinstance(fault, SyntaxError) else fault)
    except BaseException as another:
        if is_interrupt(another):
            raise
        return ""


# -- keeping a bot from disturbing the program ----------------------------------------------------------------------------


class Interrupted(KeyboardInterrupt):
    """Raised for a real Ctrl-C, which no bot has raised."""


def interrupt(*heard: object) -> NoReturn:
    """Raises Interrupted, as a signal handler."""
    raise Interrupted


@contextmanager
def isolate_bot() -> Iterator[None]:
    """Sends what a bot prints to stderr, as stdout is the program's, and tells a Ctrl-C from what a bot raises."""
    is_hearing = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_hearing:
        signal.signal(signal.SIGINT, interrupt)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        if is_hearing:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def is_interrupt(fault: BaseException) -> bool:
    """Tells whether an exception is the user's Ctrl-C and no fault of a bot; where the two cannot be told apart, it is."""
    heard_by = signal.getsignal(signal.SIGINT)
    if heard_by is interrupt:
        return isinstance(fault, Interrupted)
    return isinstance(fault, KeyboardInterrupt) and heard_by not in (signal.SIG_IGN, signal.SIG_DFL)
