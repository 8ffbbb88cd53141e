"""Hashes of everything that decides a game, so that games of other sources or of a bot that was edited are not mixed in."""

import re
import shlex
import shutil
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from nuns.bots.players.user_bot import EXEC, BadBot, is_user_bot

SOURCES = (  # the files that decide a game
    "board/*.py",
    "board/convent.json",
    "rules/*.py",
    "referee/*.py",
    "kernel/*.py",
    "bots/**/*.py",
    "lab/ceiling.py",
    "lab/games.py",
    "lab/lineup.py",
)
TELLING = (
    "picture.py",
    "svg.py",
    "thoughts.py",
    "wants.py",
    "sentences.py",
    "explain.py",
)  # these only tell of games
REMARK = re.compile(r'^\s*(?:"""(?:.|\n)*?"""\s*$|#.*$)|  # .*$', re.MULTILINE)


@cache
def played_version(played_with: str = "grid", more: tuple[str, ...] = ("lab/rows.py",)) -> str:
    """Returns the version of the program with a hash of everything that decides a game, such as ``0.2.0+1f0c33a2b8d9e4f7``.

    ``more`` are patterns of the sources that write down what was played.
    """
    return f"{version('nuns')}+{hash_sources(played_with, more)}"


def hash_sources(played_with: str, more: Iterable[str] = ()) -> str:
    """Returns a hash of what is played with and of the sources, to which ``more`` adds patterns, without comments."""
    root, seen = Path(__file__).parents[1], sha256(played_with.encode())
    for source in sorted(file for pattern in (*SOURCES, *more) for file in root.glob(pattern) if file.name not in TELLING):
        text = source.read_text(encoding="utf-8")
        seen.update(f"{source.relative_to(root).as_posix()} {code_of(text) if source.suffix == '.py' else text}".encode())
    return seen.hexdigest()[:16]


def code_of(source: str) -> str:
    """Returns a module without its docstrings, comments and empty lines."""
    return "\n".join(line for line in REMARK.sub("", source).splitlines() if line.strip())


def hash_bot_files(names: Iterable[str]) -> dict[str, str]:
    """Returns a hash of the files of each user's bot among these, by the bot's name; raises BadBot where a file cannot be read."""
    return {name: _hash_files(name) for name in sorted(filter(is_user_bot, set(names)))}


def _hash_files(name: str) -> str:
    seen = sha256()
    for file in files_of(name):
        try:
            seen.update(sha256(file.read_bytes()).digest())
        except OSError as fault:
            raise BadBot(f"{name}: expected a file that can be read; got {file}: {fault.strerror or fault}") from None
    return seen.hexdigest()[:16]


def files_of(name: str) -> Iterator[Path]:
    """Yields the file of a class, or those that a command names; if it names none, the program that is found on the PATH."""
    if not name.startswith(EXEC):
        yield Path(name.rpartition(":")[0])
        return
    command = shlex.split(name.removeprefix(EXEC))
    if named := [Path(word) for word in command if Path(word).is_file()]:
        yield from named
    elif program := shutil.which(command[0]):
        yield Path(program)
