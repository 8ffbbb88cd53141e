"""Tables of games: a CSV file with one line for each game, and beside it one with what happened on which dot.

The first line is a comment that holds the grid, so that a table can be gone on with, and shards can be merged. The lines are in the order
of the grid, so that the same games make the same bytes, wherever and in whatever order they were played.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType

from nuns.board.convent import the_convent
from nuns.lab.fingerprint import hash_bot_files, played_version
from nuns.lab.grid import Grid, GridCell
from nuns.lab.pool import split_runs
from nuns.lab.rows import CELL_COLUMNS, COLUMNS, KINDS, LUCK, DotCounts, add_counts, csv_line, empty_counts, read_csv_lines

MARK = "# nuns table 1 "  # how the first line begins
DOT_COLUMNS = (*CELL_COLUMNS, "seed", "version", "games", "dot", *KINDS)
PLACE, FAULTS = (COLUMNS.index(name) for name in ("game", "faults"))


class BadTable(ValueError):
    """Raised for a file that is no table of games, or one that does not fit; the message says what was expected and what was got."""


class Shard(msgspec.Struct, frozen=True):
    """One of several equal parts of a grid, counted from 1."""

    number: int = 1
    of: int = 1

    def share(self, games: int) -> range:
        """Returns which of a cell's games belong to this part."""
        return range(games * (self.number - 1) // self.of, games * self.number // self.of)


WHOLE = Shard()


class TableHead(msgspec.Struct, frozen=True):
    """The first line of a table: by which version what was played, and which part of it is here."""

    version: str
    grid: Grid
    shard: Shard = WHOLE
    bot_files: dict[str, str] | UnsetType = UNSET  # a hash of the files of each user's bot, by its name; not written where there are none


@dataclass
class GameTable:
    """The games of a grid that have been played so far, as lines by cell and number of the game."""

    head: TableHead
    lines: list[dict[int, str]] = field(default_factory=list)
    dots: list[DotCounts] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lines = self.lines or [{} for _ in self.head.grid.cells]
        self.dots = self.dots or [empty_counts() for _ in self.head.grid.cells]

    def add(self, cell: int, first: int, lines: Sequence[str], dots: DotCounts) -> None:
        """Adds some games of a cell."""
        self.lines[cell].update(enumerate(lines, first))
        add_counts(self.dots[cell], dots)

    @property
    def played(self) -> int:
        """The number of games that have been played."""
        return sum(map(len, self.lines))

    @property
    def faults(self) -> int:
        """How often bots did something wrong in these games."""
        return sum(int(values[FAULTS]) for lines in self.lines for values in read_csv_lines(lines.values()))

    @property
    def wanted(self) -> int:
        """The number of games that belong here."""
        return sum(len(self.head.shard.share(games)) for _, games in self.head.grid.cells)

    def missing(self, cell: int, size: int, games: int) -> Iterator[range]:
        """Yields those of a cell's first games that belong here and are still to be played, in pieces."""
        done, share = self.lines[cell], self.head.shard.share(self.head.grid.cells[cell][1])
        return split_runs((index for index in share if index < games and index not in done), size)


def columns_of(head: TableHead) -> Sequence[str]:
    """Returns the names of the columns of a table."""
    return (*COLUMNS, LUCK) if head.grid.luck else COLUMNS


def dots_path(path: Path) -> Path:
    """Returns where the counts dot by dot of a table are."""
    return path.with_name(f"{path.stem}-dots{path.suffix}")


def write_table(path: Path, table: GameTable) -> None:
    """Writes both files of a table; each is there whole or not at all."""
    head = MARK + msgspec.json.encode(table.head).decode()
    games = (line for lines in table.lines for _, line in sorted(lines.items()))
    _write(path, (head, csv_line(columns_of(table.head)), *games))
    _write(dots_path(path), (csv_line(DOT_COLUMNS), *_dot_lines(table)))


def _write(path: Path, lines: Iterable[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    new.replace(path)


def _dot_lines(table: GameTable) -> Iterator[str]:
    grid = table.head.grid
    for (cell, _), lines, counts in zip(grid.cells, table.lines, table.dots, strict=True):
        traced = sum(index < grid.traced_of(cell) for index in lines)
        for dot in sorted(the_convent().dots) if traced else ():
            yield csv_line([*cell, grid.seed, table.head.version, traced, dot, *(counts[kind].get(dot, 0) for kind in KINDS)])


def read_head(path: Path) -> TableHead:
    """Returns the first line of a table, or raises BadTable."""
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            first = file.readline()
        if not first.startswith(MARK):
            raise BadTable(f"expected a table of games; got {path}, which does not begin as one")
        return msgspec.json.decode(first.removeprefix(MARK), type=TableHead)
    except OSError as fault:
        raise BadTable(f"expected a table of games; got {path}: {fault.strerror or fault}") from None
    except BadTable:
        raise
    except ValueError as fault:
        raise BadTable(f"expected a table of games; got {path}, line 1: {fault}") from None


def read_lines(path: Path, columns: Sequence[str], skipped: int) -> Iterator[tuple[str, list[str]]]:
    """Yields each line below the names of the columns, as it is and split into its values."""
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            for _ in range(skipped):
                file.readline()
            if file.readline().rstrip("\n") != csv_line(columns):
                raise BadTable(f"expected the columns {', '.join(columns)}; got others in {path}")
            for number, line in enumerate(file, skipped + 2):
                (values,) = read_csv_lines([line.rstrip("\n")])
                if len(values) != len(columns) or not line.endswith("\n"):
                    raise BadTable(f"expected {len(columns)} values in a line; got {len(values)} in {path}, line {number}")
                yield line.rstrip("\n"), values
    except OSError as fault:
        raise BadTable(f"expected a table of games; got {path}: {fault.strerror or fault}") from None


def read_table(path: Path) -> GameTable:
    """Returns a table with its counts, or raises BadTable."""
    table = GameTable(read_head(path))
    cells = {cell_key(cell): number for number, (cell, _) in enumerate(table.head.grid.cells)}
    wide = len(CELL_COLUMNS)
    for line, values in read_lines(path, columns_of(table.head), 1):
        try:
            game, _ = int(values[PLACE]), int(values[FAULTS])
            table.lines[cells[tuple(values[:wide])]][game] = line
        except (KeyError, ValueError):
            raise BadTable(f"expected games of its grid in {path}; got {line!r}") from None
    for cell, (dots, _) in read_dots(path, table.head).items():
        table.dots[cells[cell_key(cell)]] = dots
    return table


def read_dots(path: Path, head: TableHead) -> dict[GridCell, tuple[DotCounts, int]]:
    """Returns what happened on which dot in each cell of a table, and in how many games."""
    cells, wide = {cell_key(cell): cell for cell, _ in head.grid.cells}, len(CELL_COLUMNS)
    found: dict[GridCell, tuple[DotCounts, int]] = {}
    for line, values in read_lines(dots_path(path), DOT_COLUMNS, 0):
        try:
            games, dot, *numbers = (int(value) for value in values[wide + 2 :])
            counts, _ = found.setdefault(cells[tuple(values[:wide])], (empty_counts(), games))
        except (KeyError, ValueError):
            raise BadTable(f"expected counts of its grid in {dots_path(path)}; got {line!r}") from None
        add_counts(counts, {kind: {dot: number} for kind, number in zip(KINDS, numbers, strict=True) if number})
    return found


def cell_key(cell: GridCell) -> tuple[str, ...]:
    """Returns what tells a cell from others, as a table spells it."""
    return tuple(map(str, cell))


def merge_tables(paths: Sequence[Path]) -> GameTable:
    """Returns the table of all shards together, or raises BadTable if they are not those of one grid, or not all."""
    merged: GameTable | None = None
    for path in paths:
        table = read_table(path)
        whole = msgspec.structs.replace(table.head, shard=WHOLE)
        if merged is None:
            merged = GameTable(whole)
        if whole != merged.head:
            raise BadTable(
                f"expected shards of one grid, played by one version and the same files of bots; got {path}, which differs from {paths[0]}"
            )
        for number, lines in enumerate(table.lines):
            if twice := lines.keys() & merged.lines[number].keys():
                cell = " ".join(cell_key(table.head.grid.cells[number][0]))
                raise BadTable(f"expected each game once; got game {min(twice)} of {cell} again in {path}")
            merged.lines[number].update(lines)
            add_counts(merged.dots[number], table.dots[number])
    assert merged is not None, "there is a table at least"
    if merged.played < merged.wanted:
        missing = "a shard is missing, or not finished"
        raise BadTable(f"expected all {merged.wanted:,} games of the grid; got {merged.played:,}: {missing}")
    return merged


def fresh_head(grid: Grid, shard: Shard = WHOLE) -> TableHead:
    """Returns the head of a table that this version plays with the bots' files as they are now."""
    names = (name for cell, _ in grid.cells for name in (cell.guards, *cell.lineup.novices))
    return TableHead(played_version(), grid, shard, hash_bot_files(names) or UNSET)
