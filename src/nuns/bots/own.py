"""A bot of one's own: a class in a Python file, ``path/to/file.py:ClassName``."""

import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, NamedTuple

from nuns.bots.bot import Bot

MARK = ".py:"


class BadBot(ValueError):
    """A file that gives no bot: one line with its name, and where it is wrong."""


class OwnBot(NamedTuple):
    """A class that was found in a file."""

    name: str
    file: str
    make: Callable[[], Bot]

    def maker(self, side: str) -> Callable[[], Bot]:
        return self.make

    def policy(self, side: str) -> None:
        """It has none that can be compiled."""


def is_own(name: str) -> bool:
    """Whether a name means a class in a file."""
    return MARK in name or name.endswith(".py")


def short_name(name: str) -> str:
    """What a record calls it: the file without its folder, and the class."""
    return "".join(letter if letter.isprintable() else "?" for letter in Path(name).name[:60])


def load_own(name: str) -> OwnBot:
    """The class, loaded once a process; raises BadBot."""
    path, colon, class_name = name.rpartition(":")
    if not colon or not class_name.isidentifier():
        raise BadBot(f"expected path/to/file.py:ClassName; got {name!r}")
    found = getattr(_module(path, name), class_name, None)
    if not isinstance(found, type) or not callable(getattr(found, "choose", None)):
        raise BadBot(f"{name}: expected a class {class_name} with a method choose(self, view, actions, rng); got {_kind(found)}")
    return OwnBot(short_name(name), str(Path(path)), found)


def _kind(found: object) -> str:
    if found is None:
        return "none of that name"
    return "a class without it" if isinstance(found, type) else f"{type(found).__name__}"


@cache
def _module(path: str, name: str) -> ModuleType:
    if not Path(path).is_file():
        raise BadBot(f"{name}: expected a Python file; got none at {path}")
    known_as = f"nuns_own_bot_{sha256(path.encode()).hexdigest()[:12]}"
    spec = spec_from_file_location(known_as, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[known_as] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as fault:
        del sys.modules[known_as]
        raise BadBot(f"{name}: {told(fault, path)}") from None
    return module


def told(fault: BaseException, file: str) -> str:
    """An exception in one line: what it is, and the last line of the bot's own file that led to it."""
    line: Any = fault.lineno if isinstance(fault, SyntaxError) else None
    for frame in extract_tb(fault.__traceback__):
        if file and Path(frame.filename) == Path(file):
            line = frame.lineno
    words = " ".join(str(fault.msg if isinstance(fault, SyntaxError) else fault).split())
    what = f"{type(fault).__name__}: {words[:200]}" if words else type(fault).__name__
    return f"line {line}: {what}" if line else what
