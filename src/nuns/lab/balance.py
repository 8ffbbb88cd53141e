"""What a table of games says about balance: win rates, endings, effects of options, difficult deals and fair handicaps."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from nuns.lab.grid import GridCell, changed_edition
from nuns.lab.rows import CELL_COLUMNS, COLUMNS, NUMBERS, DotCounts, add_counts, csv_line, empty_counts, read_csv_lines
from nuns.lab.statistics import paired_interval, wilson_interval
from nuns.lab.table import FAULTS, BadTable, GameTable, TableHead, cell_key, columns_of, read_dots, read_head, read_lines
from nuns.referee.game_setup import PLAYED_ENDINGS
from nuns.rules.options import value_of

EVEN, FAIR = 0.5, 0.1  # even odds, and how far from them a table may still be called fair
WINNERS = ("guards", "novices")
SEED, GAME, WINNER, ENDING, TURNS, CAPTURES = (COLUMNS.index(name) for name in ("seed", "game", "winner", "ending", "turns", "captures"))
WISHES, GOT = COLUMNS.index("wish_1"), COLUMNS.index("got_1")


class Rate(NamedTuple):
    """How often something happened, with its 95 % interval."""

    times: int
    games: int

    @property
    def share(self) -> float:
        """The share of games, 0 of none."""
        return self.times / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval at 95 %."""
        return wilson_interval(self.times, self.games)

    @property
    def farthest(self) -> float:
        """How far the end of the interval that is farther from even odds is from them: small if the odds are near and well known."""
        return max(abs(end - EVEN) for end in self.interval)


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
    luck: dict[tuple[int, int], tuple[float, ...]] = field(
        default_factory=dict
    )  # by seed and game: its luck of each kind, where it is known
    dots: DotCounts = field(default_factory=empty_counts)
    traced: int = 0

    def add(self, values: Sequence[str]) -> None:
        """Adds one line of a table, or raises ValueError for a game that is here already."""
        game = int(values[SEED]), int(values[GAME])
        if game in self.wins:
            raise ValueError(f"expected each game once; got game {game[1]} of seed {game[0]} again")
        if values[WINNER] not in WINNERS:
            raise ValueError(f"expected {' or '.join(WINNERS)} as the winner of game {game[1]}; got {values[WINNER]!r}")
        if values[ENDING] not in PLAYED_ENDINGS:
            raise ValueError(f"expected {', '.join(PLAYED_ENDINGS)} as the ending of game {game[1]}; got {values[ENDING]!r}")
        self.wins[game] = values[WINNER] == "guards"
        self.endings[values[ENDING]] += 1
        self.turns[int(values[TURNS])] += 1
        self.captures[int(values[CAPTURES])] += 1
        self.faults += int(values[FAULTS])
        for place, number in enumerate(NUMBERS):
            if wish := values[WISHES + place]:
                self.dealt[number, int(wish)] += 1
                self.home[number, int(wish)] += values[GOT + place] == "home"
        for luck in filter(None, values[len(COLUMNS) :]):
            self.luck[game] = tuple(map(float, luck.split()))

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.wins)

    @property
    def rate(self) -> Rate:
        """How often the guards won."""
        return Rate(sum(self.wins.values()), self.games)

    def numbered(self, odd: int) -> Rate:
        """Returns how often the guards won the games with even numbers, or with odd ones."""
        some = [won for (_, game), won in self.wins.items() if game % 2 == odd]
        return Rate(sum(some), len(some))

    @property
    def deck(self) -> str:
        """The name of the deck of wish cards that was dealt."""
        return str(value_of(changed_edition(self.cell.edition, self.cell.options), "wish-cards"))


def mean(counts: Counter[int]) -> float:
    """Returns the mean of counted numbers."""
    return sum(number * times for number, times in counts.items()) / counts.total()


@dataclass(frozen=True)
class PairedDifference:
    """How much more often the guards win in one cell than in another on the same games."""

    gained: int  # games that the guards win only in the one
    lost: int  # games that they win only in the other
    games: int

    @property
    def difference(self) -> float:
        """The difference of the shares of wins."""
        return (self.gained - self.lost) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the difference at 95 %."""
        return paired_interval(self.gained, self.lost, self.games)


def paired_difference(one: CellResults, other: CellResults) -> PairedDifference:
    """Returns the difference on the games that both cells have, which must be some."""
    gains = Counter(one.wins[game] - other.wins[game] for game in one.wins.keys() & other.wins.keys())
    return PairedDifference(gains[1], gains[-1], gains.total())


@dataclass(frozen=True)
class OptionEffect(PairedDifference):
    """By how much a variant changes the guards' share of wins against its edition, on the same games."""

    edition: str
    options: str
    cells: tuple[GridCell, ...]  # those whose games were compared: one, or one for each number of players
    before: Rate  # the edition as it is, on the same games


class Handicap(NamedTuple):
    """The options that bring a table nearest to even odds, which may be the edition as it is.

    They are chosen by games with even numbers: those whose interval has its worse end nearest to even odds, so that a few lucky games
    count for less than many. ``odds`` are those of games with odd numbers, which were not chosen by.
    """

    cell: GridCell
    odds: Rate
    before: Rate

    @property
    def is_fair(self) -> bool:
        """Whether the odds are near enough to even."""
        return abs(self.odds.share - EVEN) <= FAIR


