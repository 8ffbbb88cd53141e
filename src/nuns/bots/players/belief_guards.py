"""Guards who keep the exact filter and walk where most of it is swept: ``careful`` knows what is possible, ``belief`` how likely it is."""

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import takewhile
from random import Random
from typing import Any, NamedTuple

import numpy as np

from nuns.board.shape import copy_of
from nuns.board.tables import Board, the_board
from nuns.bots.belief import Belief
from nuns.bots.players.compiled_policies import policy_machine
from nuns.bots.players.guard_blessings import guard_blessing, worth_if_moving
from nuns.bots.players.position import figure_to_answer, position_of, table_of
from nuns.bots.policies import patrol
from nuns.bots.policies.greedy import greedy_choice
from nuns.kernel.records import array_of
from nuns.referee.action_codec import small_action
from nuns.referee.actions import Action
from nuns.referee.events import Event
from nuns.referee.seats import FIGURE_NAMES
from nuns.referee.table import Table
from nuns.referee.view import View
from nuns.rules.options import Options
from nuns.rules.state import State
from nuns.rules.turn import apply, legal
from nuns.rules.words import ABBESS, GUARD_SIDE, PRIORESS, Ask, Stage, Status

WEIGHTS = (1.0, 0.8, 0.6, 0.4, 0.3, 0.0)  # CATCH, REACH, SEE, NEAR, LISTEN, STRAIGHT: a novice caught is 1
FADING = 0.8  # what a novice is worth, near to whom a guard ends: this to the power of the steps between
FACES = 6  # 7.3 how far a listening guard hears a novice who walks, at most
SPREAD = 0.02  # whims, so that no night is played twice
KEPT = 3  # dots of a thought
Numbers = np.ndarray[Any, np.dtype[np.float64]]
Plan = tuple[float, list[int]]  # what a walk is worth, and its actions


class GuardThought(NamedTuple):
    """Why a guard moved: where she thought each novice to be, where she meant to go, and what her walk was worth."""

    turn: int
    guard: str
    believed: dict[int, tuple[tuple[int, float], ...]]  # by novice on the run: the likeliest dots
    end: int
    worth: float

    def __str__(self) -> str:
        spots = "; ".join(
            f"novice {novice} on " + ", ".join(f"{dot} ({chance:.0%})" for dot, chance in dots) for novice, dots in self.believed.items()
        )
        return f"{self.guard}: believes {spots or 'nobody on the run'}. Would go to {self.end}, worth {self.worth:.2f} captures."


class Sheets:
    """What a plan is worked out on; one for each process."""

    def __init__(self, options: Options, board: Board) -> None:
        self.plan_movement = policy_machine().functions[patrol.plan_movement]
        self.boards = array_of(board)
        self.stack = np.repeat(array_of(State(options=options), tape=1), patrol.LEVELS)
        self.credit = np.zeros((patrol.LEVELS, len(board.distance)))
        self.tried, self.worths = np.zeros(patrol.LEVELS, np.int64), np.zeros(len(board.distance))
        self.walks = np.zeros((len(board.distance), patrol.LEVELS + 2), np.int64)
        steps = np.array(board.distance, float)
        self.nearness, self.hearing = FADING**steps, np.clip((FACES - steps) / FACES, 0, 1)
        for sums in (self.nearness, self.hearing):
            sums[0] = 0
            sums[:, 0] = 0

    def plan(self, position: State, guard: int, believed: Numbers, most: int = 1) -> list[Plan]:
        """The worths and actions of the best walks of a guard, who is asked for a step or a path: one to each dot, the best first."""
        self.stack[0] = array_of(position, tape=1)[0]
        near, heard = self.nearness @ believed, self.hearing @ believed
        self.plan_movement(
            self.boards, self.stack, guard, believed, near, heard, np.array(WEIGHTS), self.credit, self.tried, self.worths, self.walks
        )
        ends = [end for end in np.argsort(-self.worths)[:most] if self.worths[end] >= 0]
        return [(float(self.worths[end]), list(takewhile(lambda each: each != patrol.NO_ACTION, self.walks[end].tolist()))) for end in ends]


@lru_cache(maxsize=64)
def sheets_of(options: Options) -> Sheets:
    return Sheets(options, the_board())


