"""Guards who keep the exact filter and search where they believe the novices: ``careful`` knows what is possible, ``belief`` how likely."""

from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from random import Random
from typing import Any, NamedTuple

import numpy as np

from nuns.board.shape import copy_of
from nuns.board.tables import DOTS, Board
from nuns.bots.belief import Belief
from nuns.bots.players.bot import Decision, is_noise_over
from nuns.bots.players.compiled_policies import policy_machine
from nuns.bots.players.guard_blessings import guard_blessing, worth_if_moving
from nuns.bots.policies import patrol
from nuns.bots.policies.greedy import greedy_choice
from nuns.bots.policies.patrol import MovementSheet
from nuns.kernel.records import array_of, dtype_of
from nuns.referee.actions import Action
from nuns.referee.events import Event
from nuns.referee.seats import FIGURE_NAMES
from nuns.rules.noise import FACES, faces_heard
from nuns.rules.state import State
from nuns.rules.turn import apply, legal
from nuns.rules.words import ABBESS, GUARD_SIDE, PRIORESS, Ask, Gait, NoiseStep, Stage, Status

WEIGHTS = (1.0, 0.8, 0.6, 0.4, 0.3, 0.0)  # CATCH, REACH, SEE, NEAR, LISTEN, STRAIGHT, in captures
FADING = 0.8  # the worth of ending near a novice: this to the power of the steps between
SPREAD = 0.02  # random factors up to this, so that no two games are the same
SHOWN_DOTS = 3  # the dots of each novice that a thought names
Numbers = np.ndarray[Any, np.dtype[np.float64]]
Walk = tuple[float, list[int]]  # the worth of a walk, and its actions


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


class WalkPlanner:
    """Plans guards' movements at one table in arrays of its own; each bot makes one."""

    def __init__(self, board: Board, known: State) -> None:
        self._plan_movement = policy_machine().functions[patrol.plan_movement]
        self.boards = policy_machine().boards
        self.nearness, self.hearing = seen_from_each_dot(board, known)
        self.sheet = MovementSheet(
            stack=np.zeros(patrol.LEVELS, dtype_of(State, tape=1)),
            believed=np.zeros(DOTS),
            near=np.zeros(DOTS),
            heard=np.zeros(DOTS),
            weights=np.array(WEIGHTS),
            credit=np.zeros((patrol.LEVELS, DOTS)),
            tried=np.zeros(patrol.LEVELS, np.int64),
            worths=np.zeros(DOTS),
            walks=np.zeros((DOTS, patrol.LEVELS + 2), np.int64),
        )

    def walks(self, known: State, guard: int, believed: Numbers, most: int = 1) -> list[Walk]:
        """Returns the best walks of a guard who is asked for a step or a path, one to each dot, the best first."""
        sheet = self.sheet
        sheet.stack[0] = array_of(known, tape=1)[0]
        sheet.believed[:], sheet.near[:], sheet.heard[:] = believed, self.nearness @ believed, self.hearing @ believed
        self._plan_movement(self.boards, sheet, guard)
        ends = [end for end in np.argsort(-sheet.worths)[:most] if sheet.worths[end] >= 0]
        return [(float(sheet.worths[end]), actions_in(sheet.walks[end])) for end in ends]


def actions_in(row: Any) -> list[int]:
    """Returns the actions of a row, up to the end mark."""
    return list(takewhile(lambda each: each != patrol.NO_ACTION, row.tolist()))


def seen_from_each_dot(board: Board, known: State) -> tuple[Numbers, Numbers]:
    """Returns what a novice on one dot is worth to a guard on another: by nearness, and by the chance of hearing her walk.

    A novice on the guard's own dot makes no noise (7.4), but is as good as heard.
    """
    steps = np.array(board.distance)
    farthest = int(steps.max())
    heard = [faces_heard(known, NoiseStep.LISTENING, Gait.WALK, far) / FACES if far else 1.0 for far in range(farthest + 1)]
    nearness, hearing = FADING ** steps.astype(float), np.array(heard)[steps]
    for table in (nearness, hearing):
        table[0] = 0
        table[:, 0] = 0
    return nearness, hearing


