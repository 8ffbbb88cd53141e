"""Novices who weigh what the guards know of them, at a table (``policies/belief_novice.py``)."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from nuns.bots.players.bot import Decision
from nuns.bots.players.policy_bot import OwnNumbers
from nuns.bots.players.seat_mind import PolicyCall, SeatMind
from nuns.bots.players.wants import wanted_by
from nuns.bots.policies.belief_novice import NO_TOTAL
from nuns.bots.policies.decisions import plan_novice
from nuns.bots.policies.policy_games import BELIEF
from nuns.kernel.entries import field_of
from nuns.referee.actions import Action, Plan
from nuns.referee.events import Event
from nuns.referee.game_setup import GAIT_NAMES
from nuns.referee.seats import Seat
from nuns.rules.words import Ask


class NoviceThought(NamedTuple):
    """Why a novice moved: what she wanted, how likely the guards think her where she went, and the worth of her plan."""

    turn: int
    wanted: str
    gait: str
    end: int
    known: float
    worth: float  # hundredths of a dot
    instead: tuple[str, int] | None  # the next best plan
    lost: float | None = None  # the mean captures that followed in simulated games

    def __str__(self) -> str:
        told = f"wants {self.wanted}. Would {self.gait} to {self.end}: the guards will expect her there with {self.known:.0%}"
        if self.lost is not None:
            told += f", and it led to {self.lost:+.2f} captures in simulated games"
        told += f"; worth {self.worth / 100:.1f} dots"
        return f"{told}, more than to {self.instead[0]} to {self.instead[1]}." if self.instead else f"{told}."


class BeliefNovice:
    """Plays a novice who runs the guards' filter on herself, from what is public."""

    policy = BELIEF

    def __init__(self) -> None:
        self.thoughts: list[NoviceThought] = []
        self.public: SeatMind | None = None
        self.own: SeatMind | None = None
        self._news: list[Event] = []
        self._numbers = OwnNumbers()

    def observe(self, events: Sequence[Event]) -> None:
        """Takes in what the seat has learnt."""
        self._news += events

    def decide(self, decision: Decision, rng: Random) -> Action:
        """Returns the answer to a decision of the novice's seat."""
        public, own = self.told(decision)
        call = PolicyCall(decision, self._numbers.drawn_from(rng))
        if decision.known.ask != Ask.PLAN or decision.known.novices[decision.figure].steps:
            return decision.action(call.answer_without_mind(self.policy))
        plan = decision.plan(self.written(call, public, own))
        self._think(decision, plan, call)
        return plan

    def written(self, call: PolicyCall, public: SeatMind, own: SeatMind) -> list[int]:
        """Returns the small actions of the policy's plan."""
        count = call.answer(plan_novice, public, own, policy=self.policy)
        actions: list[int] = field_of(call.space, "plan")[:count].tolist()
        return actions

    def told(self, decision: Decision) -> tuple[SeatMind, SeatMind]:
        """Returns what everybody may believe, and what she believes herself, once they were told everything that is new."""
        if self.public is None:
            self.public = SeatMind(decision.setup, Seat.SPECTATOR)
        self.public.tell(self._news, decision.known)
        self._news = []
        return self.public, self.own or self.public

    def _think(self, decision: Decision, plan: Plan, call: PolicyCall) -> None:
        """Keeps why she moved."""
        routes, gait, end = field_of(call.space, "routes"), GAIT_NAMES.index(plan.gait), plan.route[-1]
        totals = np.array(routes["totals"])
        if totals[gait, end] <= NO_TOTAL:  # every route meets a guard
            return
        totals[gait, end], worth = NO_TOTAL, float(totals[gait, end])
        other = int(totals.argmax())
        instead = (GAIT_NAMES[other // totals.shape[1]], other % totals.shape[1]) if totals.max() > NO_TOTAL else None
        sure, wanted = round(float(routes["sure"][gait, end]), 3), wanted_by(decision.known.novices[decision.figure])
        self.thoughts.append(NoviceThought(decision.known.turn, wanted, plan.gait, end, sure, worth, instead, self.lost()))

    def lost(self) -> float | None:
        """Returns the mean captures that followed on her plan in simulated games, if there were any."""
        return None
