"""Novices who search: they try the best plans of the ``belief`` novices in simulated games against guards who keep a belief."""

from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any

import numpy as np
from msgspec import UNSET

from nuns.board.shape import copy_of
from nuns.board.tables import DOTS
from nuns.bots.belief import Belief
from nuns.bots.players.belief_guards import WEIGHTS, WalkPlanner
from nuns.bots.players.belief_novice import BeliefNovice, WeighedPlan
from nuns.bots.players.bot import Decision
from nuns.bots.players.compiled_policies import policy_machine
from nuns.bots.players.search_guards import guesses_of, rows_of
from nuns.bots.policies import novice_rollouts, patrol
from nuns.bots.policies.novice_rollouts import HuntRoom, PlanTrial
from nuns.kernel.records import array_of, dtype_of
from nuns.referee.events import Event, NoviceMoved, NoviceSeen, NoviceVanished
from nuns.referee.game_setup import only_guard
from nuns.rules.sight import seen_by, vanish
from nuns.rules.state import State
from nuns.rules.words import Status

CANDIDATES = 14  # how many plans are tried
ROUND = 6  # after so many guesses the worse half of the plans is dropped
ROLLOUTS = 200  # the most rollouts of one decision, over all candidates
TURNS = 2  # how many turns are played on
CAPTURE = 900.0  # how much a capture in a rollout counts beside the worth of the plan itself, in hundredths of a dot


class PlanTrials:
    """Plays rollouts of a novice's plans in arrays of its own; each bot makes one."""

    def __init__(self, decision: Decision) -> None:
        self._hunt = policy_machine().functions[novice_rollouts.roll_out_plans]
        planner = WalkPlanner(decision.board, decision.known)
        straight = np.array((*WEIGHTS[: patrol.STRAIGHT], 1.0))  # walks that turn back are many and seldom the best
        self._boards, self._sheet = planner.boards, planner.sheet._replace(weights=straight)
        self._room = HuntRoom(np.zeros(1, dtype_of(State, tape=1)), np.zeros(DOTS), planner.nearness, planner.hearing)

    def values(self, trial: PlanTrial, figure: int, seed: int, first: int) -> Any:
        """Returns what each plan is worth to the guards in each guess, in captures."""
        values = np.zeros((len(trial.plans), len(trial.guesses)))
        self._hunt(self._boards, trial, self._room, self._sheet, figure, TURNS, seed, first, values)
        return values


class SearchingNovice(BeliefNovice):
    """Plays a novice who tries her best plans in simulated games, and adds her own weighing to the result."""

    def __init__(self, *, rollouts: int = ROLLOUTS, seconds: float | None = None, spread: float = 0.0) -> None:
        """Sets up the bot with a limit of rollouts for each decision, and of seconds if given; whichever ends first."""
        super().__init__(spread=spread)
        self.rollouts, self.seconds = rollouts, seconds
        self._own: Belief | None = None
        self._own_news: list[Event] = []
        self._trials: PlanTrials | None = None

    def observe(self, events: Sequence[Event]) -> None:
        """Takes in what the seat has learnt."""
        super().observe(events)
        self._own_news += events

    def pick(self, decision: Decision, plans: list[WeighedPlan], rng: Random) -> WeighedPlan:
        """Returns the plan that is best in simulated games and by its own worth."""
        if self._own is None:
            self._own = Belief(decision.setup, decision.seat, compile_it=True)
        self._own.observe_all(self._own_news)
        self._own_news = []
        plans = plans[:CANDIDATES]
        tried = self._tried(decision, plans, rng)
        order = np.argsort([CAPTURE * lost - plan.worth for plan, lost in zip(plans, tried, strict=True)], kind="stable")
        best = plans[int(order[0])]
        self._think(decision, best, [plans[int(each)] for each in order], float(tried[order[0]]))
        return best

    def _tried(self, decision: Decision, plans: list[WeighedPlan], rng: Random) -> Any:
        """Returns the mean value of each plan over the guesses, in captures; after each round the worse half is dropped."""
        assert self._own is not None
        self._trials = self._trials or PlanTrials(decision)
        began, seed, done, spent, figure = process_time(), rng.getrandbits(32), 0, 0, decision.figure
        numbers, roots, others = np.random.default_rng(seed), array_of(decision.known, tape=1), self._others(decision)
        rows, public = rows_of([plan.actions for plan in plans]), self._public_after(decision, plans)
        prior = np.array([plan.worth for plan in plans])
        means, left = np.zeros(len(plans)), np.arange(len(plans))
        while len(left) > 1 and spent < self.rollouts and (self.seconds is None or done == 0 or process_time() - began < self.seconds):
            guesses = guesses_of(decision, self._own, numbers, ROUND)
            guesses[:, figure] = 0  # she knows where she is
            values = self._trials.values(PlanTrial(roots, guesses, rows[left], public[left], others), figure, seed, done)
            means[left] = (means[left] * done + values.sum(axis=1)) / (done + ROUND)
            done, spent = done + ROUND, spent + values.size
            left = left[np.argsort(CAPTURE * means[left] - prior[left], kind="stable")[: (len(left) + 1) // 2 if len(left) > 2 else 2]]
        means[np.setdiff1d(np.arange(len(plans)), left)] = np.inf
        return means

    def _others(self, decision: Decision) -> Any:
        """Returns where the guards believe the other novices on the run."""
        assert self._public is not None
        total = np.zeros(DOTS)
        for novice in self._public.novices:
            if novice != decision.figure + 1 and decision.known.novices[novice - 1].status == Status.ON_THE_RUN:
                total += self._public.likely(novice)
        return total

    def _public_after(self, decision: Decision, plans: list[WeighedPlan]) -> Any:
        """Returns, for each plan, where the guards will believe her once they have seen it; equal for plans that show the same."""
        assert self._public is not None
        likely = dict[tuple[Event, ...], Any]()
        shown = [shown_by(decision, plan) for plan in plans]
        for events in shown:
            if events not in likely:
                likely[events] = self._public.copy().observe_all(events).likely(decision.figure + 1)
        return np.stack([likely[events] for events in shown])


def shown_by(decision: Decision, plan: WeighedPlan) -> tuple[Event, ...]:
    """Returns what the guards see of a plan: her gait, and her token where she passes through their sight."""
    written, imagined, number = decision.plan(plan.actions), copy_of(decision.known), decision.figure + 1
    turn, phase, herself, seen_before = imagined.turn, imagined.phase, imagined.novices[decision.figure], 0
    shown: list[Event] = [NoviceMoved(turn=turn, novice=number, phase=phase, gait=written.gait, blessing=written.one_more_step)]
    for left, dot in zip((0, *written.route), written.route, strict=False):
        herself.dot, herself.vanished = dot, 0
        seen = seen_by(decision.board, imagined, dot)
        if seen:
            shown.append(NoviceSeen(turn=turn, novice=number, dot=dot, by=()))
        vanish(imagined, herself, left, seen_before, seen)
        for token in range(herself.vanished):
            shown.append(NoviceVanished(turn=turn, novice=number, between=(left, dot), guard=only_guard(herself.token_for[token]) or UNSET))
        seen_before = seen
    return tuple(shown)
