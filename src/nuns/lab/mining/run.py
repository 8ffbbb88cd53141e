"""Mines a folder of game files: every file is looked through once, what was found is kept, and the best of it is written as puzzles."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from nuns.lab.fingerprint import played_version
from nuns.lab.mining.decisions import movement_puzzles, plan_puzzles
from nuns.lab.mining.night import Budget, MinedNight
from nuns.lab.mining.where import where_puzzles
from nuns.lab.pool import PiecePool, append_line, begin_journal, play_pieces, read_journal
from nuns.lessons.puzzle import SUFFIX, Puzzle, puzzle_text
from nuns.referee.record_lines import BadRecord

JOURNAL = "mining.part"
OWN_SOURCES = ("lab/mining/*.py", "analysis/*.py")
BAND = 100  # points of rating; each band is given its share
Group = tuple[str, str]  # the side and the kind


class BadMine(ValueError):
    """Raised for a folder that cannot be mined, or into which nothing can be written; the message says why."""


class Wanted(NamedTuple):
    """How many puzzles are written: of each side and kind, and of those from one game file."""

    most: int
    from_one: int


class MiningHead(msgspec.Struct, frozen=True):
    """The first line of a journal: what was asked for, so that nothing else is mixed in."""

    seed: int
    rollouts: int
    kinds: tuple[str, ...]
    version: str


class MinedFile(msgspec.Struct, frozen=True):
    """One line of a journal: a game file by its check, and what was found in it."""

    check: str
    puzzles: tuple[Puzzle, ...]


PieceToMine = tuple[str, str, Budget, tuple[str, ...]]  # a file, its check, what may be spent, and which kinds are looked for


def mine_file(path: str, check: str, budget: Budget, kinds: tuple[str, ...]) -> MinedFile:
    """Returns everything that one game file holds; raises BadMine for a file that was altered meanwhile."""
    night = MinedNight.read(Path(path))
    if night.record.check != check:
        raise BadMine(f"expected {path} as it was when mining began; got another file")
    try:
        return MinedFile(check, tuple(puzzle for kind in kinds for puzzle in MINERS[kind](night, budget)))
    except BadRecord as fault:
        raise BadMine(f"{path}: {fault}") from None


MINERS: dict[str, Callable[[MinedNight, Budget], Iterator[Puzzle]]] = {
    "plan": plan_puzzles,
    "movement": movement_puzzles,
    "where": where_puzzles,
}


class Mine:
    """A folder of game files, and the folder in which their puzzles will be."""

    def __init__(self, folder: Path, out: Path, budget: Budget, kinds: tuple[str, ...]) -> None:
        """Reads the names of the files and what was found before; raises BadMine."""
        self.out, self.budget, self.kinds = out, budget, kinds
        self.journal = out / JOURNAL
        self.files = checked_files(folder)
        self.found: dict[str, tuple[Puzzle, ...]] = {}
        self._head = MiningHead(budget.seed, budget.rollouts, kinds, played_version("mining", OWN_SOURCES))
        if self.journal.exists():
            self._read_journal()
        elif out.exists() and any(out.iterdir()):
            raise BadMine(f"expected an empty folder, or one in which mining was broken off; got {out}")

    @property
    def left(self) -> list[PieceToMine]:
        """The files that have not been looked through."""
        return [(str(path), check, self.budget, self.kinds) for path, check in self.files if check not in self.found]

    def run(self, pool: PiecePool, workers: int, wanted: Wanted, progress: Callable[[int], None]) -> list[Puzzle]:
        """Looks through what is left, then writes the puzzles and returns them."""
        before = (MinedFile(check, puzzles) for check, puzzles in self.found.items())
        begin_journal(self.journal, map(msgspec.json.encode, (self._head, *before)))

        def save(piece: PieceToMine, mined: MinedFile) -> None:
            append_line(self.journal, msgspec.json.encode(mined))
            self.found[mined.check] = mined.puzzles
            progress(1)

        play_pieces(pool, workers, self.left, mine_file, save)
        chosen = choose_puzzles((puzzle for _, check in self.files for puzzle in self.found[check]), wanted)
        for puzzle in chosen:
            (self.out / f"{puzzle.id}{SUFFIX}").write_text(puzzle_text(puzzle), encoding="utf-8")
        self.journal.unlink()
        return chosen

    def _read_journal(self) -> None:
        head, *lines = read_journal(self.journal) or [b""]
        try:
            if msgspec.json.decode(head, type=MiningHead) != self._head:
                raise BadMine(f"expected the same seed, budget, kinds and version as in {self.journal}; remove it, or name another folder")
            for line in lines:
                mined = msgspec.json.decode(line, type=MinedFile)
                self.found[mined.check] = mined.puzzles
        except msgspec.DecodeError as fault:
            raise BadMine(f"expected what was mined so far; got {self.journal}: {fault}") from None


def checked_files(folder: Path) -> list[tuple[Path, str]]:
    """Returns the game files of a folder and its folders with their checks, each game once; raises BadMine."""
    if not folder.is_dir():
        raise BadMine(f"expected a folder of game files; got {folder}")
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob("*.nuns")):
        try:
            found.setdefault(MinedNight.read(path).record.check, path)
        except BadRecord as fault:
            raise BadMine(f"{path}: {fault}") from None
    if not found:
        raise BadMine(f"expected game files, named *.nuns, in {folder}; got none")
    return [(path, check) for check, path in found.items()]


def choose_puzzles(found: Iterable[Puzzle], wanted: Wanted) -> list[Puzzle]:
    """Returns the clearest puzzles of each side and kind, of all ratings, with their ids."""
    groups: dict[Group, list[Puzzle]] = defaultdict(list)
    for puzzle in found:
        groups[puzzle.side, puzzle.kind].append(puzzle)
    chosen = []
    for _, group in sorted(groups.items()):
        picked = sorted(by_turns(group, wanted), key=lambda each: (each.rating, -each.low, order_of(each)))
        chosen += [msgspec.structs.replace(puzzle, id=f"{puzzle.kind}-{number:02}") for number, puzzle in enumerate(picked, 1)]
    return chosen


def by_turns(group: list[Puzzle], wanted: Wanted) -> Iterator[Puzzle]:
    """Yields as many puzzles as are wanted: the clearest of each band of ratings by turns."""
    bands: dict[int, list[Puzzle]] = defaultdict(list)
    for puzzle in sorted(group, key=lambda each: (-each.low, order_of(each)), reverse=True):
        bands[puzzle.rating // BAND].append(puzzle)  # the clearest last
    taken, left = Counter[str](), wanted.most
    while left and any(bands.values()):
        for _, band in sorted(bands.items()):
            while band and taken[band[-1].source.check] >= wanted.from_one:
                band.pop()
            if band and left:
                left -= 1
                taken[band[-1].source.check] += 1
                yield band.pop()


def order_of(puzzle: Puzzle) -> tuple[str, int, str]:
    """Returns what orders puzzles that are alike otherwise."""
    return puzzle.source.check, puzzle.source.moment, puzzle.figure
