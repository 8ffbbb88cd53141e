"""Guards who search: they try the best walks of the ``belief`` guards in simulated games."""

from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any

import numpy as np

from nuns.board.convent import WISH_CARDS
from nuns.bots.belief import Belief
from nuns.bots.players.belief_guards import BeliefGuards, Numbers
from nuns.bots.players.bot import Decision
from nuns.bots.players.compiled_policies import policy_machine
from nuns.bots.policies import patrol, rollout
from nuns.kernel.records import Record, array_of, dtype_of
from nuns.referee.events import Event, GuardTurned, Noise, NoviceCaught, NoviceSeen, NoviceShown, NoviceVanished
from nuns.rules.setup import key_dot_of, wish_dot_of
from nuns.rules.state import State
from nuns.rules.turn import legal
from nuns.rules.words import ABBESS, NOVICES

CANDIDATES = 6  # how many walks are tried
ROUND = 8  # how many guesses are tried between two looks at the clock
ROLLOUTS = 240  # the most rollouts of one decision, over all candidates
TURNS = 2  # how many turns are played on
TRUST = 1.0  # how much a capture in a rollout counts beside the worth of the walk itself
Guesses = np.ndarray[Any, np.dtype[np.int64]]
SURPRISES = (GuardTurned, NoviceSeen, NoviceShown, NoviceVanished, NoviceCaught, Noise)


class WalkTrials:
    """Plays rollouts of a guard's walks in arrays of its own; each bot makes one."""

    def __init__(self) -> None:
        self._roll_out = policy_machine().functions[rollout.roll_out]
        self._boards = policy_machine().boards
        self._games = np.zeros(1, dtype_of(State, tape=1))

    def values(self, roots: Record, guesses: Guesses, plans: list[list[int]], figure: int, turns: int, seed: int, first: int) -> Numbers:
        """Returns what each plan is worth to the guards in each guess, in captures."""
        values = np.zeros((len(plans), len(guesses)))
        rows = rows_of(plans)
        self._roll_out(self._boards, roots, guesses, rows, figure, turns, seed, first, self._games, values)
        return values


def rows_of(plans: list[list[int]]) -> Guesses:
    """Returns plans as rows of one array, each filled up with NO_ACTION."""
    rows = np.full((len(plans), max(len(plan) for plan in plans)), patrol.NO_ACTION)
    for row, plan in zip(rows, plans, strict=True):
        row[: len(plan)] = plan
    return rows


def guesses_of(decision: Decision, belief: Belief, rng: np.random.Generator, count: int) -> Guesses:
    """Returns so many games drawn from a belief, as rollouts take them."""
    drawn, (board, known) = belief.sample(rng, count), (decision.board, decision.known)
    wishes = np.array([(key_dot_of(board, known, card), wish_dot_of(board, known, card)) for card in range(WISH_CARDS + 1)])
    guesses = np.zeros((count, NOVICES, 4), np.int64)
    for place, novice in enumerate(belief.novices):
        guesses[:, novice - 1, :2] = wishes[drawn[:, place, 0]]
        guesses[:, novice - 1, 2:] = drawn[:, place, 1:]
    return guesses


class SearchingGuards(BeliefGuards):
    """Plays all guards of its seat; a movement is searched once, and again when something new shows."""

    def __init__(self, *, rollouts: int = ROLLOUTS, seconds: float | None = None, spread: float = 0.0) -> None:
        """Sets up the bot with a limit of rollouts for each decision, and of seconds if given; whichever ends first."""
        super().__init__(spread=spread)
        self.rollouts, self.seconds = rollouts, seconds
        self._walk: list[int] = []
        self._trials: WalkTrials | None = None

    def observe(self, events: Sequence[Event]) -> None:
        """Takes in what the seat has learnt; anything new of a novice ends the walk that was planned."""
        super().observe(events)
        if any(isinstance(event, SURPRISES) for event in events):
            self._walk = []

    def walk(self, decision: Decision, guard: int, believed: Numbers, rng: Random) -> int:
        """Returns the next action of the walk that was found best."""
        is_stale = not self._walk or not legal(decision.board, decision.known, ABBESS + guard) >> self._walk[0] & 1
        if is_stale or decision.known.guards[guard].steps == 0:
            self._walk = self._search(decision, guard, believed, rng)
        return self._walk.pop(0)

    def _search(self, decision: Decision, guard: int, believed: Numbers, rng: Random) -> list[int]:
        walks = self.walks(decision, guard, believed, CANDIDATES)
        if len(walks) > 1:
            tried = self._tried(decision, ABBESS + guard, [actions for _, actions in walks], rng)
            worths = np.array([worth for worth, _ in walks]) + TRUST * tried
            best = int(worths.argmax())
            self._think(decision, guard, float(worths[best]), walks[best][1])
            return walks[best][1]
        self._think(decision, guard, *walks[0])
        return walks[0][1]

    def _tried(self, decision: Decision, figure: int, plans: list[list[int]], rng: Random) -> Numbers:
        """Returns the mean value of each plan over the guesses, in captures."""
        began, seed, done = process_time(), rng.getrandbits(32), 0
        numbers = np.random.default_rng(seed)
        total, roots = np.zeros(len(plans)), array_of(decision.known, tape=1)
        self._trials = self._trials or WalkTrials()
        while done * len(plans) < self.rollouts and (self.seconds is None or done == 0 or process_time() - began < self.seconds):
            guesses = self.guessed(decision, numbers, ROUND)
            total += self._trials.values(roots, guesses, plans, figure, TURNS, seed, done).sum(axis=1)
            done += ROUND
        return np.asarray(total / done)

    def guessed(self, decision: Decision, numbers: np.random.Generator, count: int) -> Guesses:
        """Returns so many games, drawn from the belief."""
        assert self._belief is not None
        return guesses_of(decision, self._belief, numbers, count)
