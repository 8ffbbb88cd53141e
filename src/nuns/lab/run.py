"""Runs a grid: plays what is missing of a table, on this machine or on a cluster, and can be interrupted and gone on with."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from nuns.bots.players.player import Fault
from nuns.kernel.machine import has_compiler
from nuns.lab.fingerprint import played_version
from nuns.lab.games import PlayedGames, is_compiled, is_quick, knows_luck, play_games, play_lucky_games
from nuns.lab.grid import Grid, GridCell
from nuns.lab.lineup import SEARCHING, LineUp
from nuns.lab.pool import PiecePool, append_line, begin_journal, play_pieces, read_journal, split_runs
from nuns.lab.rows import DotCounts, count_dots, empty_counts, game_line, rows_of
from nuns.lab.table import WHOLE, BadTable, GameTable, Shard, TableHead, fresh_head, read_head, read_table, write_table

COMPILED, BELIEVING, SEARCHED, SLOW = 100, 20, 2, 4  # games of one piece: of policies, of bots that believe or search, of others


class PieceToPlay(NamedTuple):
    """Some games of a cell that one worker plays, as ``play_grid_piece`` takes them."""

    number: int  # of the cell
    cell: GridCell
    seed: int
    traced: int  # games before this one are traced
    indices: range
    compiled: bool
    with_luck: bool


class OtherSources(RuntimeError):
    """Raised when a worker of a cluster has another version of the program."""


class GridPiece(msgspec.Struct, frozen=True):
    """Some games of a cell in their order, as lines of a table, with counts over those of them that were traced."""

    cell: int
    first: int
    lines: list[str]
    dots: DotCounts
    version: str


def play_grid_piece(
    number: int, cell: GridCell, seed: int, traced: int, indices: range, compiled: bool, with_luck: bool = False
) -> tuple[GridPiece, list[Fault]]:
    """Plays some games of a cell, and returns them with the bots' faults; those before ``traced`` are played through the referee."""
    setup, lineup = cell.setup, cell.lineup
    lines, dots, faults = list[str](), empty_counts(), list[Fault]()

    def take(indices: range, played: PlayedGames) -> None:
        for place, (index, end) in enumerate(zip(indices, rows_of(played.ends), strict=True)):
            found = played.faults.get(index, ())
            luck = (played.luck[place] if len(played.luck) else ()) if with_luck else None
            lines.append(game_line(cell, seed, index, end, len(found), luck))
            faults.extend(found)

    watched, others = range(indices.start, min(indices.stop, traced)), range(max(indices.start, traced), indices.stop)
    if watched:
        take(watched, play_games(setup, seed, watched, lineup, watch=lambda _, game: count_dots(game.events, dots)))
    if others and with_luck and knows_luck(lineup):
        take(others, play_lucky_games(setup, seed, others, lineup))
    elif others:
        take(others, play_games(setup, seed, others, lineup, compiled=compiled))
    return GridPiece(number, indices.start, lines, dots, played_version()), faults


def journal_path(path: Path) -> Path:
    """Returns where the games of a table are kept until all are played."""
    return path.with_name(path.name + ".part")


def head_so_far(path: Path) -> TableHead | None:
    """Returns the head of a table that is there, whole or as a journal, or None; raises BadTable for what is neither."""
    if journal_path(path).exists():
        return _read_journal(journal_path(path))[0]
    return read_head(path) if path.exists() else None


def open_table(path: Path, grid: Grid, shard: Shard = WHOLE) -> GameTable:
    """Returns the table with the games that are played already, or raises BadTable if they are others.

    A journal has all of them: beside one, the table is that of before, or half of it is written.
    """
    table, journal = GameTable(fresh_head(grid, shard)), journal_path(path)
    if path.exists():
        _check_head(read_head(path), table.head, path)
    if journal.exists():
        _read_pieces(journal, table)
    elif path.exists():
        before = read_table(path)
        table.lines[: len(before.lines)], table.dots[: len(before.dots)] = before.lines, before.dots
    return table


def _check_head(found: TableHead, wanted: TableHead, path: Path) -> None:
    """Raises BadTable unless both are of the same grid, version and files of bots; games may have been added."""
    if found.version != wanted.version:
        raise BadTable(f"expected games of version {wanted.version} in {path}; got {found.version}: name another file, or remove it")
    if found.grid == wanted.grid and found.shard != wanted.shard:
        raise BadTable(f"expected {part_of(wanted.shard)} in {path}; got {part_of(found.shard)}: name another file, or remove it")
    if not _is_continued(found, wanted):
        raise BadTable(f"expected games of this grid in {path}; got those of another: name another file, or remove it")
    before, now = found.bot_files or {}, wanted.bot_files or {}
    if changed := [name for name, known in now.items() if before.get(name) != known]:
        names = " and ".join(changed)
        raise BadTable(f"expected games of {names} as the file is now in {path}; got those of another: name another file, or remove it")


def part_of(shard: Shard) -> str:
    """Says which part of a grid a shard is."""
    return "the whole grid" if shard == WHOLE else f"shard {shard.number}/{shard.of} of this grid"


