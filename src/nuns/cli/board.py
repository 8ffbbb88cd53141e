"""``nuns board``: the plan as a picture."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from nuns.board.convent import the_convent
from nuns.cli.arguments import Failure, one_of, place


def declare(command: ArgumentParser) -> None:
    command.add_argument("--svg", type=place, required=True, metavar="FILE", help="where the picture goes; - for standard output")
    command.add_argument("--theme", type=one_of("night", "vellum"), default="night", help="night (default) or vellum")
    command.add_argument("--no-paths", action="store_true", help="leave out the fourteen paths and their ends")


def run(given: Namespace) -> None:
    from nuns.board.drawing import draw

    picture = draw(the_convent(), theme=given.theme, paths=not given.no_paths)
    if given.svg == Path("-"):
        sys.stdout.buffer.write(picture.encode())
        return
    try:
        given.svg.write_text(picture, encoding="utf-8")
    except OSError as fault:
        raise Failure(f"expected a file that can be written; got {given.svg}: {fault.strerror or fault}") from None
    print(f"drew the convent into {given.svg}")
