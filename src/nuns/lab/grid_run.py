"""Runs a grid: plays what is missing of a table, on this machine or on a cluster, and can be interrupted and gone on with."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import msgspec

from nuns.bots.players import compiled_policies
from nuns.bots.players.player import Fault
from nuns.kernel.machine import has_compiler
from nuns.lab.grid import Grid, GridCell
from nuns.lab.grid_games import GridPiece, play_grid_piece, played_version
from nuns.lab.grid_table import WHOLE, BadTable, GameTable, Shard, TableHead, fresh_head, read_head, read_table, write_table
from nuns.lab.journal import append_line, open_journal, read_journal
from nuns.lab.lineup import SEARCH
from nuns.lab.pieces import PiecePool, play_pieces
from nuns.lab.simulate import WORTH_COMPILING_BOTS

COMPILED, BELIEVING, SEARCHING, SLOW = 100, 20, 2, 4  # games of one piece: of policies, of bots that believe or search, of others
PieceToPlay = tuple[int, GridCell, int, int, range, bool]


class OtherSources(RuntimeError):
    """Raised when a worker of a cluster has another version of the program."""


def journal_path(path: Path) -> Path:
    """Returns where the games of a table are kept until all are played."""
    return path.with_name(path.name + ".part")


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
        table.lines, table.dots = before.lines, before.dots
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
    """Tells whether a table may be gone on with: the same grid, or the same with more games where it is not a shard."""
    if (found.grid, found.shard) == (wanted.grid, wanted.shard):
        return True
    (one, two), shards = (found.grid, wanted.grid), (found.shard, wanted.shard)
    if shards != (WHOLE, WHOLE) or (one.seed, one.traced) != (two.seed, two.traced) or len(one.cells) != len(two.cells):
        return False
    return all(cell == other and games <= more for (cell, games), (other, more) in zip(one.cells, two.cells, strict=True))


def _read_pieces(journal: Path, table: GameTable) -> None:
    try:
        head, *lines = read_journal(journal)
        found = msgspec.json.decode(head, type=TableHead)
    except OSError as fault:
        raise BadTable(f"expected the games of a grid so far; got {journal}: {fault.strerror or fault}") from None
    except ValueError:
        raise BadTable(f"expected the games of a grid so far; got {journal}, which does not begin so") from None
    _check_head(found, table.head, journal)
    for number, line in enumerate(lines, 2):
        try:
            piece = msgspec.json.decode(line, type=GridPiece)
        except ValueError as fault:
            raise BadTable(f"expected the games of a grid so far; got {journal}, line {number}: {fault}") from None
        games = range(piece.first, piece.first + len(piece.lines))
        if table.lines[piece.cell].keys().isdisjoint(games):  # a game that two runs played at once counts once
            table.add(piece.cell, piece.first, piece.lines, piece.dots)


def pieces_of(table: GameTable) -> list[PieceToPlay]:
    """Returns everything that is still to be played, shuffled, so that the time left can be told from the time passed."""
    grid = table.head.grid
    pieces = [
        (number, cell, grid.traced_of(cell), piece)
        for number, (cell, _) in enumerate(grid.cells)
        for piece in table.missing(number, piece_size(cell))
    ]
    quick = sum(piece.stop - max(piece.start, traced) for _, cell, traced, piece in pieces if piece.stop > traced and is_quick(cell))
    compiled = has_compiler() and (quick >= WORTH_COMPILING_BOTS or compiled_policies.can_start_at_once())
    found = [(number, cell, grid.seed, traced, piece, compiled) for number, cell, traced, piece in pieces]
    Random(0).shuffle(found)
    return found


def played_pieces(table: GameTable) -> Iterator[GridPiece]:
    """Yields the games that a table has already, one piece for each cell, with which the journal of a longer run begins."""
    for number, (lines, dots) in enumerate(zip(table.lines, table.dots, strict=True)):
        if lines:
            first, *_ = games = sorted(lines)
            assert games == list(range(first, first + len(games))), "a table that was written has no gaps"
            yield GridPiece(number, first, [lines[index] for index in games], dots, table.head.version)


def is_quick(cell: GridCell) -> bool:
    """Tells whether the bots of a cell are policies without memory, which play on the rules alone."""
    policies = cell.lineup.policies()
    return policies is not None and not compiled_policies.keeps_beliefs(policies)


def piece_size(cell: GridCell) -> int:
    """Returns how many games a worker plays before they are saved."""
    if SEARCH in (cell.guards, *cell.lineup.novices):
        return SEARCHING
    if cell.lineup.policies() is None:
        return SLOW
    return COMPILED if is_quick(cell) else BELIEVING


def run_grid(
    path: Path, table: GameTable, pool: PiecePool, workers: int, progress: Callable[[int], None] = lambda _: None
) -> Counter[Fault]:
    """Plays what is missing, keeps each piece when it is done, writes the table when all are, and returns the bots' faults."""
    journal, faults = journal_path(path), Counter[Fault]()
    before = () if journal.exists() else played_pieces(table)  # a journal has all of them, and between them games may be missing
    open_journal(journal, b"\n".join((msgspec.json.encode(table.head), *map(msgspec.json.encode, before))))

    def save(piece: PieceToPlay, answer: tuple[GridPiece, list[Fault]]) -> None:
        played, found = answer
        if played.version != played_version():
            raise OtherSources(f"expected workers with version {played_version()}; got one with {played.version}")
        append_line(journal, msgspec.json.encode(played))
        table.add(played.cell, played.first, played.lines, played.dots)
        faults.update(found)
        progress(len(played.lines))

    play_pieces(pool, workers, pieces_of(table), play_grid_piece, save)
    write_table(path, table)
    journal.unlink()
    return faults


def lineups_of(table: GameTable) -> Iterator[GridCell]:
    """Yields one cell for each pair of bots that still has games to play for which machine code is needed."""
    seen = set()
    for _, cell, _, traced, piece, compiled in pieces_of(table):
        is_needed = (compiled and is_quick(cell) and piece.stop > traced) or cell.lineup.thinkers()
        if is_needed and (cell.guards, cell.novice_bots) not in seen:
            seen.add((cell.guards, cell.novice_bots))
            yield cell
