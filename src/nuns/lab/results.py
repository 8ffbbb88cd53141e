"""The ladder's results: which side won each game of each pairing, in one file, with a hash of what was played."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import msgspec

from nuns.bots.registry import BOTS
from nuns.lab.ceiling import CEILING
from nuns.lab.fingerprint import hash_sources
from nuns.lab.journal import append_line, open_journal, read_journal
from nuns.lab.lineup import SEARCH, LineUp
from nuns.lab.luck_adjustment import FEWEST, AdjustedRate, adjust
from nuns.lab.pieces import split_runs
from nuns.lab.ratings import Cell
from nuns.lab.statistics import paired_interval
from nuns.rules.options import MAYFAIR, Options, change_option

QUIET = change_option(MAYFAIR, "blessings", "off")  # the options of the ladder
TEST_SEED = 20_260  # the ladder plays games 0, 1 and so on of this seed; bots are tuned on others
RUNGS = (*BOTS, CEILING)
SEARCHING = (SEARCH, CEILING)


Luck = tuple[float, ...]  # of one game by kind (analysis/counterfactuals.py), in the guards' chance


class BadResults(ValueError):
    """Raised for a file that has no results, or those of other bots."""


class Head(msgspec.Struct):
    """The first line of a file: what the games were played with."""

    sources: str
    seed: int = TEST_SEED
    options: str = str(QUIET)


class ResultPiece(msgspec.Struct, omit_defaults=True):
    """A line of a file: some games of a pairing in order, each 1 if the guards won, else 0."""

    guards: str
    novices: str
    count: Annotated[int, msgspec.Meta(ge=1, le=6)]
    first: Annotated[int, msgspec.Meta(ge=0)]
    wins: Annotated[str, msgspec.Meta(pattern=r"^[01]+\Z")]
    luck: list[Luck] = []  # of each game by kind, in the guards' chance; empty where it was not worked out


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
    luck: dict[Pairing, dict[int, Luck]] = field(default_factory=dict)  # of the games in which it was worked out

    def add(self, pairing: Pairing, first: int, wins: Sequence[bool], luck: Sequence[Luck] = ()) -> None:
        """Adds games from ``first`` on."""
        self.wins.setdefault(pairing, {}).update(dict(enumerate(wins, first)))
        if luck:
            self.luck.setdefault(pairing, {}).update(dict(enumerate(luck, first)))

    def cells(self) -> list[Cell]:
        """Returns the results of each pairing, by number of novices and then by the rungs of both sides."""
        ordered = sorted(self.wins, key=lambda p: (p.count, RUNGS.index(p.guards), RUNGS.index(p.novices)))
        return [Cell(p.guards, p.novices, p.count, sum(self.wins[p].values()), len(self.wins[p])) for p in ordered]

    def missing(self, pairing: Pairing, games: int, size: int, *, with_luck: bool = False) -> Iterator[range]:
        """Returns the games of a pairing that are still to be played, in pieces; ``with_luck`` those too whose luck is not known."""
        done: Mapping[int, object] = (self.luck if with_luck else self.wins).get(pairing, {})
        return split_runs((index for index in range(games) if index not in done), size)

    def adjusted(self, pairing: Pairing) -> AdjustedRate | None:
        """Returns the guards' share of wins without the luck, from the games in which it was worked out; None where there are too few."""
        games = sorted(self.luck.get(pairing, {}))
        if len(games) < FEWEST:
            return None
        return adjust([self.wins[pairing][index] for index in games], [self.luck[pairing][index] for index in games])

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
    """Returns a hash of everything that decides a game of the ladder."""
    return hash_sources(f"{options} {TEST_SEED}")


def read_results(path: Path) -> Results:
    """Returns the results in a file; a last line that was left half written is ignored."""
    results = Results()
    if not path.exists():
        return results
    try:
        head, *lines = read_journal(path)
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
        results.add(Pairing(piece.guards, piece.novices, piece.count), piece.first, [each == "1" for each in piece.wins], piece.luck)
    return results


def read_piece(line: bytes) -> ResultPiece:
    """Returns one line of a file, or raises ValueError."""
    piece = msgspec.json.decode(line, type=ResultPiece)
    if piece.guards not in RUNGS or piece.novices not in BOTS:
        raise ValueError(f"expected bots among {', '.join(RUNGS)}; got {piece.guards!r} and {piece.novices!r}")
    if piece.luck and len(piece.wins) != len(piece.luck):
        raise ValueError(f"expected the luck of {len(piece.wins)} games; got that of {len(piece.luck)}")
    return piece


def open_results(path: Path) -> None:
    """Begins a file, or removes a half-written last line, so that pieces can be added."""
    open_journal(path, msgspec.json.encode(Head(fingerprint())))


def append_piece(path: Path, pairing: Pairing, first: int, wins: Sequence[bool], luck: Sequence[Luck] = ()) -> None:
    """Adds one piece to a file."""
    piece = ResultPiece(pairing.guards, pairing.novices, pairing.count, first, "".join("01"[won] for won in wins), list(luck))
    append_line(path, msgspec.json.encode(piece))
