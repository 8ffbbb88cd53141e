"""The ladder: a round robin of bots on fixed seeds, which can be stopped and gone on with; its results lie in one file, a line a piece."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from nuns.bots import compiled
from nuns.bots.registry import BOTS
from nuns.lab.ceiling import CEILING, ceiling_night
from nuns.lab.lineup import LineUp
from nuns.lab.ratings import Cell
from nuns.lab.simulate import bot_night
from nuns.processes import pool_of, unheard_interrupts
from nuns.referee.table import Table
from nuns.rules.options import MAYFAIR, Options, changed
from nuns.rules.words import GUARDS_WIN

QUIET = changed(MAYFAIR, "blessings", "off")  # what the ladder is played with
TEST_SEED = 20_260  # games 0, 1, … of this seed; bots are tuned on others
COUNTS = (1, 3, 6)  # novices
RUNGS = (*BOTS, CEILING)
SOURCES = ("board", "rules", "kernel", "bots")  # what decides a game: the referee's nights are those of the rules alone (tests hold it)
TELLING = ("thoughts.py", "wants.py", "calibration.py")  # what only speaks of it
REMARK = re.compile(r'^\s*(?:"""(?:.|\n)*?"""\s*$|#.*$)|  # .*$', re.MULTILINE)
THINKING, COMPILED = 4, 500  # games of one piece


class BadResults(ValueError):
    """A file of results that is none, or of another program's bots."""


@dataclass(frozen=True)
class Pairing:
    """Who plays whom, and with how many novices."""

    guards: str
    novices: str
    count: int

    @property
    def policies(self) -> tuple[int, ...] | None:
        """Their numbers, where all can be compiled."""
        return None if self.guards == CEILING else LineUp(self.guards, (self.novices,)).policies()


@dataclass
class Results:
    """Who won each game of each pairing: True where the guards did."""

    wins: dict[Pairing, dict[int, bool]] = field(default_factory=dict)

    def add(self, pairing: Pairing, first: int, wins: Sequence[bool]) -> None:
        self.wins.setdefault(pairing, {}).update(dict(enumerate(wins, first)))

    def cells(self) -> list[Cell]:
        """By number of novices, then by the rungs of both sides."""
        ordered = sorted(self.wins, key=lambda p: (p.count, RUNGS.index(p.guards), RUNGS.index(p.novices)))
        return [Cell(p.guards, p.novices, p.count, sum(self.wins[p].values()), len(self.wins[p])) for p in ordered]

    def missing(self, pairing: Pairing, games: int, size: int) -> Iterator[range]:
        """The games of a pairing that are still to be played, in pieces."""
        done = self.wins.get(pairing, {})
        for start in range(0, games, size):
            piece = range(start, min(start + size, games))
            if not all(index in done for index in piece):
                yield piece

    def difference(self, better: Pairing, worse: Pairing) -> tuple[float, float, float, int]:
        """How much more often the guards win in one pairing than in another on the same games: with its 95 % interval and their number."""
        one, two = self.wins.get(better, {}), self.wins.get(worse, {})
        gains = [one[index] - two[index] for index in one if index in two]
        if not gains:
            raise ValueError(f"expected games that both pairings have played; got none of {better} and {worse}")
        mean = sum(gains) / len(gains)
        spread = (sum((gain - mean) ** 2 for gain in gains) / max(len(gains) - 1, 1)) ** 0.5
        error = 1.96 * spread / len(gains) ** 0.5
        return mean, mean - error, mean + error, len(gains)


def fingerprint(options: Options = QUIET) -> str:
    """A hash of everything that decides a game, remarks left out: results of other sources are not mixed in."""
    root, seen = Path(__file__).parents[1], sha256(f"{options} {TEST_SEED}".encode())
    for source in sorted(file for package in SOURCES for file in (root / package).rglob("*.py") if file.name not in TELLING):
        seen.update(f"{source.relative_to(root).as_posix()} {code_of(source.read_text(encoding='utf-8'))}".encode())
    return seen.hexdigest()[:16]


def code_of(source: str) -> str:
    """A module without its docstrings, comments and empty lines."""
    return "\n".join(line for line in REMARK.sub("", source).splitlines() if line.strip())


def read_results(path: Path) -> Results:
    """What was played before; the first line names the sources."""
    results = Results()
    if not path.exists():
        return results
    try:
        head, *lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
        if head["sources"] != fingerprint():
            raise BadResults(f"expected results of these bots in {path}; got those of others: give another file, or remove it")
        for line in lines:
            wins = [each == "1" for each in line["wins"]]
            results.add(Pairing(line["guards"], line["novices"], line["count"]), line["first"], wins)
    except (ValueError, KeyError, TypeError) as fault:
        raise fault if isinstance(fault, BadResults) else BadResults(f"expected a file of ladder results; got {path}: {fault}") from None
    return results


def play_pairing(pairing: Pairing, piece: range) -> list[bool]:
    """Some games of a pairing, in machine code where both are policies."""
    table, policies = Table("mayfair", QUIET, pairing.count), pairing.policies
    if policies is not None:
        games = compiled.played_nights(table, TEST_SEED, piece.start, len(piece), policies)
        return [bool(winners == GUARDS_WIN) for winners in games["winners"]]
    wins = []
    for index in piece:
        if pairing.guards == CEILING:
            game, faults = ceiling_night(table, TEST_SEED, index, pairing.novices)
        else:
            game, faults = bot_night(table, TEST_SEED, index, LineUp(pairing.guards, (pairing.novices,)))
        if faults:
            raise RuntimeError(f"{pairing}: {faults[0]}")
        wins.append(game.state.winners == GUARDS_WIN)
    return wins


def pieces_of(results: Results, wanted: dict[Pairing, int]) -> Iterator[tuple[Pairing, range]]:
    """All that is still to be played: the quick ones first."""
    ordered = sorted(wanted, key=lambda pairing: pairing.policies is None)
    for pairing in ordered:
        size = COMPILED if pairing.policies is not None else THINKING
        for piece in results.missing(pairing, wanted[pairing], size):
            yield pairing, piece


def climb(path: Path, wanted: dict[Pairing, int], *, workers: int, progress: Callable[[int], None] = lambda _: None) -> Results:
    """Plays what is missing of so many games a pairing, and keeps each piece as it is done."""
    results = read_results(path)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"sources": fingerprint(), "seed": TEST_SEED, "options": str(QUIET)}) + "\n", encoding="utf-8")
    progress(sum(min(len(results.wins.get(pairing, {})), games) for pairing, games in wanted.items()))
    pieces = pieces_of(results, wanted)
    pool = pool_of(workers)
    busy: dict[Future[list[bool]], tuple[Pairing, range]] = {}
    try:
        while True:
            with unheard_interrupts():
                for pairing, piece in pieces:
                    busy[pool.submit(play_pairing, pairing, piece)] = pairing, piece
                    if len(busy) >= 2 * workers:
                        break
            if not busy:
                return results
            for done in wait(busy, return_when=FIRST_COMPLETED).done:
                pairing, piece = busy.pop(done)
                keep(path, results, pairing, piece, done.result())
                progress(len(piece))
    finally:
        pool.shutdown(cancel_futures=True)


def keep(path: Path, results: Results, pairing: Pairing, piece: range, wins: list[bool]) -> None:
    results.add(pairing, piece.start, wins)
    line = {"guards": pairing.guards, "novices": pairing.novices, "count": pairing.count, "first": piece.start}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({**line, "wins": "".join("01"[won] for won in wins)}) + "\n")
