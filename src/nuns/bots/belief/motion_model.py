"""What a belief stands on: the board's tables as arrays, and the motion model as weights of single steps.

An array over dots has a row for each of 156, dot 0 being nowhere. An array over what is hidden of a novice has the axes dot, layer,
phase (no key, key, key and wish) and card (key 1 to 8 in columns 0 to 7); layers are told in ``track.py``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from nuns.board.convent import WIDEST, WISH_CARDS
from nuns.board.tables import DOTS, TOWER, Board
from nuns.rules.choices import EqualDirections, Opening, Sight
from nuns.rules.novices import LEAST, MOST
from nuns.rules.options import Options
from nuns.rules.words import Gait

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Whole = npt.NDArray[np.intp]

PHASES = 3  # no key; the key; the key and the wish
NO_KEY, KEY, WISH = range(PHASES)
GAITS = (Gait.STAND, Gait.SNEAK, Gait.WALK, Gait.RUN)


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
    """The model of a table, made once."""
    return _motion_model_of(BoardKey(board), options, motion)


@lru_cache(maxsize=32)
def _motion_model_of(board: BoardKey, options: Options, motion: Motion) -> "MotionModel":
    return MotionModel(board.board, options, motion)


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
        """Everybody takes one step. Axes: dot, lane, layer, phase, card."""
        moved = mass.take(self.sources, axis=0)
        moved *= self.cut[mass.shape[3] - 1]
        gathered, begin = moved[:DOTS], DOTS
        for count in self.counts[1:]:
            gathered[:count] += moved[begin : begin + count]
            begin += count
        return gathered.take(self.places, axis=0)

    def arrive(self, mass: Numbers, dot: int) -> Numbers:
        """What of it comes to one dot."""
        ways = mass[self.beside[:, dot]] * self.weights[:, dot, :, None, : mass.shape[3]]
        arrived: Numbers = np.add.reduce(ways, axis=0)
        return arrived


class MotionModel:
    """Everything that does not change in a night."""

    def __init__(self, board: Board, options: Options, motion: Motion) -> None:
        self.board, self.options, self.motion = board, options, motion
        self.distance = np.array(board.distance, dtype=np.int16)
        self.first_steps = np.array(board.first_steps, dtype=np.intp)
        self.next = np.array(board.next, dtype=np.intp)
        self.open = np.stack([ways_of(board, has_key) for has_key in (0, 1, 1)], axis=2)  # 5.3 [dot, way, phase]
        cards = np.array(board.wishes[options.wish_cards], dtype=np.intp)[1:]
        self.key_dots, self.wish_dots = cards[:, 0], cards[:, 1]
        self.views = views_of(board, options)
        self.own_dot = np.eye(DOTS, dtype=bool)  # 6.0
        self.marks = marks_of(options)
        self.beside, self.back = self._ways_back()
        self._plain = self._arriving(even(self.open[..., None]))
        self._running: dict[int, StepMatrix] = {}
        self._obeying: dict[int, StepMatrix] = {}
        self._home: dict[int, Numbers] = {}
        self._far: dict[int, npt.NDArray[np.int16]] = {}
        self._gaits: dict[tuple[int, int], Numbers] = {}
        self._stops: dict[tuple[int, int, int], Numbers] = {}

    def _ways_back(self) -> tuple[Whole, Whole]:
        """By way and dot: the neighbour, and which of its ways leads here."""
        beside = self.next.T.copy()
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

    def far(self, novice: int) -> npt.NDArray[np.int16]:
        """1.2, 5.3 By dot, phase and card: how far what she wants is, through the doors she may open."""
        if novice not in self._far:
            unlocked = np.array(self.board.unlocked, dtype=np.int16)
            home = np.repeat(self.distance[:, [self.board.cell[novice - 1]]], WISH_CARDS, axis=1)
            self._far[novice] = np.stack([unlocked[:, self.key_dots], self.distance[:, self.wish_dots], home], axis=1)
        return self._far[novice]

    def running(self, novice: int) -> StepMatrix:
        """5.2, 5.3 Two lanes: steps that go nearer to what she wants, evenly, but for those that stray; and steps that wander."""
        if novice not in self._running:
            far = self.far(novice)
            nearer = (far[self.next] < far[:, None]) & self.open[..., None]
            straying = even(np.broadcast_to(self.open[..., None], nearer.shape))
            straight = np.where(nearer.any(axis=1, keepdims=True), even(nearer), straying)
            goal = self._arriving((1 - self.motion.stray) * straight + self.motion.stray * straying)
            self._running[novice] = StepMatrix(self.beside, [goal, self._plain])
        return self._running[novice]

    def homeward(self, novice: int) -> Numbers:
        """8.4 By way, dot reached and phase: 1 where the step is on a shortest way home through the doors she may open."""
        if novice not in self._home:
            home = np.array([self.board.home[has_key][novice - 1] for has_key in (0, 1, 1)], dtype=np.int16).T
            nearer = (home[self.next] == home[:, None] - 1) & self.open
            self._home[novice] = self._arriving(nearer[..., None].astype(float))
        return self._home[novice]

    def obeying(self, novice: int) -> StepMatrix:
        """8.4 Every shortest way home alike, step by step."""
        if novice not in self._obeying:
            leads = self.homeward(novice)
            taken = np.zeros((DOTS, PHASES, 1))
            np.add.at(taken, self.beside.reshape(-1), leads.reshape(-1, PHASES, 1))
            ways = taken[self.beside]
            self._obeying[novice] = StepMatrix(self.beside, [np.divide(leads, ways, out=np.zeros_like(leads), where=ways > 0)])
        return self._obeying[novice]

    def stops(self, novice: int, left: int, phases: int) -> Numbers:
        """5.1 With so many dots left: how likely she ends here, in both lanes; the second has every length alike."""
        if (novice, left, phases) not in self._stops:
            goal = np.where(self.far(novice) == 0, self.motion.stop_there, self.motion.stop_short)
            both = np.stack([goal, np.full_like(goal, 1 / (left + 1))], axis=1)
            self._stops[novice, left, phases] = np.ascontiguousarray(both[:, :, None, :phases])
        return self._stops[novice, left, phases]

    def gaits(self, novice: int, doubled: int) -> Numbers:
        """5.1 By gait, dot, phase and card: how likely she chooses it when she has a goal; one that can end there is likelier."""
        if (novice, doubled) not in self._gaits:
            far, weights = self.far(novice), []
            for gait, usual in zip(GAITS, self.motion.gaits, strict=True):
                least, most = reach_of(self.options, gait, doubled)
                weights.append(np.where((far >= max(least, 1)) & (far <= most), usual * self.motion.fits, usual))
            stacked = np.stack(weights)
            self._gaits[novice, doubled] = stacked / stacked.sum(axis=0)
        return self._gaits[novice, doubled]

    def doubled(self, turn: int) -> int:
        """4.1."""
        return 2 if turn == 1 and self.options.opening == Opening.DOUBLE_DISTANCE else 1


def reach_of(options: Options, gait: int, doubled: int) -> tuple[int, int]:
    """5.1, 5.6, 4.1 The fewest and the most dots of a gait."""
    least = MOST[gait] if gait == Gait.RUN and options.exact_run else LEAST[gait]
    return least * doubled, MOST[gait] * doubled


def ways_of(board: Board, has_key: int) -> Flags:
    """5.3 By dot and way: whether she may go there."""
    bits = np.array(board.open_ways[has_key])
    flags: Flags = (bits[:, None] >> np.arange(WIDEST) & 1).astype(bool)
    return flags


def even(ways: Flags) -> Numbers:
    """One of these ways, evenly; nothing where there is none. Ways are the second axis."""
    count = ways.sum(axis=1, keepdims=True)
    shares: Numbers = ways / np.maximum(count, 1)
    return shares


def views_of(board: Board, options: Options) -> Flags:
    """6.1, 6.4, 6.5 By outlook, or with sight by room by the guard's dot: the dots she sees."""
    if options.sight == Sight.ROOM:
        room = np.array(board.room)
        return np.asarray((room[:, None] == room) & (room > 0))
    steps = np.array(board.ahead)
    if options.tower_seen:
        steps = np.where(steps >= TOWER, steps - TOWER, steps)
    return np.asarray(steps <= options.sight_range)


def marks_of(options: Options) -> Numbers:
    """7.4 By tokens beside a guard and by the ways on which she is heard, both as bits: how likely she marks just these."""
    table = np.zeros((1 << WIDEST, 1 << WIDEST))
    for ways in range(1 << WIDEST):
        chosen = [marked for marked in range(1, 1 << WIDEST) if marked & ways == marked]
        if options.equal_directions == EqualDirections.ALL:
            chosen = [ways] if ways else []
        elif options.equal_directions == EqualDirections.ONE:
            chosen = [marked for marked in chosen if marked & (marked - 1) == 0]
        for marked in chosen or [0]:
            table[marked, ways] = 1 / max(len(chosen), 1)
    return table
