"""What a novice is believed to do: the motion model as weights of single steps, of ends and of gaits.

An array over what is hidden of a novice has the axes dot, layer, phase (no key, key, key and wish) and card (key 1 to 8 in columns
0 to 7); layers are told in ``track.py``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from nuns.board.convent import WIDEST, WISH_CARDS
from nuns.board.tables import DOTS, Board
from nuns.bots.belief.rule_tables import GAITS, PHASES, Flags, Numbers, RuleTables, Whole
from nuns.rules.options import Options
from nuns.rules.state import Novice

StepLimits = tuple[tuple[int, int], ...]  # by gait: the fewest and the most dots


@dataclass(frozen=True)
class Motion:
    """What a novice is believed to do, in a few numbers. No share may be 0 or 1: whatever is legal stays possible.

    Chosen on nights of careful novices (seed 901, ``nuns.bots.calibration``). The goal-directed numbers are sharp, since even careful
    novices mostly are on their way; ``even`` keeps the odds honest where they are not.
    """

    wander: float = 0.1  # of the movements, those that follow no goal: gait, length and every step even
    stray: float = 0.02  # of the steps of a movement with a goal, those that do not care for it
    stop_there: float = 0.85  # on what she wants she ends her movement, if her gait lets her
    stop_short: float = 0.03  # elsewhere, before her gait's maximum
    gaits: tuple[float, float, float, float] = (0.04, 0.15, 0.55, 0.26)  # stand, sneak, walk, run, with a goal
    fits: float = 4.0  # how much likelier is a gait that can end on what she wants
    false_noise: float = 0.1  # that one who has the card plays it in a step in which she may
    even: float = 0.3  # what the possible set, every dot alike, counts in ``Belief.likely``


MOTION = Motion()


class BoardKey:
    """A board as a key of a cache: boards are compared by being the same one."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __hash__(self) -> int:
        return id(self.board)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoardKey) and self.board is other.board


def motion_model_of(board: Board, options: Options, motion: Motion) -> "MotionModel":
    """Returns the motion model of a board and options; it is made once."""
    return _motion_model_of(BoardKey(board), options, motion)


@lru_cache(maxsize=32)
def _motion_model_of(board: BoardKey, options: Options, motion: Motion) -> "MotionModel":
    return MotionModel(RuleTables(board.board, options), motion)


class StepMatrix:
    """The weights of single steps, by the way back and the dot they lead to; one lane for each motion model that is followed."""

    def __init__(self, beside: Whole, lanes: Sequence[Numbers]) -> None:
        self.beside = beside  # [way, dot]
        self.weights = np.stack([np.broadcast_to(lane, (*lane.shape[:3], WISH_CARDS)) for lane in lanes], axis=2)
        degree = (beside > 0).sum(axis=0)
        order = np.argsort(-degree, kind="stable")  # dots with many ways first: each way is then a run of them
        self.counts = [DOTS, *(int((degree > way).sum()) for way in range(1, WIDEST))]
        taken = [order[:count] for count in self.counts]
        self.sources = np.concatenate([beside[way, dots] for way, dots in enumerate(taken)])
        self.places = np.argsort(order, kind="stable")
        flat = np.concatenate([self.weights[way, dots] for way, dots in enumerate(taken)])[:, :, None]
        self.cut = [np.ascontiguousarray(flat[..., : phase + 1, :]) for phase in range(PHASES)]  # to the phases that are in use

    def step(self, mass: Numbers) -> Numbers:
        """Returns the weights after one step of everybody. Axes: dot, lane, layer, phase, card."""
        moved = mass.take(self.sources, axis=0)
        moved *= self.cut[mass.shape[3] - 1]
        gathered, begin = moved[:DOTS], DOTS
        for count in self.counts[1:]:
            gathered[:count] += moved[begin : begin + count]
            begin += count
        return gathered.take(self.places, axis=0)

    def arrive(self, mass: Numbers, dot: int) -> Numbers:
        """Returns what of it comes to one dot with the next step."""
        ways = mass[self.beside[:, dot]] * self.weights[:, dot, :, None, : mass.shape[3]]
        arrived: Numbers = np.add.reduce(ways, axis=0)
        return arrived


