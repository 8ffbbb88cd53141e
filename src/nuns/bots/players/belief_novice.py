"""Novices who weigh what the guards know of them, and pay for being known."""

from collections.abc import Sequence
from itertools import takewhile
from random import Random
from typing import Any, NamedTuple

import numpy as np

from nuns.board.tables import DOTS
from nuns.bots.belief import Belief
from nuns.bots.players.bot import Decision
from nuns.bots.players.compiled_policies import policy_machine
from nuns.bots.players.wants import wanted_by
from nuns.bots.policies import careful, routes
from nuns.bots.policies.policy_games import CAREFUL, policy_choice
from nuns.kernel.records import array_of, dtype_of
from nuns.referee.actions import Action
from nuns.referee.events import Event, NoviceMoved
from nuns.referee.game_setup import GAIT_NAMES
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat
from nuns.rules.sight import seen_by
from nuns.rules.state import State
from nuns.rules.words import Ask, Gait

KNOWN = 600.0  # the cost of being where the guards are sure she is, in hundredths of a dot
SPREAD = 30.0  # random values up to this, so that no two games are the same, in hundredths of a dot


class WeighedPlan(NamedTuple):
    """A plan as small actions, with its worth in hundredths of a dot and how likely the guards think her at its end."""

    worth: float
    actions: list[int]
    gait: int
    end: int
    known: float


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


class PlanScales:
    """Weighs a novice's plans in arrays of its own; each bot makes one."""

    def __init__(self) -> None:
        self._weigh_routes = policy_machine().functions[routes.weigh_routes]
        self._boards = policy_machine().boards
        self._stack = np.zeros(routes.LEVELS, dtype_of(State, tape=1))
        self._tried = np.zeros(routes.LEVELS, np.int64)
        self._worths = np.zeros((Gait.RUN + 1, DOTS), np.int64)
        self._routes = np.zeros((Gait.RUN + 1, DOTS, routes.LEVELS + 2), np.int64)

    def plans(self, known: State, figure: int) -> dict[tuple[int, int], tuple[float, list[int]]]:
        """Returns the best plan by gait and end, with its worth and its actions."""
        self._stack[0] = array_of(known, tape=1)[0]
        self._weigh_routes(self._boards, self._stack, figure, self._tried, self._worths, self._routes)
        return {
            (int(gait), int(end)): (
                float(self._worths[gait, end]),
                list(takewhile(lambda each: each != routes.NO_ACTION, self._routes[gait, end].tolist())),
            )
            for gait, end in np.argwhere(self._worths > careful.NEVER)
        }


class BeliefNovice:
    """Plays a novice who runs the guards' filter on herself, from what is public."""

    def __init__(self, *, spread: float = SPREAD) -> None:
        self.spread = spread
        self.thoughts: list[NoviceThought] = []
        self._news: list[Event] = []
        self._public: Belief | None = None
        self._scales: PlanScales | None = None

    def observe(self, events: Sequence[Event]) -> None:
        """Takes in what the seat has learnt."""
        self._news += events

    def decide(self, decision: Decision, rng: Random) -> Action:
        """Returns the answer to a decision of the novice's seat."""
        known = decision.known
        self._learn(decision)
        if known.ask != Ask.PLAN or known.novices[decision.figure].steps:
            return self._carefully(decision, rng)
        plans = self._weighed(decision, rng)
        if not plans:
            return self._carefully(decision, rng)
        return decision.plan(self.pick(decision, plans, rng).actions)

    def _think(self, decision: Decision, chosen: WeighedPlan, plans: Sequence[WeighedPlan], lost: float | None = None) -> None:
        """Keeps why she moved; the plans are sorted, the best first."""
        others = [(GAIT_NAMES[each.gait], each.end) for each in plans if (each.gait, each.end) != (chosen.gait, chosen.end)]
        gait, sure, wanted = GAIT_NAMES[chosen.gait], round(chosen.known, 3), wanted_by(decision.known.novices[decision.figure])
        other = others[0] if others else None
        self.thoughts.append(NoviceThought(decision.known.turn, wanted, gait, chosen.end, sure, chosen.worth, other, lost))

    def _carefully(self, decision: Decision, rng: Random) -> Action:
        """Returns what a careful novice would answer: for blessings, tokens, and when every route leads onto a guard."""
        decision.known.key_low, decision.known.key_high = rng.getrandbits(32), rng.getrandbits(32)
        return decision.action(policy_choice(decision.board, decision.known, decision.figure, CAREFUL))

    def pick(self, decision: Decision, plans: list[WeighedPlan], rng: Random) -> WeighedPlan:
        """Returns the best of the plans, which are sorted, the best first."""
        self._think(decision, plans[0], plans)
        return plans[0]

    def _learn(self, decision: Decision) -> None:
        if self._public is None:
            self._public = Belief(decision.setup, Seat.SPECTATOR, compile_it=True)
        self._public.observe_all(known_to(Seat.SPECTATOR, tuple(self._news)))
        self._news = []

    def _weighed(self, decision: Decision, rng: Random) -> list[WeighedPlan]:
        """Returns every plan, the best first; what the guards will know of its end is subtracted."""
        self._scales = self._scales or PlanScales()
        found, likely = self._scales.plans(decision.known, decision.figure), self._likely_by_gait(decision)
        weighed = []
        for (gait, end), (worth, actions) in found.items():
            sure = 1.0 if seen_by(decision.board, decision.known, end) else float(likely[gait][end])
            weighed.append(WeighedPlan(worth - KNOWN * sure + self.spread * rng.random(), actions, gait, end, sure))
        return sorted(weighed, key=lambda each: -each.worth)

    def _likely_by_gait(self, decision: Decision) -> dict[int, Any]:
        """Returns, by gait, where the guards would expect her once they have seen the card."""
        assert self._public is not None
        turn, phase, number, likely = decision.known.turn, decision.known.phase, decision.figure + 1, {}
        for gait in range(Gait.STAND, Gait.RUN + 1):
            imagined = self._public.copy()
            imagined.observe(NoviceMoved(turn=turn, novice=number, phase=phase, gait=GAIT_NAMES[gait], blessing=False))
            likely[gait] = imagined.dots(number)
        return likely
