"""Hashes of the files of users' bots, so that the games of a bot that was edited are not mixed with those of before."""

import shlex
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from nuns.bots.players.user_bot import EXEC, BadBot, is_user_bot
from nuns.lab.grid import Grid


def hash_bot_files(grid: Grid) -> dict[str, str]:
    """Returns a hash of the files of each user's bot in a grid, by the bot's name; raises BadBot where a file cannot be read."""
    names = {name for cell, _ in grid.cells for name in (cell.guards, *cell.lineup.novices)}
    return {name: hash_files(name) for name in sorted(filter(is_user_bot, names))}


def hash_files(name: str) -> str:
    """Returns a hash of what the files of a user's bot contain."""
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
