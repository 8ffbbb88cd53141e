"""The ladder: a grid in which bots of all levels meet on fixed seeds, and everybody's ratings."""

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

from nuns.bots.registry import BOTS
from nuns.lab.balance import Balance, CellResults
from nuns.lab.ceiling import CEILING
from nuns.lab.grid import Grid, GridCell, changes
from nuns.lab.lineup import SEARCHING
from nuns.lab.ratings import Cell
from nuns.lab.run import head_so_far
from nuns.lab.statistics import FEWEST, AdjustedRate, adjust
from nuns.lab.table import BadTable
from nuns.rules.options import MAYFAIR, change_option

QUIET = change_option(MAYFAIR, "blessings", "off")  # the options of the ladder
TEST_SEED = 20_260  # the ladder plays games 0, 1 and so on of this seed; bots are tuned on others
COUNTS = (1, 3, 6)  # the numbers of novices
RUNGS = (*BOTS, CEILING)


def pairing(guards: str, novices: str, count: int) -> GridCell:
    """Returns the cell in which these guards meet so many of these novices."""
    return GridCell("mayfair", changes("mayfair", QUIET), count, 1, guards, novices)


def is_searched(cell: GridCell) -> bool:
    """Tells whether one side searches, which takes long."""
    return not SEARCHING.isdisjoint((cell.guards, cell.novice_bots))


def ladder_grid(path: Path, wanted: Mapping[GridCell, int], *, with_luck: bool = False) -> Grid:
    """Returns the grid of a ladder with everything that its table has or was to have, and then what is new; raises BadTable."""
    head = head_so_far(path)
    if head is None:
        return Grid(TEST_SEED, 0, tuple(wanted.items()), with_luck)
    before = dict(head.grid.cells)
    if head.grid.seed != TEST_SEED or any(cell != pairing(cell.guards, cell.novice_bots, cell.novices) for cell in before):
        raise BadTable(f"expected games of the ladder in {path}; got those of a grid: name another file")
    if with_luck and not head.grid.luck:
        raise BadTable(f"expected games whose luck was worked out in {path}; got games without: name another file, or remove it")
    cells = before | {cell: max(games, before.get(cell, 0)) for cell, games in wanted.items()}
    return Grid(TEST_SEED, 0, tuple(cells.items()), head.grid.luck)


def cells_of(balance: Balance) -> list[Cell]:
    """Returns the results of each pairing, by number of novices and then by the rungs of both sides."""
    ordered = sorted(balance.cells, key=lambda cell: (cell.novices, RUNGS.index(cell.guards), RUNGS.index(cell.novice_bots)))
    rates = {cell: balance.cells[cell].rate for cell in ordered}
    return [Cell(cell.guards, cell.novice_bots, cell.novices, rate.times, rate.games) for cell, rate in rates.items()]


def adjusted_rate(results: CellResults) -> AdjustedRate | None:
    """Returns the guards' share of wins without the luck, from the games in which it was worked out; None where there are too few."""
    games = sorted(results.luck)
    if len(games) < FEWEST:
        return None
    return adjust([results.wins[game] for game in games], [results.luck[game] for game in games])


def compared(balance: Balance) -> list[tuple[CellResults, CellResults]]:
    """Returns the pairings to compare that have games in common: each rung with the one below, and two with the second below.

    Guards are compared against careful novices, novices against belief guards.
    """
    pairs = []
    for count in sorted({cell.novices for cell in balance.cells}):
        for lower, higher in pairwise(RUNGS[1:]):
            pairs.append((pairing(higher, "careful", count), pairing(lower, "careful", count)))
        for lower, higher in pairwise(RUNGS[1:-1]):
            pairs.append((pairing("belief", higher, count), pairing("belief", lower, count)))
        pairs.append((pairing("belief", "careful", count), pairing("greedy", "careful", count)))
        pairs.append((pairing("belief", "search", count), pairing("belief", "careful", count)))
    there = [(balance.cells[one], balance.cells[two]) for one, two in pairs if {one, two} <= balance.cells.keys()]
    return [(one, two) for one, two in there if one.wins.keys() & two.wins.keys()]
