"""What a table of games says about balance: win rates, endings, effects of options, difficult deals and fair handicaps."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from nuns.lab.grid import GridCell, changed_edition
from nuns.lab.grid_games import CELL_COLUMNS, COLUMNS, NUMBERS, DotCounts, add_counts, empty_counts
from nuns.lab.grid_table import BadTable, TableHead, cell_key, read_dots, read_head, read_lines
from nuns.lab.statistics import paired_interval, wilson_interval
from nuns.rules.options import value_of

EVEN = 0.5
SEED, GAME, WINNER, ENDING, TURNS, CAPTURES, FAULTS = (
    COLUMNS.index(name) for name in ("seed", "game", "winner", "ending", "turns", "captures", "faults")
)
WISHES, GOT = COLUMNS.index("wish_1"), COLUMNS.index("got_1")


class Rate(NamedTuple):
    """How often something happened, with its 95 % interval."""

    times: int
    games: int

    @property
    def share(self) -> float:
        """The share of games."""
        return self.times / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval at 95 %."""
        return wilson_interval(self.times, self.games)


@dataclass
class CellResults:
    """The games of one cell, summed up."""

    cell: GridCell
    wins: dict[tuple[int, int], bool] = field(default_factory=dict)  # by seed and game: whether the guards won
    endings: Counter[str] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    captures: Counter[int] = field(default_factory=Counter)
    home: Counter[tuple[int, int]] = field(default_factory=Counter)  # novices who got home, by cell and wish card
    dealt: Counter[tuple[int, int]] = field(default_factory=Counter)
    faults: int = 0
    dots: DotCounts = field(default_factory=empty_counts)
    traced: int = 0

    def add(self, values: Sequence[str]) -> None:
        """Adds one line of a table, or raises ValueError for a game that is here already."""
        game = int(values[SEED]), int(values[GAME])
        if game in self.wins:
            raise ValueError(f"expected each game once; got game {game[1]} of seed {game[0]} again")
        self.wins[game] = values[WINNER] == "guards"
        self.endings[values[ENDING]] += 1
        self.turns[int(values[TURNS])] += 1
        self.captures[int(values[CAPTURES])] += 1
        self.faults += int(values[FAULTS])
        for place, number in enumerate(NUMBERS):
            if wish := values[WISHES + place]:
                self.dealt[number, int(wish)] += 1
                self.home[number, int(wish)] += values[GOT + place] == "home"

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.wins)

    @property
    def rate(self) -> Rate:
        """How often the guards won."""
        return Rate(sum(self.wins.values()), self.games)

    @property
    def deck(self) -> str:
        """The name of the deck of wish cards that was dealt."""
        return str(value_of(changed_edition(self.cell.edition, self.cell.options), "wish-cards"))


def mean(counts: Counter[int]) -> float:
    """Returns the mean of counted numbers."""
    return sum(number * times for number, times in counts.items()) / counts.total()


class OptionEffect(NamedTuple):
    """By how much a variant changes the guards' share of wins against its edition, on the same games."""

    variant: CellResults
    base: CellResults
    difference: float
    low: float
    high: float
    games: int

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out no effect at all."""
        return self.low > 0 or self.high < 0


class Handicap(NamedTuple):
    """The measured options that bring a table nearest to even odds, beside the edition as it is."""

    fair: CellResults
    base: CellResults


@dataclass
class Balance:
    """Everything that one or several tables hold, by cell."""

    heads: list[TableHead]
    cells: dict[GridCell, CellResults]

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(results.games for results in self.cells.values())

    @property
    def bots(self) -> list[tuple[str, str]]:
        """The pairs of bots that played, guards first, in the order of the tables."""
        return list(dict.fromkeys((cell.guards, cell.novice_bots) for cell in self.cells))

    def editions_played(self, guards: str, novice_bots: str) -> list[CellResults]:
        """Returns the cells of two bots in which an edition is played as it is."""
        return [each for each in self.of_bots(guards, novice_bots) if not each.cell.options]

    def of_bots(self, guards: str, novice_bots: str) -> list[CellResults]:
        """Returns all cells of two bots."""
        return [each for cell, each in self.cells.items() if (cell.guards, cell.novice_bots) == (guards, novice_bots)]

    def effects(self, guards: str, novice_bots: str) -> list[OptionEffect]:
        """Returns the effect of every variant that has games in common with its edition, the guards' gains first."""
        found = []
        for variant in self.of_bots(guards, novice_bots):
            base = self.cells.get(variant.cell._replace(options=""))
            if variant.cell.options and base and (shared := base.wins.keys() & variant.wins.keys()):
                gains = Counter(variant.wins[game] - base.wins[game] for game in shared)
                low, high = paired_interval(gains[1], gains[-1], len(shared))
                found.append(OptionEffect(variant, base, (gains[1] - gains[-1]) / len(shared), low, high, len(shared)))
        return sorted(found, key=lambda effect: -effect.difference)

    def handicaps(self, guards: str, novice_bots: str) -> list[Handicap]:
        """Returns, for each edition and number of players with variants, the options whose odds are nearest to even."""
        found = []
        for base in self.editions_played(guards, novice_bots):
            rivals = [each for each in self.of_bots(guards, novice_bots) if each.cell._replace(options="") == base.cell]
            if len(rivals) > 1:
                found.append(Handicap(min(rivals, key=lambda each: (abs(each.rate.share - EVEN), bool(each.cell.options))), base))
        return found


def difficulty(cells: Iterable[CellResults]) -> dict[tuple[int, int], Rate]:
    """Returns how often a novice got home, by her cell and her wish card."""
    home, dealt = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for results in cells:
        home.update(results.home)
        dealt.update(results.dealt)
    return {deal: Rate(home[deal], times) for deal, times in sorted(dealt.items())}


def dots_of(cells: Iterable[CellResults]) -> tuple[DotCounts, int]:
    """Returns what happened on which dot in all these cells, and in how many games."""
    total, games = empty_counts(), 0
    for results in cells:
        add_counts(total, results.dots)
        games += results.traced
    return total, games


def read_balance(paths: Sequence[Path]) -> Balance:
    """Returns what the tables hold, or raises BadTable, also where two tables hold the same game."""
    balance = Balance([], {})
    for path in paths:
        head = read_head(path)
        cells = {cell_key(cell): cell for cell, _ in head.grid.cells}
        balance.heads.append(head)
        for line, values in read_lines(path, COLUMNS, 1):
            try:
                cell = cells[tuple(values[: len(CELL_COLUMNS)])]
                balance.cells.setdefault(cell, CellResults(cell)).add(values)
            except KeyError:
                raise BadTable(f"expected games of its grid in {path}; got {line!r}") from None
            except ValueError as fault:
                raise BadTable(f"{path}: {fault}") from None
        for cell, (dots, games) in read_dots(path, head).items():
            add_counts(balance.cells[cell].dots, dots)
            balance.cells[cell].traced += games
    if not balance.cells:
        raise BadTable(f"expected games in {', '.join(map(str, paths))}; got none")
    return balance
