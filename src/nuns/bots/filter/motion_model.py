"""The motion model: how a novice is believed to move, as weights of single steps, of ends and of gaits."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from nuns.board.convent import WIDEST, WISH_CARDS
from nuns.board.tables import DOTS, Board
from nuns.bots.filter.records import KEY, NO_KEY, WISH, MotionTables, Numbers
from nuns.kernel.entries import new_record
from nuns.kernel.records import Record, record_of_board
from nuns.rules.novices import open_ways
from nuns.rules.options import Options
from nuns.rules.setup import key_dot_of, wish_dot_of
from nuns.rules.state import Novice, State

MODELS = 32  # how many are kept


@dataclass(frozen=True)
class Motion:
    """How a novice is believed to move, in a few numbers; no share may be 0 or 1, so that everything legal stays possible.

    The numbers were chosen on games of careful and belief novices (seed 901, ``research.belief_log_loss``). The goal-directed ones are
    sharp, since even careful novices are mostly on their way; ``even`` keeps the probabilities honest where they are not.
    """

    wander: float = 0.01  # the share of movements without a goal, whose gait, length and steps are all equally likely
    stray: float = 0.04  # the share of steps that ignore the goal of a movement
    stop_there: float = 0.97  # how likely she ends her movement on the dot of her goal, if her gait allows
    stop_short: float = 0.01  # how likely she ends it elsewhere, before her gait's maximum
    gaits: tuple[float, float, float, float] = (0.04, 0.3, 0.3, 0.36)  # stand, sneak, walk, run, for a movement with a goal
    fits: float = 24.0  # how much likelier a gait is that can end on her goal
    false_noise: float = 0.1  # how likely a novice with the card plays it in a step in which she may
    even: float = 0.3  # the share of all possible dots, equally likely, in ``Belief.likely``


MOTION = Motion()


class BoardKey:
    """A board as a key of a cache; boards are equal only if they are the same object."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __hash__(self) -> int:
        return id(self.board)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoardKey) and self.board is other.board


def motion_tables(board: Board, options: Options, motion: Motion = MOTION) -> MotionTables:
    """Returns the motion model of a board under these options, which is made once."""
    return _made(BoardKey(board), options, motion)[0]


def motion_record(board: Board, options: Options, motion: Motion = MOTION) -> Record:
    """Returns the same as an array of one record, for machine code."""
    return _made(BoardKey(board), options, motion)[1]


def recorded(board: Board) -> Record:
    """Returns the tables of a board as an array of one record, which is made once."""
    return _recorded(BoardKey(board))


@lru_cache(maxsize=MODELS)
def _recorded(key: BoardKey) -> Record:
    return record_of_board(key.board)


@lru_cache(maxsize=MODELS)
def _made(key: BoardKey, options: Options, motion: Motion) -> tuple[MotionTables, Record]:
    tables = tables_of(key.board, options, motion)
    record = new_record(MotionTables)
    for name in MotionTables.__dataclass_fields__:
        record[name][0] = getattr(tables, name)
    return tables, record


def tables_of(board: Board, options: Options, motion: Motion) -> MotionTables:
    """Returns a new motion model."""
    state, cards = State(options=options), range(1, WISH_CARDS + 1)
    made = MotionTables(
        gaits=np.array(motion.gaits),
        wander=motion.wander,
        stop_there=motion.stop_there,
        stop_short=motion.stop_short,
        fits=motion.fits,
        false_noise=motion.false_noise,
        even=motion.even,
        key_dots=np.array([key_dot_of(board, state, card) for card in cards]),
        wish_dots=np.array([wish_dot_of(board, state, card) for card in cards]),
    )
    distance, unlocked, beside = np.array(board.distance), np.array(board.unlocked), np.array(board.next)
    made.far = np.concatenate([unlocked[:, made.key_dots], distance[:, made.wish_dots]], axis=1)
    made.ends = np.where(made.far == 0, motion.stop_there, motion.stop_short)
    made.far_home = distance[:, board.cell].T.copy()
    ways = [_open_ways(board, has_key) for has_key in (0, 1)]
    made.plain = np.stack([even(each)[:, :] for each in ways])
    by_phase = np.split(made.far, WISH, axis=1)
    made.goal = np.concatenate([_towards(by_phase[phase], ways[phase], beside, motion.stray) for phase in (NO_KEY, KEY)], axis=2)
    made.home = _towards(made.far_home.T, ways[1], beside, motion.stray).transpose(2, 0, 1).copy()
    return made


def _open_ways(board: Board, has_key: int) -> Any:
    """Returns, by dot and way, whether she may go there (5.3)."""
    walker = Novice(has_key=has_key)
    bits = np.array([open_ways(board, walker, dot) for dot in range(DOTS)])
    return (bits[:, None] >> np.arange(WIDEST) & 1).astype(bool)


def _towards(far: Any, ways: Any, beside: Any, stray: float) -> Numbers:
    """Returns, by dot, way and goal, how likely she steps that way: nearer to the goal, but for the steps that stray."""
    nearer = (far[beside] < far[:, None]) & ways[..., None]
    straying = even(np.broadcast_to(ways[..., None], nearer.shape))
    straight = np.where(nearer.any(axis=1, keepdims=True), even(nearer), straying)
    return np.asarray((1 - stray) * straight + stray * straying)


def even(ways: Any) -> Numbers:
    """Returns equal shares of the ways that are set, or 0 where none is; ways are the second axis."""
    count = ways.sum(axis=1, keepdims=True)
    shares: Numbers = ways / np.maximum(count, 1)
    return shares