class MotionModel:
    """The motion model on one board under one set of options: all its weights, made when they are first needed."""

    def __init__(self, tables: RuleTables, motion: Motion) -> None:
        self.tables, self.board, self.motion = tables, tables.board, motion
        self.beside, self.back = self._ways_back()
        self._plain = self._arriving(even(tables.open[..., None]))
        self._running: dict[int, StepMatrix] = {}
        self._leaving: dict[int, tuple[StepMatrix, StepMatrix]] = {}
        self._obeying: dict[int, StepMatrix] = {}
        self._far: dict[int, npt.NDArray[np.int16]] = {}
        self._gaits: dict[tuple[int, StepLimits], Numbers] = {}
        self._stops: dict[tuple[int, int, int], Numbers] = {}
        self._obeying_stops: dict[tuple[int, int, int], Numbers] = {}

    def _ways_back(self) -> tuple[Whole, Whole]:
        """By way and dot: the neighbour, and which of its ways leads here."""
        beside = self.tables.next.T.copy()
        back = np.zeros_like(beside)
        for dot in range(1, DOTS):
            for way in range(self.board.degree[dot]):
                back[way, dot] = self.board.next[self.board.next[dot][way]].index(dot)
        return beside, back

    def _arriving(self, weights: Numbers) -> Numbers:
        """From weights by dot and way taken to those by way back and dot reached."""
        arriving = weights[self.beside, self.back]
        arriving[self.beside == 0] = 0
        return arriving

    def far(self, novice: Novice) -> npt.NDArray[np.int16]:
        """Returns by dot, phase and card how far what she wants is, through the doors she may open (1.2, 5.3)."""
        if novice.figure not in self._far:
            tables, unlocked = self.tables, np.array(self.board.unlocked, dtype=np.int16)
            home = np.repeat(tables.distance[:, [novice.cell]], WISH_CARDS, axis=1)
            self._far[novice.figure] = np.stack([unlocked[:, tables.key_dots], tables.distance[:, tables.wish_dots], home], axis=1)
        return self._far[novice.figure]

    def running(self, novice: Novice) -> StepMatrix:
        """Returns two lanes: steps that go nearer to what she wants, evenly, but for those that stray; and steps that wander (5.2, 5.3)."""
        if novice.figure not in self._running:
            far, open_ways = self.far(novice), self.tables.open[..., None]
            nearer = (far[self.tables.next] < far[:, None]) & open_ways
            straying = even(np.broadcast_to(open_ways, nearer.shape))
            straight = np.where(nearer.any(axis=1, keepdims=True), even(nearer), straying)
            goal = self._arriving((1 - self.motion.stray) * straight + self.motion.stray * straying)
            self._running[novice.figure] = StepMatrix(self.beside, [goal, self._plain])
        return self._running[novice.figure]

    def leaving(self, novice: Novice) -> tuple[StepMatrix, StepMatrix]:
        """Returns the two lanes of ``running`` twice: only the steps on a shortest way home, and only the others (8.4)."""
        if novice.figure not in self._leaving:
            weights = self.running(novice).weights
            home = self._arriving(self.tables.homeward(novice)[..., None].astype(float))
            keeping = StepMatrix(self.beside, [weights[:, :, lane] * home for lane in range(2)])
            self._leaving[novice.figure] = keeping, StepMatrix(self.beside, [weights[:, :, lane] * (1 - home) for lane in range(2)])
        return self._leaving[novice.figure]

    def obeying(self, novice: Novice) -> StepMatrix:
        """Returns one lane: every shortest way home alike, step by step (8.4)."""
        if novice.figure not in self._obeying:
            self._obeying[novice.figure] = StepMatrix(self.beside, [self._arriving(even(self.tables.homeward(novice)[..., None]))])
        return self._obeying[novice.figure]

    def stops(self, novice: Novice, left: int, phases: int) -> Numbers:
        """Returns how likely she ends here with so many dots left, in both lanes; the second has every length alike (5.1)."""
        key = novice.figure, left, phases
        if key not in self._stops:
            goal = np.where(self.far(novice) == 0, self.motion.stop_there, self.motion.stop_short)
            both = np.stack([goal, np.full_like(goal, 1 / (left + 1))], axis=1)
            self._stops[key] = np.ascontiguousarray(both[:, :, None, :phases])
        return self._stops[key]

    def obeying_stops(self, novice: Novice, steps: int, left: int) -> Numbers:
        """Returns how likely a walk home ends after so many steps, with so many left: every length alike; at home it does (8.4)."""
        key = novice.figure, steps, left
        if key not in self._obeying_stops:
            leads_on = self.tables.homeward(novice).any(axis=1)
            may_end = self.tables.obeying_ends(novice, steps)[:, None]
            chances: Numbers = np.where(leads_on, 1 / (left + 1), 1.0) * may_end
            self._obeying_stops[key] = chances[:, None, None, :, None]
        return self._obeying_stops[key]

    def gaits(self, novice: Novice, limits: StepLimits) -> Numbers:
        """Returns by gait, dot, phase and card how likely she chooses it when she has a goal; one that can end there is likelier (5.1)."""
        key = novice.figure, limits
        if key not in self._gaits:
            far, weights = self.far(novice), []
            for (least, most), usual in zip(limits, self.motion.gaits, strict=True):
                weights.append(np.where((far >= max(least, 1)) & (far <= most), usual * self.motion.fits, usual))
            stacked = np.stack(weights)
            self._gaits[key] = stacked / stacked.sum(axis=0)
        return self._gaits[key]

    def wandering_gait(self) -> float:
        """Returns how likely a movement follows no goal and has a certain gait."""
        return self.motion.wander / len(GAITS)


def even(ways: Flags) -> Numbers:
    """Returns one of these ways, evenly; nothing where there is none. Ways are the second axis."""
    count = ways.sum(axis=1, keepdims=True)
    shares: Numbers = ways / np.maximum(count, 1)
    return shares
