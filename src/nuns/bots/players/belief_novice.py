"""Novices who mind what the guards know: ``belief`` pays for being known, ``search`` also tries her best plans in guessed nights."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from random import Random
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from nuns.board.tables import the_board
from nuns.bots.belief import Belief
from nuns.bots.players import belief_guards
from nuns.bots.players.compiled_policies import policy_machine
from nuns.bots.players.position import figure_to_answer, plan_action, position_of, table_of
from nuns.bots.players.search_guards import Guesses, guesses_of
from nuns.bots.players.wants import wanted_by
from nuns.bots.policies import careful, novice_rollouts, patrol, routes
from nuns.bots.policies.policy_games import CAREFUL, policy_choice
from nuns.kernel.records import array_of
from nuns.referee.action_codec import small_action
from nuns.referee.actions import Action
from nuns.referee.events import Event, NoviceMoved, NoviceSeen, NoviceVanished
from nuns.referee.seat_events import known_to
from nuns.referee.seats import Seat
from nuns.referee.table import GAIT_NAMES, Table
from nuns.referee.view import View
from nuns.rules.options import Options
from nuns.rules.sight import seen_by
from nuns.rules.state import State
from nuns.rules.words import Ask, Gait, Status

KNOWN = 600.0  # hundredths of a dot: what it costs to be where the guards are sure she is
SPREAD = 30.0  # hundredths of a dot: whims, so that no night is played twice
CANDIDATES = 14  # plans that are tried
ROUND = 6  # guesses, after which the worse half of them is left
ROLLOUTS = 200  # of one decision, over all candidates
TURNS = 2  # that are played on
CAPTURE = 900.0  # hundredths of a dot: what a capture in a roll-out counts beside the worth of the plan itself


class WeighedPlan(NamedTuple):
    """A plan, as small actions: what it is worth in hundredths of a dot, and how well she will be known at its end."""

    worth: float
    actions: list[int]
    gait: int
    end: int
    known: float


class NoviceThought(NamedTuple):
    """Why a novice moved: what she wanted, how well she thought herself known where she was going, and what her plan was worth."""

    turn: int
    wanted: str
    gait: str
    end: int
    known: float
    worth: float  # hundredths of a dot
    instead: tuple[str, int] | None  # the next best plan
    lost: float | None = None  # captures that came of it in guessed nights, on average

    def __str__(self) -> str:
        told = f"wants {self.wanted}. Would {self.gait} to {self.end}: the guards will look for her there with {self.known:.0%}"
        if self.lost is not None:
            told += f", and {self.lost:+.2f} captures came of it in guessed nights"
        told += f"; worth {self.worth / 100:.1f} dots"
        return f"{told}, more than to {self.instead[0]} to {self.instead[1]}." if self.instead else f"{told}."


class Scales:
    """What plans are weighed on; one for each table's options."""

    def __init__(self, options: Options) -> None:
        self.weigh_routes = policy_machine().functions[routes.weigh_routes]
        self.boards = array_of(the_board())
        dots = len(the_board().distance)
        self.stack = np.repeat(array_of(State(options=options), tape=1), routes.LEVELS)
        self.tried = np.zeros(routes.LEVELS, np.int64)
        self.worths = np.zeros((Gait.RUN + 1, dots), np.int64)
        self.routes = np.zeros((Gait.RUN + 1, dots, routes.LEVELS + 2), np.int64)

    def plans(self, position: State, figure: int) -> dict[tuple[int, int], tuple[float, list[int]]]:
        """By gait and end: the best plan of each, its worth and its actions."""
        self.stack[0] = array_of(position, tape=1)[0]
        self.weigh_routes(self.boards, self.stack, figure, self.tried, self.worths, self.routes)
        return {
            (int(gait), int(end)): (
                float(self.worths[gait, end]),
                list(takewhile(lambda each: each != routes.NO_ACTION, self.routes[gait, end].tolist())),
            )
            for gait, end in np.argwhere(self.worths > careful.NEVER)
        }


@lru_cache(maxsize=64)
def scales_of(options: Options) -> Scales:
    return Scales(options)


