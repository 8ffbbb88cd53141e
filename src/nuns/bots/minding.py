"""Novices who mind what the guards know: ``belief`` pays for being known, ``search`` also tries her best plans in guessed nights."""

from collections.abc import Sequence
from functools import cache
from itertools import takewhile
from random import Random
from typing import Any, NamedTuple

import numpy as np

from nuns.board.tables import the_board
from nuns.bots import careful, danger, routes, windows
from nuns.bots.belief import Belief
from nuns.bots.nights import CAREFUL, policy_choice
from nuns.bots.position import figure_to_answer, plan_action, position_of, table_of
from nuns.bots.searching import ROUND, guesses_of, tries_of
from nuns.kernel.machine import machine
from nuns.kernel.records import array_of
from nuns.referee.actions import Action
from nuns.referee.coding import small_action
from nuns.referee.events import Event, NoviceMoved
from nuns.referee.knowing import known_to
from nuns.referee.seats import Seat
from nuns.referee.table import GAIT_NAMES, Table
from nuns.referee.view import View
from nuns.rules.options import Options
from nuns.rules.sight import seen_by
from nuns.rules.state import Game
from nuns.rules.words import Ask, Gait

CHAPTERS = (danger, windows, careful, routes)
KNOWN = 600.0  # hundredths of a dot: what it costs to be where the guards are sure she is
SPREAD = 30.0  # hundredths of a dot: whims, so that no night is played twice
CANDIDATES = 6  # plans that are tried
ROLLOUTS = 240
TURNS = 3  # that are played on
CAPTURE = 300.0  # hundredths of a dot: what a capture in a roll-out counts beside the worth of the plan itself


class Choice(NamedTuple):
    """A plan, as small actions, and what it is worth in hundredths of a dot."""

    worth: float
    actions: list[int]


class Intent(NamedTuple):
    """Why a novice moved: how well she thought herself known where she was going, and what her plan was worth."""

    turn: int
    end: int
    known: float
    worth: float


class Sheets:
    """What plans are weighed on; one for each table's options."""

    def __init__(self, options: Options) -> None:
        self.weigh_routes = machine(more=CHAPTERS).functions[routes.weigh_routes]
        self.boards = array_of(the_board())
        dots = len(the_board().distance)
        self.stack = np.repeat(array_of(Game(options=options), tape=1), routes.LEVELS)
        self.tried = np.zeros(routes.LEVELS, np.int64)
        self.worths = np.zeros((Gait.RUN + 1, dots), np.int64)
        self.routes = np.zeros((Gait.RUN + 1, dots, routes.LEVELS + 2), np.int64)

    def plans(self, position: Game, figure: int) -> dict[tuple[int, int], Choice]:
        """By gait and end: the best plan of each."""
        self.stack[0] = array_of(position, tape=1)[0]
        self.weigh_routes(self.boards, self.stack, figure, self.tried, self.worths, self.routes)
        return {
            (int(gait), int(end)): Choice(
                float(self.worths[gait, end]), list(takewhile(lambda each: each != routes.NO_ACTION, self.routes[gait, end].tolist()))
            )
            for gait, end in np.argwhere(self.worths > careful.NEVER)
        }


@cache
def sheets_of(options: Options) -> Sheets:
    return Sheets(options)


class MindingNovice:
    """Runs the guards' filter on herself, from what is public."""

    def __init__(self, *, spread: float = SPREAD) -> None:
        self.spread = spread
        self.intents: list[Intent] = []
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

    def _carefully(self, table: Table, position: Game, figure: int, rng: Random) -> Action:
        """What a careful novice would answer: blessings, tokens, and where every way leads onto a guard."""
        position.key_low, position.key_high = rng.getrandbits(32), rng.getrandbits(32)
        return small_action(table, position, figure, policy_choice(table.board, position, figure, CAREFUL))

    def pick(self, table: Table, view: View, position: Game, figure: int, plans: list[Choice], rng: Random) -> Choice:
        """The best of the plans, which are the best first."""
        return plans[0]

    def _learn(self, table: Table, view: View) -> None:
        if self._public is None:
            self._public = Belief(table, Seat.SPECTATOR)
        self._public.observe_all(known_to(Seat.SPECTATOR, tuple(self._news)))
        self._news = []

    def _weighed(self, table: Table, view: View, position: Game, figure: int, rng: Random) -> list[Choice]:
        """Every plan, the best first; what the guards will know of her end is paid for."""
        found, known = sheets_of(table.options).plans(position, figure), self._known(view, figure)
        weighed = []
        for (gait, end), (worth, actions) in found.items():
            sure = 1.0 if seen_by(table.board, position, end) else float(known[gait][end])
            weighed.append((worth - KNOWN * sure + self.spread * rng.random(), end, sure, actions))
        weighed.sort(key=lambda each: -each[0])
        if weighed:
            worth, end, sure, _ = weighed[0]
            self.intents.append(Intent(view.turn, end, round(sure, 3), worth))
        return [Choice(each[0], each[3]) for each in weighed]

    def _known(self, view: View, figure: int) -> dict[int, Any]:
        """By gait: where the guards would look for her, once they have seen the card."""
        assert self._public is not None
        known = {}
        for gait in range(Gait.STAND, Gait.RUN + 1):
            imagined = self._public.copy()
            imagined.observe(NoviceMoved(turn=view.turn, novice=figure + 1, phase=view.phase, gait=GAIT_NAMES[gait], blessing=False))
            known[gait] = imagined.dots(figure + 1)
        return known


class SearchingNovice(MindingNovice):
    """Tries her best plans in guessed nights, and trusts her own weighing beside what came of them."""

    def __init__(self, *, rollouts: int = ROLLOUTS, spread: float = 0.0) -> None:
        super().__init__(spread=spread)
        self.rollouts = rollouts
        self._own: Belief | None = None
        self._told: list[Event] = []

    def observe(self, events: Sequence[Event]) -> None:
        super().observe(events)
        self._told += events

    def pick(self, table: Table, view: View, position: Game, figure: int, plans: list[Choice], rng: Random) -> Choice:
        if self._own is None:
            self._own = Belief(table, view.seat)
        self._own.observe_all(self._told)
        self._told = []
        plans, seed, done = plans[:CANDIDATES], rng.getrandbits(32), 0
        numbers, total = np.random.default_rng(seed), np.zeros(len(plans[:CANDIDATES]))
        while done * len(plans) < self.rollouts:
            guesses = guesses_of(table, self._own, numbers, ROUND)
            guesses[:, figure] = 0  # she knows where she is
            total += tries_of(table.options).values(position, guesses, [p.actions for p in plans], figure, TURNS, seed, done).sum(axis=1)
            done += ROUND
        worths = [plan.worth - CAPTURE * lost for plan, lost in zip(plans, total / done, strict=True)]
        return plans[int(np.argmax(worths))]