@dataclass
class Balance:
    """Everything that one or several tables hold, by cell."""

    heads: dict[str, TableHead]  # by the table's file, as it was named
    cells: dict[GridCell, CellResults]

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(results.games for results in self.cells.values())

    @property
    def versions(self) -> list[str]:
        """The versions of the program that played the tables."""
        return sorted({head.version for head in self.heads.values()})

    @property
    def faults(self) -> int:
        """How often bots did something wrong, for which a random action was taken."""
        return sum(results.faults for results in self.cells.values())

    @property
    def faulty_bots(self) -> dict[tuple[str, str], int]:
        """The pairs of bots in whose games there were faults, guards first, and how many."""
        counts = {bots: sum(each.faults for each in self.of_bots(*bots)) for bots in self.bots}
        return {bots: faults for bots, faults in counts.items() if faults}

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

    def tables_of(self, guards: str, novice_bots: str) -> list[str]:
        """Returns the files of the tables in which two bots play, as they were named."""
        return [name for name, head in self.heads.items() if any(cell[-2:] == (guards, novice_bots) for cell, _ in head.grid.cells)]

    def effects(self, guards: str, novice_bots: str) -> list[OptionEffect]:
        """Returns the effect of each variant for each number of players, where it has games in common with its edition."""
        found = []
        for variant in self.of_bots(guards, novice_bots):
            cell = variant.cell
            base = self.cells.get(cell._replace(options=""))
            if cell.options and base and (shared := base.wins.keys() & variant.wins.keys()):
                before = Rate(sum(base.wins[game] for game in shared), len(shared))
                paired = paired_difference(variant, base)
                counts = (paired.gained, paired.lost, paired.games)
                found.append(OptionEffect(*counts, cell.edition, cell.options, (cell,), before))
        return found

    def pooled_effects(self, guards: str, novice_bots: str) -> dict[str, list[OptionEffect]]:
        """Returns by edition the effect of each single option over all numbers of players, the guards' gains first."""
        pooled: dict[tuple[str, str], OptionEffect] = {}
        for effect in self.effects(guards, novice_bots):
            name = effect.edition, effect.options
            if "," in effect.options:  # several options at once are handicaps
                continue
            pooled[name] = _added(pooled[name], effect) if name in pooled else effect
        ordered = sorted(pooled.values(), key=lambda effect: -effect.difference)
        return {edition: [each for each in ordered if each.edition == edition] for edition in dict.fromkeys(each for each, _ in pooled)}

    def before(self, effects: Iterable[OptionEffect]) -> Rate:
        """Returns how often the guards won where nothing was changed, with all the players of these effects."""
        bases = {cell._replace(options="") for effect in effects for cell in effect.cells}
        rates = [self.cells[base].rate for base in bases]
        return Rate(sum(rate.times for rate in rates), sum(rate.games for rate in rates))

    def handicaps(self, guards: str, novice_bots: str) -> list[Handicap]:
        """Returns the handicap of each edition and number of players that has variants; the edition as it is competes like them."""
        found = []
        for base in self.editions_played(guards, novice_bots):
            rivals = [each for each in self.of_bots(guards, novice_bots) if each.cell._replace(options="") == base.cell]
            if len(rivals) > 1:
                fair = min(rivals, key=lambda each: (each.numbered(0).farthest, each.cell.options))
                found.append(Handicap(fair.cell, fair.numbered(1), base.numbered(1)))
        return found

    @property
    def fairest_bots(self) -> tuple[str, str] | None:
        """The pair of bots with the most handicaps, if any has them."""
        pairs = [bots for bots in self.bots if self.handicaps(*bots)]
        return max(pairs, key=lambda bots: len(self.handicaps(*bots)), default=None)


def _added(one: OptionEffect, two: OptionEffect) -> OptionEffect:
    before = Rate(one.before.times + two.before.times, one.before.games + two.before.games)
    counts = (one.gained + two.gained, one.lost + two.lost, one.games + two.games)
    return OptionEffect(*counts, one.edition, one.options, one.cells + two.cells, before)


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
    balance = Balance({}, {})
    for path in paths:
        head = read_head(path)
        _add_games(balance, path, head, (values for _, values in read_lines(path, columns_of(head), 1)))
        for cell, (dots, games) in read_dots(path, head).items():
            if cell not in balance.cells:
                raise BadTable(f"expected all games of its grid in {path}; got none of {' '.join(cell_key(cell))}")
            add_counts(balance.cells[cell].dots, dots)
            balance.cells[cell].traced += games
    if not balance.cells:
        raise BadTable(f"expected games in {', '.join(map(str, paths))}; got none")
    return balance


def balance_of(path: Path, table: GameTable) -> Balance:
    """Returns what a table holds that was read or played already, also where games are still missing."""
    balance = Balance({}, {})
    _add_games(balance, path, table.head, read_csv_lines(line for lines in table.lines for line in lines.values()))
    return balance


def _add_games(balance: Balance, path: Path, head: TableHead, lines: Iterable[Sequence[str]]) -> None:
    cells = {cell_key(cell): cell for cell, _ in head.grid.cells}
    balance.heads[path.as_posix()] = head
    for values in lines:
        try:
            cell = cells[tuple(values[: len(CELL_COLUMNS)])]
            balance.cells.setdefault(cell, CellResults(cell)).add(values)
        except KeyError:
            raise BadTable(f"expected games of its grid in {path}; got {csv_line(values)!r}") from None
        except ValueError as fault:
            raise BadTable(f"{path}: {fault}") from None
