"""Measures how good a belief is: its log-loss in bits, and whether its probabilities are honest.

A game is followed from one seat. At the end of each turn the belief is compared with the truth, and so are two simpler ones: all possible
dots equally likely, and all dots of the convent equally likely.
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

EDGES = (0.0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9, 1.0)  # the edges of the bins of probabilities


class Moment(NamedTuple):
    """An event as a seat was told it, and at the end of a turn where the novices really are."""

    event: Event
    truth: dict[int, int]


@dataclass
class Log:
    """A game from one seat, which can be followed any number of times."""

    setup: GameSetup
    seat: Seat
    moments: list[Moment] = field(default_factory=list)


def follow_game(played: Iterable[tuple[Game, object, Sequence[Event]]], seat: Seat) -> Log:
    """Returns the log of a game; the game is given as triples of the game after an action, the action, and its events."""
    log: Log | None = None
    for game, _, happened in played:
        log = log or Log(game.setup, seat)
        for event in happened:
            known = known_event(event, seat)
            if known is not None:
                log.moments.append(Moment(known, true_dots(game, seat) if isinstance(event, TurnEnded) else {}))
    if log is None:
        raise ValueError("expected a game with at least one action; got none")
    return log


def true_dots(game: Game, seat: Seat) -> dict[int, int]:
    """Returns the dots of the novices on the board, except the seat's own."""
    return {n.figure + 1: n.dot for n in game.state.novices if is_on_board(n) and n.figure + 1 != own_number(seat)}


class Bits(NamedTuple):
    """The mean log-loss of the true dot in bits, of the belief and of the two simpler ones."""

    moments: int
    belief: float
    possible: float
    uniform: float


class Bin(NamedTuple):
    """Dots with about the same probability: how many, their mean probability, and how often the novice was there."""

    dots: int
    believed: float
    true: float


class Tally:
    """The measurements of many moments, added up."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, float, float, float]] = []
        self._bins = np.zeros((3, len(EDGES) - 1))

    def add(self, belief: Belief, turn: int, novice: int, dot: int, dots: int) -> None:
        """Adds one novice at the end of one turn; ``dots`` is how many dots the convent has."""
        believed = belief.likely(novice)
        self._rows.append((turn, -log2(believed[dot]), log2(belief.possible(novice).sum()), log2(dots)))
        some = np.flatnonzero(believed > 0)
        places = np.clip(np.searchsorted(EDGES, believed[some], side="left") - 1, 0, len(EDGES) - 2)
        for row, amounts in enumerate((np.ones(len(some)), believed[some], (some == dot).astype(float))):
            self._bins[row] += np.bincount(places, amounts, len(EDGES) - 1)

    def merge(self, other: "Tally") -> None:
        """Adds the measurements of another tally."""
        self._rows += other._rows
        self._bins += other._bins

    def bits(self, turns: Iterable[int]) -> Bits:
        """Returns the mean losses over these turns."""
        wanted = set(turns)
        rows = np.array([row[1:] for row in self._rows if row[0] in wanted])
        if not len(rows):
            return Bits(0, 0.0, 0.0, 0.0)
        return Bits(len(rows), *(float(mean) for mean in rows.mean(axis=0)))

    def reliability(self) -> list[Bin]:
        """Returns the bins that are not empty, the lowest probability first."""
        return [Bin(int(dots), believed / dots, true / dots) for dots, believed, true in self._bins.T if dots]


def measure(logs: Iterable[Log], motion: Motion = MOTION, *, tally: Tally | None = None) -> Tally:
    """Follows each game with a new belief, and returns the measurements."""
    tally = tally or Tally()
    for log in logs:
        belief = Belief(log.setup, log.seat, motion, compile_it=True)
        for event, truth in log.moments:
            belief.observe(event)
            for novice, dot in truth.items():
                tally.add(belief, event.turn, novice, dot, len(log.setup.convent.dots))
    return tally
