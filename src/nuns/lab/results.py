"""The ladder's results: which side won each game of each pairing, in one file, with a hash of what was played."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Annotated

import msgspec

from nuns.bots.registry import BOTS
from nuns.lab.ceiling import CEILING
from nuns.lab.lineup import SEARCH, LineUp
from nuns.lab.ratings import Cell
from nuns.lab.statistics import paired_interval
from nuns.rules.options import MAYFAIR, Options, change_option

QUIET = change_option(MAYFAIR, "blessings", "off")  # the options of the ladder
TEST_SEED = 20_260  # the ladder plays games 0, 1 and so on of this seed; bots are tuned on others
RUNGS = (*BOTS, CEILING)
SEARCHING = (SEARCH, CEILING)
SOURCES = (  # the files that decide a game
    "board/*.py",
    "board/convent.json",
    "rules/*.py",
    "referee/*.py",
    "kernel/*.py",
    "bots/**/*.py",
    "lab/ceiling.py",
    "lab/lineup.py",
    "lab/simulate.py",
)
TELLING = ("thoughts.py", "wants.py", "calibration.py", "sentences.py", "explain.py")  # files that only describe games
REMARK = re.compile(r'^\s*(?:"""(?:.|\n)*?"""\s*$|#.*$)|  # .*$', re.MULTILINE)


class BadResults(ValueError):
    """Raised for a file that has no results, or those of other bots."""


class Head(msgspec.Struct):
    """The first line of a file: what the games were played with."""

    sources: str
    seed: int = TEST_SEED
    options: str = str(QUIET)


class ResultPiece(msgspec.Struct):
    """A line of a file: some games of a pairing in order, each 1 if the guards won, else 0."""

    guards: str
    novices: str
    count: Annotated[int, msgspec.Meta(ge=1, le=6)]
    first: Annotated[int, msgspec.Meta(ge=0)]
    wins: Annotated[str, msgspec.Meta(pattern=r"^[01]+\Z")]


@dataclass(frozen=True)
class Pairing:
    """The two bots of a game, and the number of novices."""

    guards: str
    novices: str
    count: int

    @property
    def lineup(self) -> LineUp:
        """The same as a line-up for simulations, in which nobody reads the true state."""
        return LineUp(SEARCH if self.guards == CEILING else self.guards, (self.novices,))

    @property
    def policies(self) -> tuple[int, ...] | None:
        """The numbers of their policies, or None for one who reads the true state."""
        return None if self.guards == CEILING else self.lineup.policies()

    @property
    def is_searched(self) -> bool:
        """Whether one side searches, which takes long."""
        return self.guards in SEARCHING or self.novices in SEARCHING


@dataclass
class Results:
    """The games of each pairing, True where the guards won."""

    wins: dict[Pairing, dict[int, bool]] = field(default_factory=dict)

    def add(self, pairing: Pairing, first: int, wins: Sequence[bool]) -> None:
        """Adds games from ``first`` on."""
        self.wins.setdefault(pairing, {}).update(dict(enumerate(wins, first)))

    def cells(self) -> list[Cell]:
        """Returns the results of each pairing, by number of novices and then by the rungs of both sides."""
        ordered = sorted(self.wins, key=lambda p: (p.count, RUNGS.index(p.guards), RUNGS.index(p.novices)))
        return [Cell(p.guards, p.novices, p.count, sum(self.wins[p].values()), len(self.wins[p])) for p in ordered]

    def missing(self, pairing: Pairing, games: int, size: int) -> Iterator[range]:
        """Yields the games of a pairing that are still to be played, in pieces."""
        done = self.wins.get(pairing, {})
        left = [index for index in range(games) if index not in done]
        for _, run in groupby(enumerate(left), lambda each: each[1] - each[0]):
            indices = [index for _, index in run]
            for start in range(0, len(indices), size):
                piece = indices[start : start + size]
                yield range(piece[0], piece[-1] + 1)

    def shared(self, one: Pairing, two: Pairing) -> int:
        """Returns how many games both pairings have played."""
        return len(self.wins.get(one, {}).keys() & self.wins.get(two, {}).keys())

    def difference(self, better: Pairing, worse: Pairing) -> tuple[float, float, float, int]:
        """Returns how much more often the guards win in one pairing than in another on the same games, its interval, and their number."""
        one, two = self.wins.get(better, {}), self.wins.get(worse, {})
        gains = [one[index] - two[index] for index in one if index in two]
        if not gains:
            raise ValueError(f"expected games that both pairings have played; got none of {better} and {worse}")
        return sum(gains) / len(gains), *paired_interval(gains.count(1), gains.count(-1), len(gains)), len(gains)


def fingerprint(options: Options = QUIET) -> str:
    """Returns a hash of everything that decides a game, without comments, so that results of other sources are not mixed in."""
    root, seen = Path(__file__).parents[1], sha256(f"{options} {TEST_SEED}".encode())
    for source in sorted(file for pattern in SOURCES for file in root.glob(pattern) if file.name not in TELLING):
        text = source.read_text(encoding="utf-8")
        seen.update(f"{source.relative_to(root).as_posix()} {code_of(text) if source.suffix == '.py' else text}".encode())
    return seen.hexdigest()[:16]


def code_of(source: str) -> str:
    """Returns a module without its docstrings, comments and empty lines."""
    return "\n".join(line for line in REMARK.sub("", source).splitlines() if line.strip())


def read_results(path: Path) -> Results:
    """Returns the results in a file; a last line that was left half written is ignored."""
    results = Results()
    if not path.exists():
        return results
    try:
        head, *lines = path.read_bytes()[: _whole(path)].splitlines()
        sources = msgspec.json.decode(head, type=Head).sources
    except OSError as fault:
        raise BadResults(f"expected a file of ladder results; got {path}: {fault.strerror or fault}") from None
    except ValueError:
        raise BadResults(f"expected a file of ladder results; got {path}, which does not begin as one") from None
    if sources != fingerprint():
        raise BadResults(f"expected results of these bots in {path}; got results of other bots: name another file, or remove it")
    for number, line in enumerate(lines, 2):
        try:
            piece = read_piece(line)
        except ValueError as fault:
            raise BadResults(f"expected a file of ladder results; got {path}, line {number}: {fault}") from None
        results.add(Pairing(piece.guards, piece.novices, piece.count), piece.first, [each == "1" for each in piece.wins])
    return results


def read_piece(line: bytes) -> ResultPiece:
    """Returns one line of a file, or raises ValueError."""
    piece = msgspec.json.decode(line, type=ResultPiece)
    if piece.guards not in RUNGS or piece.novices not in BOTS:
        raise ValueError(f"expected bots among {', '.join(RUNGS)}; got {piece.guards!r} and {piece.novices!r}")
    return piece


def open_results(path: Path) -> None:
    """Begins a file, or removes a half-written last line, so that pieces can be added."""
    if path.exists():
        with path.open("r+b") as file:
            file.truncate(_whole(path))
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(Head(fingerprint())) + b"\n")


def append_piece(path: Path, pairing: Pairing, first: int, wins: Sequence[bool]) -> None:
    """Adds one piece to a file."""
    piece = ResultPiece(pairing.guards, pairing.novices, pairing.count, first, "".join("01"[won] for won in wins))
    with path.open("ab") as file:
        file.write(msgspec.json.encode(piece) + b"\n")


def _whole(path: Path) -> int:
    """Returns how many bytes of a file are whole lines."""
    return path.read_bytes().rfind(b"\n") + 1
