"""The frame of a study: its arguments, its work in several processes, and its tables between marks of a document."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from nuns.lab.pool import PiecePool, SerialPool, play_pieces
from nuns.lab.report.tables import insert_page
from nuns.processes import WorkerPool

Found = TypeVar("Found")
Piece = TypeVar("Piece", bound=tuple[Any, ...])


@dataclass(frozen=True)
class Study:
    """A study, by the name of its module, and the part of a document that it writes."""

    module: str
    mark: str = ""

    @property
    def begin(self) -> str:
        """The line before its part."""
        return f"<!-- {self.mark}: written by python -m research.{self.module} -->"

    @property
    def end(self) -> str:
        """The line after its part."""
        return f"<!-- {self.mark} ends -->"

    def command(self, description: str | None, *, workers: bool = True, page: bool = True, picture: str = "") -> ArgumentParser:
        """Returns the parser of its arguments, with those that studies share; ``picture`` says what is drawn, if anything."""
        parser = ArgumentParser(f"python -m research.{self.module}", description=(description or "").partition("\n")[0])
        if workers:
            parser.add_argument("--workers", type=int, default=1, help="processes that play (default: 1)")
        if page:
            parser.add_argument("--page", type=Path, help="document to write the table into, between its marks")
        if picture:
            parser.add_argument("--picture", type=Path, help=f"SVG file to write {picture} to")
        return parser

    def publish(self, written: str, page: Path | None) -> None:
        """Prints what was found, and writes it into the document that was asked for, which need not exist."""
        if page:
            before = page.read_text(encoding="utf-8") if page.exists() else ""
            page.write_text(insert_page(before, written, self.begin, self.end), encoding="utf-8")
        print(written)


def pool_of(workers: int) -> PiecePool:
    """Returns a pool of that many processes; a single worker is this process itself."""
    return SerialPool() if workers == 1 else WorkerPool(workers)


def play_all(play: Callable[..., Found], pieces: Iterable[Piece], workers: int) -> list[Found]:
    """Returns the results of all pieces of work, in their order."""
    wanted, found = list(pieces), dict[Piece, Found]()
    play_pieces(pool_of(workers), workers, wanted, play, lambda piece, made: found.update({piece: made}))
    return [found[piece] for piece in wanted]
