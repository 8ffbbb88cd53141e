"""Guards who search: the best walks of the ``belief`` guards, tried in guessed nights, chosen by what came of them and by their worth."""

from functools import lru_cache
from random import Random
from time import process_time
from typing import Any

import numpy as np

from nuns.board.tables import the_board
from nuns.bots.belief import Belief
from nuns.bots.players.belief_guards import BeliefGuards, Numbers
from nuns.bots.players.compiled_policies import policy_machine
from nuns.bots.policies import patrol, rollout
from nuns.kernel.records import Record, array_of
from nuns.referee.events import Event, GuardTurned, Noise, NoviceCaught, NoviceSeen, NoviceShown, NoviceVanished
from nuns.referee.table import Table
from nuns.rules.options import Options
from nuns.rules.state import State
from nuns.rules.turn import legal
from nuns.rules.words import ABBESS, NOVICES

CANDIDATES = 6  # walks that are tried
ROUND = 8  # guesses between two looks at the clock
ROLLOUTS = 240  # of one decision, over all candidates
TURNS = 2  # that are played on
TRUST = 1.0  # what a roll-out's capture counts beside the worth of the walk itself
Guesses = np.ndarray[Any, np.dtype[np.int64]]
SURPRISES = (GuardTurned, NoviceSeen, NoviceShown, NoviceVanished, NoviceCaught, Noise)


class Tries:
    """What roll-outs are played on; one for each table's options."""

    def __init__(self, options: Options) -> None:
        self.roll_out = policy_machine().functions[rollout.roll_out]
        self.boards = array_of(the_board())
        self.games = array_of(State(options=options), tape=1)

    def values(self, roots: Record, guesses: Guesses, plans: list[list[int]], figure: int, turns: int, seed: int, first: int) -> Numbers:
        """What each plan is worth to the guards in each guess."""
        values = np.zeros((len(plans), len(guesses)))
        rows = np.full((len(plans), max(len(plan) for plan in plans)), patrol.NO_ACTION)
        for row, plan in zip(rows, plans, strict=True):
            row[: len(plan)] = plan
        self.roll_out(self.boards, roots, guesses, rows, figure, turns, seed, first, self.games, values)
        return values


@lru_cache(maxsize=64)
def tries_of(options: Options) -> Tries:
    return Tries(options)


def guesses_of(table: Table, belief: Belief, rng: np.random.Generator, count: int) -> Guesses:
    """So many nights drawn from a belief, as roll-outs take them."""
    drawn, wishes = belief.sample(rng, count), np.array(table.board.wishes[table.options.wish_cards])
    guesses = np.zeros((count, NOVICES, 4), np.int64)
    for place, novice in enumerate(belief.novices):
        guesses[:, novice - 1, :2] = wishes[drawn[:, place, 0]]
        guesses[:, novice - 1, 2:] = drawn[:, place, 1:]
    return guesses


class SearchingGuards(BeliefGuards):
    """Plans a movement once, and anew when something shows."""

    def __init__(self, *, rollouts: int = ROLLOUTS, seconds: float | None = None, spread: float = 0.0) -> None:
        """So many roll-outs a decision, or as many as fit into the seconds, whichever ends first."""
        super().__init__(spread=spread)
        self.rollouts, self.seconds = rollouts, seconds
        self._walk: list[int] = []

    def observe(self, events: list[Event] | tuple[Event, ...]) -> None:  # type: ignore[override]
        super().observe(events)
        if any(isinstance(event, SURPRISES) for event in events):
            self._walk = []

    def walk(self, table: Table, position: State, guard: int, believed: Numbers, rng: Random) -> int:
        is_stale = not self._walk or not legal(table.board, position, ABBESS + guard) >> self._walk[0] & 1
        if is_stale or position.guards[guard].steps == 0:
            self._walk = self._search(table, position, guard, believed, rng)
        return self._walk.pop(0)

    def _search(self, table: Table, position: State, guard: int, believed: Numbers, rng: Random) -> list[int]:
        plans = self.plans(table, position, guard, believed, CANDIDATES)
        if len(plans) > 1:
            tried = self._tried(table, position, ABBESS + guard, [actions for _, actions in plans], rng)
            worths = np.array([worth for worth, _ in plans]) + TRUST * tried
            best = int(worths.argmax())
            self._think(table, position, guard, float(worths[best]), plans[best][1])
            return plans[best][1]
        self._think(table, position, guard, *plans[0])
        return plans[0][1]

    def _tried(self, table: Table, position: State, figure: int, plans: list[list[int]], rng: Random) -> Numbers:
        """The mean over guesses of what came of each plan."""
        began, seed, done = process_time(), rng.getrandbits(32), 0
        numbers = np.random.default_rng(seed)
        total, roots = np.zeros(len(plans)), array_of(position, tape=1)
        while done * len(plans) < self.rollouts and (self.seconds is None or done == 0 or process_time() - began < self.seconds):
            guesses = self.guessed(table, numbers, ROUND)
            total += tries_of(table.options).values(roots, guesses, plans, figure, TURNS, seed, done).sum(axis=1)
            done += ROUND
        return np.asarray(total / done)

    def guessed(self, table: Table, numbers: np.random.Generator, count: int) -> Guesses:
        """So many nights, as this one may be."""
        assert self._belief is not None
        return guesses_of(table, self._belief, numbers, count)
