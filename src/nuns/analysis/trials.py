"""Answers to one decision, tried in worlds as the seat may imagine them, with the same worlds and the same luck for all.

First the answers are tried in a few worlds and the worse are dropped; then the best alternative is measured against the answer that was
given in worlds of its own, so that being chosen as the best flatters nobody.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nuns.analysis.candidates import Candidate
from nuns.analysis.findings import ValuedMove
from nuns.analysis.replayed_minds import NightPosition
from nuns.analysis.values import Evaluator, Results
from nuns.analysis.worlds import Worlds, draw_worlds
from nuns.bots.filter.records import Numbers
from nuns.referee.seats import NOVICE_SEATS, Seat, knowledge_seat

BATCH = 8  # worlds that are drawn at a time
LEAST_SPREAD = 0.15  # the least standard deviation that the results of one answer are given


class Difference(NamedTuple):
    """By how much one answer is better than another, in chance of the seat, with its standard error."""

    mean: float
    error: float
    worlds: int


NO_DIFFERENCE = Difference(0.0, 1.0, 0)  # of answers that were not tried in one world


class Trial:
    """Answers of one seat in one position, and the results of each in the worlds tried so far.

    Worlds take a megabyte and more a batch, so they are drawn when answers are tried in them and not kept: the same batch is drawn alike.
    """

    def __init__(self, evaluator: Evaluator, position: NightPosition, seat: Seat, candidates: Sequence[Candidate], seed: int = 0) -> None:
        self.evaluator, self.position, self.seat, self.candidates, self.seed = evaluator, position, seat, list(candidates), seed
        self.party = 1 + NOVICE_SEATS.index(seat) if seat in NOVICE_SEATS else 0  # whose chance counts
        self.results: list[list[Results]] = [[] for _ in self.candidates]  # by candidate and batch

    def worlds(self, batch: int) -> Worlds:
        """Draws one batch of worlds."""
        return draw_worlds(self.position, knowledge_seat(self.seat), BATCH, self.seed, batch)

    def play(self, places: Sequence[int], batches: int) -> None:
        """Tries some candidates in ``batches`` batches of worlds; all are tried in a batch before the next one is drawn."""
        first = min((len(self.results[place]) for place in places), default=batches)
        for batch in range(first, batches):
            worlds = self.worlds(batch)
            for place in places:
                if len(self.results[place]) == batch:
                    self.results[place].append(self.evaluator.play_worlds(worlds, self.candidates[place].answer, batch * BATCH))

    def values(self, place: int, first: int = 0, end: int | None = None) -> Numbers:
        """Returns the seat's results with one candidate, from a batch on, and before another."""
        done = self.results[place][first:end]
        return np.concatenate(done)[:, self.party] if done else np.zeros(0)

    def mean(self, place: int, first: int = 0) -> float:
        """Returns the seat's chance with one candidate, by everything that was tried from a batch on."""
        values = self.values(place, first)
        return float(values.mean()) if len(values) else 0.0

    def rank(self, places: Sequence[int], batches: int, first: int = 0) -> list[int]:
        """Tries some candidates in ``batches`` batches; returns them, the best first by the batches from ``first`` on."""
        self.play(places, batches)
        return sorted(places, key=lambda place: (-self.mean(place, first), place))

    def difference(self, place: int, other: int, first: int = 0, end: int | None = None) -> Difference:
        """Returns by how much one candidate is better than another in the worlds in which both were tried, from a batch on."""
        one, two = self.values(place, first, end), self.values(other, first, end)
        count = min(len(one), len(two))
        if not count:
            return NO_DIFFERENCE
        apart = one[:count] - two[:count]
        # A few equal results do not mean that there is no difference.
        spread = (float(((apart - apart.mean()) ** 2).sum()) + self.evaluator.first_squares) / (count + 2)
        return Difference(float(apart.mean()), float(np.sqrt(spread / count)), count)

    def choice(self, place: int) -> ValuedMove:
        """Returns a candidate with its chance and standard error."""
        values, candidate = self.values(place), self.candidates[place]
        spread = max(float(values.var()), LEAST_SPREAD**2) if len(values) else 1.0
        return ValuedMove(
            actions=list(candidate.actions),
            route=list(candidate.route),
            gait=candidate.gait,
            chance=round(self.mean(place), 4),
            error=round(float(np.sqrt(spread / max(len(values), 1))), 4),
        )

    def ranked_choices(self, rollouts: int) -> list[ValuedMove]:
        """Returns all candidates, the best first, by about so many roll-outs; those that are worse get fewer."""
        rank = list(range(len(self.candidates)))
        left, batches, alive = rollouts if rank else 0, 0, rank
        while left > 0:
            batches += max(1, left // 2 // (len(alive) * BATCH))
            before = self.evaluator.played
            alive = self.rank(alive, batches)[: max(2, (len(alive) + 1) // 2)]
            left -= max(1, self.evaluator.played - before)
            rank = [*alive, *(place for place in sorted(rank, key=lambda each: (-self.mean(each), each)) if place not in alive)]
            if len(alive) * BATCH > left:
                break
        return [self.choice(place) for place in rank]