class BeliefNovice:
    """Runs the guards' filter on herself, from what is public."""

    def __init__(self, *, spread: float = SPREAD) -> None:
        self.spread = spread
        self.thoughts: list[NoviceThought] = []
        self._news: list[Event] = []
        self._public: Belief | None = None

    def observe(self, events: Sequence[Event]) -> None:
        self._news += events

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        table = table_of(view)
        position, figure = position_of(view, table), figure_to_answer(view, table.guard_players)
        self._learn(table, view)
        if position.ask != Ask.PLAN or position.novices[figure].steps:
            return self._carefully(table, position, figure, rng)
        plans = self._weighed(table, view, position, figure, rng)
        if not plans:
            return self._carefully(table, position, figure, rng)
        return plan_action(table, position, figure, self.pick(table, view, position, figure, plans, rng).actions)

    def _think(self, position: State, figure: int, chosen: WeighedPlan, plans: Sequence[WeighedPlan], lost: float | None = None) -> None:
        """Keeps why she moved; the plans are the best first."""
        others = [(GAIT_NAMES[each.gait], each.end) for each in plans if (each.gait, each.end) != (chosen.gait, chosen.end)]
        gait, known = GAIT_NAMES[chosen.gait], round(chosen.known, 3)
        wanted = wanted_by(position.novices[figure])
        self.thoughts.append(
            NoviceThought(position.turn, wanted, gait, chosen.end, known, chosen.worth, others[0] if others else None, lost)
        )

    def _carefully(self, table: Table, position: State, figure: int, rng: Random) -> Action:
        """What a careful novice would answer: blessings, tokens, and where every way leads onto a guard."""
        position.key_low, position.key_high = rng.getrandbits(32), rng.getrandbits(32)
        return small_action(table, position, figure, policy_choice(table.board, position, figure, CAREFUL))

    def pick(self, table: Table, view: View, position: State, figure: int, plans: list[WeighedPlan], rng: Random) -> WeighedPlan:
        """The best of the plans, which are the best first."""
        self._think(position, figure, plans[0], plans)
        return plans[0]

    def _learn(self, table: Table, view: View) -> None:
        if self._public is None:
            self._public = Belief(table, Seat.SPECTATOR)
        self._public.observe_all(known_to(Seat.SPECTATOR, tuple(self._news)))
        self._news = []

    def _weighed(self, table: Table, view: View, position: State, figure: int, rng: Random) -> list[WeighedPlan]:
        """Every plan, the best first; what the guards will know of her end is paid for."""
        found, known = scales_of(table.options).plans(position, figure), self._known(view, figure)
        weighed = []
        for (gait, end), (worth, actions) in found.items():
            sure = 1.0 if seen_by(table.board, position, end) else float(known[gait][end])
            weighed.append(WeighedPlan(worth - KNOWN * sure + self.spread * rng.random(), actions, gait, end, sure))
        return sorted(weighed, key=lambda each: -each.worth)

    def _known(self, view: View, figure: int) -> dict[int, Any]:
        """By gait: where the guards would look for her, once they have seen the card."""
        assert self._public is not None
        known = {}
        for gait in range(Gait.STAND, Gait.RUN + 1):
            imagined = self._public.copy()
            imagined.observe(NoviceMoved(turn=view.turn, novice=figure + 1, phase=view.phase, gait=GAIT_NAMES[gait], blessing=False))
            known[gait] = imagined.dots(figure + 1)
        return known


class Hunts:
    """What her plans are tried on; one for each table's options."""

    def __init__(self, options: Options) -> None:
        self.hunt = policy_machine().functions[novice_rollouts.hunt]
        self.sheets = belief_guards.sheets_of(options)
        self.games = array_of(State(options=options), tape=1)
        dots = len(the_board().distance)
        self.hers, self.believed, self.near, self.heard = (np.zeros(dots) for _ in range(4))
        self.weights = np.array((*belief_guards.WEIGHTS[: patrol.STRAIGHT], 1.0))  # walks that turn back are many, and seldom the best

    def values(self, roots: Any, guesses: Guesses, plans: Any, public: Any, others: Any, figure: int, seed: int, first: int) -> Any:
        """What each plan is worth to the guards in each guess."""
        values, sheets = np.zeros((len(plans), len(guesses))), self.sheets
        self.hunt(
            sheets.boards, roots, guesses, plans, public, others, figure, TURNS, seed, first, self.games, self.hers,
            sheets.stack, self.believed, self.near, self.heard, sheets.nearness, sheets.hearing, self.weights,
            sheets.credit, sheets.tried, sheets.worths, sheets.walks, values,
        )  # fmt: skip
        return values


@lru_cache(maxsize=64)
def hunts_of(options: Options) -> Hunts:
    return Hunts(options)


