"""Positions of nights between bots with how the nights ended, to train the value model on and to test it with."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from nuns.analysis.counterfactuals import ROWS, TOLD
from nuns.analysis.night_watch import watch_nights
from nuns.analysis.value_records import GLOBALS, PERSONAL
from nuns.kernel.records import Record
from nuns.lab.lineup import LineUp
from nuns.referee.game_setup import GameSetup
from nuns.rules.options import parse_options
from nuns.rules.words import GUARDS_WIN, NOVICES
from research.study import play_all

Table = np.ndarray[Any, np.dtype[np.float64]]
EDITIONS = ("mayfair", "reference", "italian", "dutch")
VARIANTS = ("mayfair(blessings=off)", "mayfair(all-or-nun=on)", "italian(monk=frederick)", "dutch(blessings=on,slow-guards=on)")
SIZES = range(1, NOVICES + 1)
PIECE = 10  # nights that a worker plays before it reports
LOOKED_AT = 4  # one moment in this many is kept at most


@dataclass(frozen=True, order=True)
class NightRange:
    """Some nights of one setup between two bots: games ``first`` and so on of a seed."""

    options: str
    novices: int
    guards: str
    novice_bot: str
    seed: int
    first: int
    count: int
    rows: int  # how many positions of each night are kept

    @property
    def setup(self) -> GameSetup:
        """The setup of its games."""
        return GameSetup(self.options.partition("(")[0], parse_options(self.options), self.novices)

    @property
    def policies(self) -> tuple[int, ...]:
        """The numbers of its policies."""
        policies = LineUp(self.guards, (self.novice_bot,)).policies()
        assert policies is not None, "compiled bots have policies"
        return policies


class Positions(NamedTuple):
    """Positions in rows: what the model reads, what came of the night, and what the model said when it was played."""

    night: Table
    personal: Table
    present: Table
    guards: Table  # 1 where the guards won
    winners: Table  # by novice, 1 where she was among the winners
    told: Table  # what ``Watch.tellings`` has of each
    kind: Table  # the place of its range in those that were asked for
    game: Table  # the number of its night in that range
    weight: Table  # how many positions of the night it stands for: of a long night fewer are kept, and its beginning must count as much

    @property
    def total(self) -> int:
        """How many there are."""
        return len(self.guards)

    def chosen(self, which: Any) -> "Positions":
        """Returns some of the rows."""
        return Positions(*(part[which] for part in self))


def collect(piece: NightRange, kind: int, weights: Record | None = None) -> Positions:
    """Plays some nights, and returns positions of them."""
    played = watch_nights(
        piece.setup, piece.seed, piece.first, piece.count, piece.policies, weights=weights, rows=piece.rows, one_in=LOOKED_AT
    )
    kept = np.minimum(played.notes["seen"], piece.rows)
    which = np.arange(ROWS)[None, :] < kept[:, None]
    ends = np.repeat(played.states["winners"].astype(np.int64), kept)
    return Positions(
        played.notes["nights"][which].reshape(-1, GLOBALS),
        played.notes["personals"][which].reshape(-1, NOVICES, PERSONAL),
        played.notes["presents"][which].reshape(-1, NOVICES).astype(np.float64),
        (ends == GUARDS_WIN).astype(np.float64),
        (ends[:, None] >> np.arange(NOVICES) & 1).astype(np.float64),
        played.notes["tellings"][which].reshape(-1, TOLD),
        np.full(len(ends), float(kind)),
        np.repeat(np.arange(piece.first, piece.first + piece.count, dtype=np.float64), kept),
        np.repeat(played.notes["seen"] / np.maximum(kept, 1), kept),
    )


def gather(ranges: Sequence[NightRange], workers: int, weights: Record | None = None) -> Positions:
    """Plays all ranges in as many processes, and returns their positions in order."""
    pieces = [
        (NightRange(each.options, each.novices, each.guards, each.novice_bot, each.seed, first, min(PIECE, end - first), each.rows), kind)
        for kind, each in enumerate(ranges)
        for end in [each.first + each.count]
        for first in range(each.first, end, PIECE)
    ]
    return joined(play_all(partial(collect, weights=weights), pieces, workers))


def joined(parts: Iterable[Positions]) -> Positions:
    """Returns the rows of several as one."""
    return Positions(*(np.concatenate(part) for part in zip(*parts, strict=True)))
