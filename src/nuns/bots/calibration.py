"""How good a belief is: the bits it costs to be told where a novice really is, and whether its odds are honest.

A night is followed from one seat; at the end of each turn the belief is held against the truth, beside two plainer ones: every dot that
is possible alike, and every dot of the convent alike.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log2
from typing import NamedTuple

import numpy as np

from nuns.bots.belief import MOTION, Belief, Motion
from nuns.referee.events import Event, TurnEnded
from nuns.referee.game import Game
from nuns.referee.game_setup import GameSetup
from nuns.referee.seat_events import known_event, own_number
from nuns.referee.seats import Seat
from nuns.rules.sight import is_on_board

EDGES = (0.0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9, 1.0)  # of the bins of probabilities


class Moment(NamedTuple):
    """An event as a seat was told it; at the end of a turn, where the novices really are."""

    event: Event
    truth: dict[int, int]


@dataclass
class Log:
    """A night from one seat, which can be followed again and again."""

    table: GameSetup
    seat: Seat
    moments: list[Moment] = field(default_factory=list)


def logged(night: Iterable[tuple[Game, object, Sequence[Event]]], seat: Seat) -> Log:
    """Follows a night that is played: the game after each action, the action, what happened."""
    log: Log | None = None
    for game, _, happened in night:
        log = log or Log(game.table, seat)
        for event in happened:
            known = known_event(event, seat)
            if known is not None:
                log.moments.append(Moment(known, true_dots(game, seat) if isinstance(event, TurnEnded) else {}))
    if log is None:
        raise ValueError("expected a night in which something is done; got none")
    return log


def true_dots(game: Game, seat: Seat) -> dict[int, int]:
    """The novices on the board but for the seat's own."""
    return {n.figure + 1: n.dot for n in game.state.novices if is_on_board(n) and n.figure + 1 != own_number(seat)}


class Bits(NamedTuple):
    """Mean log-loss of the true dot, in bits."""

    moments: int
    belief: float
    possible: float
    uniform: float


class Bin(NamedTuple):
    """Dots that were believed in about alike: how many, how likely on average, and how often the novice was there."""

    dots: int
    believed: float
    true: float


class Tally:
    """What was measured."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, float, float, float]] = []
        self._bins = np.zeros((3, len(EDGES) - 1))

    def add(self, belief: Belief, turn: int, novice: int, dot: int, dots: int) -> None:
        """One novice at the end of one turn; ``dots`` is how many the convent has."""
        believed = belief.likely(novice)
        self._rows.append((turn, -log2(believed[dot]), log2(belief.possible(novice).sum()), log2(dots)))
        some = np.flatnonzero(believed > 0)
        places = np.clip(np.searchsorted(EDGES, believed[some], side="left") - 1, 0, len(EDGES) - 2)
        for row, amounts in enumerate((np.ones(len(some)), believed[some], (some == dot).astype(float))):
            self._bins[row] += np.bincount(places, amounts, len(EDGES) - 1)

    def merge(self, other: "Tally") -> None:
        """What another one has measured, too."""
        self._rows += other._rows
        self._bins += other._bins

    def bits(self, turns: Iterable[int]) -> Bits:
        """Over these turns."""
        wanted = set(turns)
        rows = np.array([row[1:] for row in self._rows if row[0] in wanted])
        if not len(rows):
            return Bits(0, 0.0, 0.0, 0.0)
        return Bits(len(rows), *(float(mean) for mean in rows.mean(axis=0)))

    def reliability(self) -> list[Bin]:
        """By bins of probability, lowest first, empty ones left out."""
        return [Bin(int(dots), believed / dots, true / dots) for dots, believed, true in self._bins.T if dots]


def measure(logs: Iterable[Log], motion: Motion = MOTION, *, tally: Tally | None = None) -> Tally:
    """Follows the nights with a fresh belief each."""
    tally = tally or Tally()
    for log in logs:
        belief = Belief(log.table, log.seat, motion)
        for event, truth in log.moments:
            belief.observe(event)
            for novice, dot in truth.items():
                tally.add(belief, event.turn, novice, dot, len(log.table.convent.dots))
    return tally
