"""The command ``nuns board``, which draws the board."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from nuns.board.picture import board_picture
from nuns.cli.arguments import one_of, path_argument, write_file


def declare(command: ArgumentParser) -> None:
    """Adds the flags of the command."""
    command.add_argument("--svg", type=path_argument, required=True, metavar="FILE", help="file to write; - for standard output")
    command.add_argument("--theme", type=one_of("night", "vellum"), default="night", help="night (default) or vellum")
    command.add_argument("--no-paths", action="store_true", help="leave out the fourteen paths")


def run(given: Namespace) -> None:
    """Draws the board and writes the picture."""
    picture = board_picture(theme=given.theme, paths=not given.no_paths)
    if given.svg == Path("-"):
        sys.stdout.buffer.write(picture.encode())
        return
    write_file(given.svg, picture)
    print(f"wrote {given.svg}")