class SearchingNovice(BeliefNovice):
    """Tries her best plans in guessed nights against guards who sweep, and trusts her own weighing beside what came of them."""

    def __init__(self, *, rollouts: int = ROLLOUTS, seconds: float | None = None, spread: float = 0.0) -> None:
        """So many roll-outs a decision, or as many as fit into the seconds, whichever ends first."""
        super().__init__(spread=spread)
        self.rollouts, self.seconds = rollouts, seconds
        self._own: Belief | None = None
        self._told: list[Event] = []

    def observe(self, events: Sequence[Event]) -> None:
        super().observe(events)
        self._told += events

    def pick(self, table: Table, view: View, position: State, figure: int, plans: list[WeighedPlan], rng: Random) -> WeighedPlan:
        if self._own is None:
            self._own = Belief(table, view.seat)
        self._own.observe_all(self._told)
        self._told = []
        plans = plans[:CANDIDATES]
        tried = self._tried(table, view, position, figure, plans, rng)
        order = np.argsort([CAPTURE * lost - plan.worth for plan, lost in zip(plans, tried, strict=True)], kind="stable")
        best = plans[int(order[0])]
        self._think(position, figure, best, [plans[int(each)] for each in order], float(tried[order[0]]))
        return best

    def _tried(self, table: Table, view: View, position: State, figure: int, plans: list[WeighedPlan], rng: Random) -> Any:
        """The mean over guesses of what came of each plan; after each round the worse half is tried no more."""
        assert self._own is not None
        began, seed, done, spent = process_time(), rng.getrandbits(32), 0, 0
        numbers, roots, others = np.random.default_rng(seed), array_of(position, tape=1), self._others(position, figure)
        rows = np.full((len(plans), max(len(plan.actions) for plan in plans)), routes.NO_ACTION)
        for row, plan in zip(rows, plans, strict=True):
            row[: len(plan.actions)] = plan.actions
        known = dict[tuple[Event, ...], Any]()
        public = np.stack([self._expected(shown_by(table, view, position, figure, plan), figure, known) for plan in plans])
        prior = np.array([plan.worth for plan in plans])
        means, left = np.zeros(len(plans)), np.arange(len(plans))
        while len(left) > 1 and spent < self.rollouts and (self.seconds is None or done == 0 or process_time() - began < self.seconds):
            guesses = guesses_of(table, self._own, numbers, ROUND)
            guesses[:, figure] = 0  # she knows where she is
            values = hunts_of(table.options).values(roots, guesses, rows[left], public[left], others, figure, seed, done)
            means[left] = (means[left] * done + values.sum(axis=1)) / (done + ROUND)
            done, spent = done + ROUND, spent + values.size
            left = left[np.argsort(CAPTURE * means[left] - prior[left], kind="stable")[: (len(left) + 1) // 2 if len(left) > 2 else 2]]
        means[np.setdiff1d(np.arange(len(plans)), left)] = np.inf
        return means

    def _others(self, position: State, figure: int) -> Any:
        """Where the guards think the other novices on the run."""
        assert self._public is not None
        total = np.zeros(len(the_board().distance))
        for novice in self._public.novices:
            if novice != figure + 1 and position.novices[novice - 1].status == Status.ON_THE_RUN:
                total += self._public.likely(novice)
        return total

    def _expected(self, shown: tuple[Event, ...], figure: int, known: dict[tuple[Event, ...], Any]) -> Any:
        """Where the guards will think her after they have been shown that; the same for plans that show the same."""
        assert self._public is not None
        if shown not in known:
            known[shown] = self._public.copy().observe_all(shown).likely(figure + 1)
        return known[shown]


def shown_by(table: Table, view: View, position: State, figure: int, plan: WeighedPlan) -> tuple[Event, ...]:
    """What the guards see of a plan: her gait, and herself where she passes through their sight."""
    written, novice = plan_action(table, position, figure, plan.actions), figure + 1
    shown: list[Event] = [NoviceMoved(turn=view.turn, novice=novice, phase=view.phase, gait=written.gait, blessing=written.one_more_step)]
    seen_before = False
    for left, dot in zip((0, *written.route), written.route, strict=False):
        seen = seen_by(table.board, position, dot) != 0
        if seen:
            shown.append(NoviceSeen(turn=view.turn, novice=novice, dot=dot, by=()))
        elif seen_before and position.novices[figure].status == Status.ON_THE_RUN:
            shown.append(NoviceVanished(turn=view.turn, novice=novice, between=(left, dot)))
        seen_before = seen
    return tuple(shown)
