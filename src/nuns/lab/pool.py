"""Work in pieces: a pool of workers does them in any order, and a journal keeps each as soon as it is done."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import nullcontext
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Protocol, TypeVar

from nuns.processes import defer_interrupts

Piece = TypeVar("Piece", bound=tuple[Any, ...])
Played = TypeVar("Played")


class PiecePool(Protocol):
    """Workers on this machine or on others: a pool of processes, or a cluster."""

    def submit(self, play: Callable[..., Any], /, *piece: Any) -> Future[Any]:
        """Hands a piece to a worker."""

    def end(self) -> None:
        """Ends the workers, whatever they are doing."""

    def shutdown(self, *, cancel_futures: bool) -> None:
        """Lets the workers go when they are done."""


class SerialPool:
    """A pool whose one worker is this process: each piece is played when it is submitted."""

    def submit(self, play: Callable[..., Any], /, *piece: Any) -> Future[Any]:
        """Plays a piece at once, and returns what came of it."""
        done: Future[Any] = Future()
        try:
            done.set_result(play(*piece))
        except Exception as fault:
            done.set_exception(fault)
        return done

    def end(self) -> None:
        """Does nothing, since nothing is under way."""

    def shutdown(self, *, cancel_futures: bool) -> None:
        """Does nothing, since nothing is under way."""


def split_range(numbers: range, size: int) -> Iterator[range]:
    """Yields numbers in ranges of at most ``size``."""
    for start in range(numbers.start, numbers.stop, size):
        yield range(start, min(start + size, numbers.stop))


def split_runs(indices: Iterable[int], size: int) -> Iterator[range]:
    """Yields ascending numbers as ranges of at most ``size`` that leave nothing out."""
    for _, run in groupby(enumerate(indices), lambda each: each[1] - each[0]):
        numbers = [number for _, number in run]
        yield from split_range(range(numbers[0], numbers[-1] + 1), size)


def play_pieces(
    pool: PiecePool, workers: int, pieces: Iterable[Piece], play: Callable[..., Played], save: Callable[[Piece, Played], None]
) -> None:
    """Plays all pieces, two submitted for each worker, and saves each; an interruption loses only the pieces under way.

    Where a piece fails, the others that are done are saved before its exception is raised.
    """
    waiting = iter(pieces)
    busy: dict[Future[Played], Piece] = {}
    ahead, submitting = (1, nullcontext) if isinstance(pool, SerialPool) else (2 * workers, defer_interrupts)

    def take() -> list[Future[Played]]:
        """Saves the pieces that are done, and returns those that failed."""
        failed = []
        with defer_interrupts():
            for done in [each for each in busy if each.done() and not each.cancelled()]:
                piece = busy.pop(done)
                if done.exception():
                    failed.append(done)
                else:
                    save(piece, done.result())
        return failed

    try:
        while True:
            with submitting():
                for piece in islice(waiting, ahead - len(busy)):
                    busy[pool.submit(play, *piece)] = piece
            if not busy:
                return
            wait(busy, return_when=FIRST_COMPLETED)
            for failed in take():
                failed.result()
    except KeyboardInterrupt:
        pool.end()
        take()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def read_journal(path: Path) -> list[bytes]:
    """Returns the lines of a journal; a last line that was left half written is forgotten."""
    content = path.read_bytes()
    return content[: content.rfind(b"\n") + 1].splitlines()


def begin_journal(path: Path, lines: Iterable[bytes]) -> None:
    """Writes a journal with its head and everything that is known already, in place of one that is there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_bytes(b"".join(line + b"\n" for line in lines))
    new.replace(path)


def append_line(path: Path, line: bytes) -> None:
    """Adds one line to a journal."""
    with path.open("ab") as file:
        file.write(line + b"\n")