class BeliefGuards:
    """Plays all guards of its seat by one belief."""

    def __init__(self, *, evenly: bool = False, spread: float = SPREAD) -> None:
        """Sets up the bot; with ``evenly`` all possible dots count the same."""
        self.evenly, self.spread = evenly, spread
        self.thoughts: list[GuardThought] = []
        self._news: list[Event] = []
        self._belief: Belief | None = None
        self._planner: WalkPlanner | None = None

    def observe(self, events: Sequence[Event]) -> None:
        """Takes in what the seat has learnt."""
        self._news += events

    def decide(self, decision: Decision, rng: Random) -> Action:
        """Returns the answer to a decision of the guards' seat."""
        return decision.start or decision.action(self._answer(decision, rng))

    def _answer(self, decision: Decision, rng: Random) -> int:
        believed, known, figure = self.believed(decision, rng), decision.known, decision.figure
        if known.ask in (Ask.STEP, Ask.PATH) and figure in (ABBESS, PRIORESS):
            return self.walk(decision, figure - ABBESS, believed, rng)
        if figure == GUARD_SIDE:
            return self._first(decision, believed)
        if known.ask == Ask.BLESSING:
            worth = partial(self._worth, decision.board, believed)
            return guard_blessing(decision.board, known, figure, self._at_large(known), worth)
        known.key_low, known.key_high = rng.getrandbits(32), rng.getrandbits(32)
        return greedy_choice(decision.board, known, figure)

    def walk(self, decision: Decision, guard: int, believed: Numbers, rng: Random) -> int:
        """Returns the next action of the best walk, which is planned again after every step."""
        worth, actions = self.walks(decision, guard, believed)[0]
        self._think(decision, guard, worth, actions)
        return actions[0]

    def walks(self, decision: Decision, guard: int, believed: Numbers, most: int = 1) -> list[Walk]:
        """Returns the best walks, the best first; at set-up the path cards, by the worth of a movement that begins with each (2.5)."""
        board, known = decision.board, decision.known
        if known.stage != Stage.FIRST_PATHS:
            return self._planned(board, known).walks(known, guard, believed, most)
        allowed = legal(board, known, ABBESS + guard)
        cards = [card for card in range(allowed.bit_length()) if allowed >> card & 1]
        return sorted(((self._worth_of_path(board, known, guard, believed, card), [card]) for card in cards), reverse=True)[:most]

    def _planned(self, board: Board, known: State) -> WalkPlanner:
        self._planner = self._planner or WalkPlanner(board, known)
        return self._planner

    def _worth_of_path(self, board: Board, known: State, guard: int, believed: Numbers, card: int) -> float:
        taken = copy_of(known)
        apply(board, taken, ABBESS + guard, card)
        return worth_if_moving(board, taken, guard, partial(self._worth, board, believed))

    def _worth(self, board: Board, believed: Numbers, known: State, guard: int) -> float:
        walks = self._planned(board, known).walks(known, guard, believed)
        return walks[0][0] if walks else 0.0

    def _first(self, decision: Decision, believed: Numbers) -> int:
        """Returns the guard with more to gain; the other profits from what she sees (4)."""
        board, worth = decision.board, partial(self._worth, decision.board, believed)
        worths = [worth_if_moving(board, copy_of(decision.known), guard, worth) for guard in range(2)]
        return int(worths[1] > worths[0])

    def believed(self, decision: Decision, rng: Random) -> Numbers:
        """Returns the weight of each dot, over all novices on the run, by what is known now; with a random factor."""
        if self._belief is None:
            self._belief = Belief(decision.setup, decision.seat, compile_it=True)
        self._belief.observe_all(self._news)
        self._news = []
        if is_noise_over(decision.known):
            self._belief.quiet()
        total = np.zeros(DOTS)
        for dots in self._at_large(decision.known).values():
            total += dots
        if self.spread:
            total *= 1 + self.spread * np.array([rng.random() for _ in total])
        return total

    def _at_large(self, known: State) -> dict[int, Numbers]:
        """Returns, by novice on the run, how likely she is on each dot."""
        assert self._belief is not None
        return {n: self._dots(n) for n in self._belief.novices if known.novices[n - 1].status == Status.ON_THE_RUN}

    def _dots(self, novice: int) -> Numbers:
        assert self._belief is not None
        if not self.evenly:
            return self._belief.likely(novice)
        possible = self._belief.possible(novice).astype(float)
        return np.asarray(possible / possible.sum())

    def _think(self, decision: Decision, guard: int, worth: float, actions: list[int]) -> None:
        """Keeps what was believed when a movement began."""
        known = decision.known
        if known.stage == Stage.STEPS and known.guards[guard].steps == 0 and self._belief is not None:
            believed = {novice: likeliest(dots) for novice, dots in self._at_large(known).items()}
            end = end_of(decision.board, known, guard, actions)
            thought = GuardThought(known.turn, FIGURE_NAMES[ABBESS + guard], believed, end, worth)
            if self.thoughts and self.thoughts[-1][:2] == thought[:2]:
                self.thoughts.pop()  # a path was chosen first, or a turn has shown something
            self.thoughts.append(thought)


def end_of(board: Board, known: State, guard: int, actions: list[int]) -> int:
    """Returns where a walk leads if nothing interrupts it."""
    walked = copy_of(known)
    for number in actions:
        if legal(board, walked, ABBESS + guard) >> number & 1:
            apply(board, walked, ABBESS + guard, number)
    return walked.guards[guard].dot


def likeliest(dots: Numbers) -> tuple[tuple[int, float], ...]:
    """Returns the likeliest dots with their probabilities."""
    return tuple((int(dot), round(float(dots[dot]), 3)) for dot in np.argsort(-dots)[:SHOWN_DOTS] if dots[dot] > 0)
