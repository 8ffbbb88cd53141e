"""Guards who keep a belief, at a table: ``careful`` knows what is possible, ``belief`` how likely it is (``policies/belief_guards.py``)."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np

from nuns.bots.filter.records import Numbers
from nuns.bots.players.bot import Decision
from nuns.bots.players.policy_bot import OwnNumbers
from nuns.bots.players.seat_mind import PolicyCall, SeatMind
from nuns.bots.policies.decisions import decide_guard
from nuns.bots.policies.policy_games import BELIEF, CAREFUL
from nuns.kernel.entries import field_of
from nuns.referee.actions import Action
from nuns.referee.events import Event
from nuns.referee.seats import FIGURE_NAMES
from nuns.rules.state import State
from nuns.rules.words import Ask, Stage, Status

SHOWN_DOTS = 3  # the dots of each novice that a thought names


class GuardThought(NamedTuple):
    """Why a guard moved: where she believed each novice to be, where she meant to go, and the worth of her walk."""

    turn: int
    guard: str
    believed: dict[int, tuple[tuple[int, float], ...]]  # by novice on the run: the likeliest dots with their probabilities
    end: int
    worth: float

    def __str__(self) -> str:
        spots = "; ".join(
            f"novice {novice} on " + ", ".join(f"{dot} ({chance:.0%})" for dot, chance in dots) for novice, dots in self.believed.items()
        )
        return f"{self.guard}: believes {spots or 'nobody on the run'}. Would go to {self.end}, worth {self.worth:.2f} captures."


class BeliefGuards:
    """Plays all guards of its seat by one belief."""

    def __init__(self, *, evenly: bool = False) -> None:
        """Sets up the bot; with ``evenly`` all possible dots count the same."""
        self.policy = CAREFUL if evenly else BELIEF
        self.thoughts: list[GuardThought] = []
        self.mind: SeatMind | None = None
        self._news: list[Event] = []
        self._numbers = OwnNumbers()
        self._planned: tuple[int, dict[int, tuple[tuple[int, float], ...]]] = (0, {})

    def observe(self, events: Sequence[Event]) -> None:
        """Takes in what the seat has learnt."""
        self._news += events

    def decide(self, decision: Decision, rng: Random) -> Action:
        """Returns the answer to a decision of the guards' seat."""
        mind = self.told(decision)
        if decision.start is not None:
            return decision.start
        call = PolicyCall(decision, self._numbers.drawn_from(rng))
        answered = self.answer(call, mind)
        self._think(decision, mind, call)
        return decision.action(answered)

    def answer(self, call: PolicyCall, mind: SeatMind) -> int:
        """Returns the answer of the policy."""
        return call.answer(decide_guard, mind, policy=self.policy)

    def told(self, decision: Decision) -> SeatMind:
        """Returns what the seat has in mind, once it was told everything that is new."""
        if self.mind is None:
            self.mind = SeatMind(decision.setup, decision.seat)
        self.mind.tell(self._news, decision.known)
        self._news = []
        return self.mind

    def _think(self, decision: Decision, mind: SeatMind, call: PolicyCall) -> None:
        """Keeps what was believed when a movement began."""
        known, record = decision.known, mind.record
        if record["is_fresh"][0]:
            self._planned = (known.turn, likeliest_dots(known, field_of(call.space, "answers")["likely"]))
        if known.ask != Ask.STEP or known.stage != Stage.STEPS or known.guards[known.guard].steps or known.guard != record["walker"][0]:
            return
        guard = FIGURE_NAMES[decision.figure]
        thought = GuardThought(known.turn, guard, self._planned[1], int(record["end"][0]), float(record["worth"][0]))
        if self.thoughts and self.thoughts[-1][:2] == thought[:2]:
            self.thoughts.pop()  # a turn has shown something
        self.thoughts.append(thought)


def likeliest_dots(known: State, likely: Any) -> dict[int, tuple[tuple[int, float], ...]]:
    """Returns, by novice on the run, her likeliest dots with their probabilities."""
    return {n.figure + 1: likeliest(likely[n.figure]) for n in known.novices if n.status == Status.ON_THE_RUN}


def likeliest(dots: Numbers) -> tuple[tuple[int, float], ...]:
    """Returns the likeliest dots with their probabilities."""
    return tuple((int(dot), round(float(dots[dot]), 3)) for dot in np.argsort(-dots)[:SHOWN_DOTS] if dots[dot] > 0)