def _is_continued(found: TableHead, wanted: TableHead) -> bool:
    """Tells whether a table may be gone on with: the same grid, or where it is not a shard one with more games, and cells at its end."""
    if (found.grid, found.shard) == (wanted.grid, wanted.shard):
        return True
    one, two = found.grid, wanted.grid
    if (found.shard, wanted.shard) != (WHOLE, WHOLE) or (one.seed, one.traced, one.luck) != (two.seed, two.traced, two.luck):
        return False
    longer = two.cells[: len(one.cells)]
    return len(longer) == len(one.cells) and all(
        cell == other and games <= more for (cell, games), (other, more) in zip(one.cells, longer, strict=True)
    )


def _read_journal(journal: Path) -> tuple[TableHead, list[bytes]]:
    try:
        head, *lines = read_journal(journal)
        return msgspec.json.decode(head, type=TableHead), lines
    except OSError as fault:
        raise BadTable(f"expected the games of a grid so far; got {journal}: {fault.strerror or fault}") from None
    except ValueError:
        raise BadTable(f"expected the games of a grid so far; got {journal}, which does not begin so") from None


def _read_pieces(journal: Path, table: GameTable) -> None:
    found, lines = _read_journal(journal)
    _check_head(found, table.head, journal)
    for number, line in enumerate(lines, 2):
        try:
            piece = msgspec.json.decode(line, type=GridPiece)
        except ValueError as fault:
            raise BadTable(f"expected the games of a grid so far; got {journal}, line {number}: {fault}") from None
        games = range(piece.first, piece.first + len(piece.lines))
        if table.lines[piece.cell].keys().isdisjoint(games):  # a game that two runs played at once counts once
            table.add(piece.cell, piece.first, piece.lines, piece.dots)


def pieces_of(table: GameTable, wanted: Mapping[GridCell, int] | None = None) -> list[PieceToPlay]:
    """Returns everything that is still to be played, shuffled, so that the time left can be told from the time passed.

    Where only some of it is ``wanted``, so many games of these cells alone.
    """
    grid = table.head.grid
    pieces = [
        (number, cell, grid.traced_of(cell), piece)
        for number, (cell, games) in enumerate(grid.cells)
        for piece in table.missing(number, piece_size(cell), games if wanted is None else wanted.get(cell, 0))
    ]
    quick = Counter[bool]()  # the games that could be in machine code, of random bots and of others, which are compiled apart
    for _, cell, traced, piece in pieces:
        if is_quick(cell.lineup):
            quick[cell.lineup.is_random] += max(0, piece.stop - max(piece.start, traced))
    compiled = {lineup: is_compiled(lineup, quick[lineup.is_random]) for lineup in {cell.lineup for _, cell, _, _ in pieces}}
    found = [
        PieceToPlay(number, cell, grid.seed, traced, piece, compiled[cell.lineup], grid.luck) for number, cell, traced, piece in pieces
    ]
    Random(0).shuffle(found)
    return found


def played_pieces(table: GameTable) -> Iterator[GridPiece]:
    """Yields the games that a table has already, with which its journal begins; what was counted in a cell is told with its first games."""
    for number, (lines, dots) in enumerate(zip(table.lines, table.dots, strict=True)):
        for games in split_runs(sorted(lines), len(lines)):
            yield GridPiece(number, games.start, [lines[index] for index in games], dots, table.head.version)
            dots = empty_counts()


def piece_size(cell: GridCell) -> int:
    """Returns how many games a worker plays before they are saved."""
    if not SEARCHING.isdisjoint((cell.guards, *cell.lineup.novices)):
        return SEARCHED
    if cell.lineup.policies() is None or not has_compiler():
        return SLOW
    return COMPILED if is_quick(cell.lineup) else BELIEVING


def run_grid(
    path: Path,
    table: GameTable,
    pool: PiecePool,
    workers: int,
    progress: Callable[[int], None] = lambda _: None,
    pieces: Sequence[PieceToPlay] | None = None,
) -> Counter[Fault]:
    """Plays what is missing, or these pieces of it, keeps each when it is done, and returns the bots' faults.

    The table is written when all of its games are played; until then they are in the journal.
    """
    journal, faults = journal_path(path), Counter[Fault]()
    begin_journal(journal, map(msgspec.json.encode, (table.head, *played_pieces(table))))

    def save(piece: PieceToPlay, answer: tuple[GridPiece, list[Fault]]) -> None:
        played, found = answer
        if played.version != played_version():
            raise OtherSources(f"expected workers with version {played_version()}; got one with {played.version}")
        append_line(journal, msgspec.json.encode(played))
        table.add(played.cell, played.first, played.lines, played.dots)
        faults.update(found)
        progress(len(played.lines))

    play_pieces(pool, workers, pieces_of(table) if pieces is None else pieces, play_grid_piece, save)
    if table.played == table.wanted:
        write_table(path, table)
        journal.unlink()
    return faults


def lineups_of(pieces: Sequence[PieceToPlay]) -> Iterator[GridCell]:
    """Yields one cell for each line-up that still plays in machine code."""
    seen = set[LineUp]()
    for piece in pieces:
        is_needed = (piece.compiled and piece.indices.stop > piece.traced) or piece.cell.lineup.thinkers()
        if is_needed and piece.cell.lineup not in seen:
            seen.add(piece.cell.lineup)
            yield piece.cell