class BeliefGuards:
    """One brain for every guard of its seat."""

    def __init__(self, *, evenly: bool = False, spread: float = SPREAD) -> None:
        """``evenly``: every possible dot counts the same."""
        self.evenly, self.spread = evenly, spread
        self.thoughts: list[GuardThought] = []
        self._news: list[Event] = []
        self._belief: Belief | None = None

    def observe(self, events: Sequence[Event]) -> None:
        self._news += events

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        table = table_of(view)
        position, figure = position_of(view, table), figure_to_answer(view, table.guard_players)
        if figure == GUARD_SIDE and table.guard_players == 2:
            return actions[0]  # 4 of two players each may only begin herself
        return small_action(table, position, figure, self._answer(table, view, position, figure, rng))

    def _answer(self, table: Table, view: View, position: State, figure: int, rng: Random) -> int:
        believed = self.believed(table, view, position, rng)
        if position.ask in (Ask.STEP, Ask.PATH) and figure in (ABBESS, PRIORESS):
            return self.walk(table, position, figure - ABBESS, believed, rng)
        if figure == GUARD_SIDE:
            return self._first(table, position, believed)
        if position.ask == Ask.BLESSING:
            return guard_blessing(table, position, figure, self._at_large(position), partial(self._worth, believed))
        position.key_low, position.key_high = rng.getrandbits(32), rng.getrandbits(32)
        return greedy_choice(table.board, position, figure)

    def walk(self, table: Table, position: State, guard: int, believed: Numbers, rng: Random) -> int:
        """The next action of the best walk; what a step shows may change it."""
        worth, actions = self.plans(table, position, guard, believed)[0]
        self._think(table, position, guard, worth, actions)
        return actions[0]

    def plans(self, table: Table, position: State, guard: int, believed: Numbers, most: int = 1) -> list[Plan]:
        """The best walks, the best first; 2.5 at set-up the path cards, each worth as much as a movement that begins with it."""
        if position.stage != Stage.FIRST_PATHS:
            return sheets_of(table.options).plan(position, guard, believed, most)
        allowed = legal(table.board, position, ABBESS + guard)
        cards = [card for card in range(allowed.bit_length()) if allowed >> card & 1]
        return sorted(((self._worth_of_path(table, position, guard, believed, card), [card]) for card in cards), reverse=True)[:most]

    def _worth_of_path(self, table: Table, position: State, guard: int, believed: Numbers, card: int) -> float:
        taken = copy_of(position)
        apply(table.board, taken, ABBESS + guard, card)
        return worth_if_moving(table, taken, guard, partial(self._worth, believed))

    def _worth(self, believed: Numbers, position: State, guard: int) -> float:
        plans = sheets_of(position.options).plan(position, guard, believed)
        return plans[0][0] if plans else 0.0

    def _first(self, table: Table, position: State, believed: Numbers) -> int:
        """4 The guard with more to gain goes first; the other learns from what she sees."""
        worths = [worth_if_moving(table, copy_of(position), guard, partial(self._worth, believed)) for guard in range(2)]
        return int(worths[1] > worths[0])

    def believed(self, table: Table, view: View, position: State, rng: Random) -> Numbers:
        """The weight of each dot: of every novice on the run, by what is known now; with a whim."""
        if self._belief is None:
            self._belief = Belief(table, view.seat)
        self._belief.observe_all(self._news)
        self._news = []
        if position.ask in (Ask.ORDER, Ask.PATH, Ask.STEP):
            self._belief.quiet()  # 7.4 whoever was heard has placed her token
        total = np.zeros(len(table.board.distance))
        for dots in self._at_large(position).values():
            total += dots
        if self.spread:
            total *= 1 + self.spread * np.array([rng.random() for _ in total])
        return total

    def _at_large(self, position: State) -> dict[int, Numbers]:
        """By novice on the run: how likely she is on each dot."""
        assert self._belief is not None
        return {n: self._dots(n) for n in self._belief.novices if position.novices[n - 1].status == Status.ON_THE_RUN}

    def _dots(self, novice: int) -> Numbers:
        assert self._belief is not None
        if not self.evenly:
            return self._belief.likely(novice)
        possible = self._belief.possible(novice).astype(float)
        return np.asarray(possible / possible.sum())

    def _think(self, table: Table, position: State, guard: int, worth: float, actions: list[int]) -> None:
        """Keeps what was believed when a movement began."""
        if position.stage == Stage.STEPS and position.guards[guard].steps == 0 and self._belief is not None:
            believed = {novice: likeliest(dots) for novice, dots in self._at_large(position).items()}
            thought = GuardThought(position.turn, FIGURE_NAMES[ABBESS + guard], believed, end_of(table, position, guard, actions), worth)
            if self.thoughts and self.thoughts[-1][:2] == thought[:2]:
                self.thoughts.pop()  # a path was chosen first, or a turn has shown something
            self.thoughts.append(thought)


def end_of(table: Table, position: State, guard: int, actions: list[int]) -> int:
    """Where a walk leads if nothing comes between."""
    walked = copy_of(position)
    for number in actions:
        if legal(table.board, walked, ABBESS + guard) >> number & 1:
            apply(table.board, walked, ABBESS + guard, number)
    return walked.guards[guard].dot


def likeliest(dots: Numbers) -> tuple[tuple[int, float], ...]:
    return tuple((int(dot), round(float(dots[dot]), 3)) for dot in np.argsort(-dots)[:KEPT] if dots[dot] > 0)
