"""What an analysis says, as codes and values: the file beside a game file, the answer of the API and the output of ``nuns analyse``.

Chances are between 0 and 1. A *moment* is a number of actions of the game file: the position after so many of them.
"""

from typing import Literal

from msgspec import Struct

ANALYSIS_VERSION = 4

Part = Literal["deal", "novices", "noise", "guards", "listening", "end"]
Mark = Literal["best", "good", "inaccuracy", "mistake", "blunder", "unclear"]
SLIPS: tuple[Mark, ...] = ("inaccuracy", "mistake", "blunder")  # what was clearly worse than another choice
EntryKind = Literal["deal", "die", "decision"]


class Point(Struct, frozen=True):
    """The chances after one part of a turn."""

    moment: int
    turn: int
    part: Part
    guards: float  # the guards' chance to win, from the truth
    error: float  # its standard error; 0 when the game is over
    novices: dict[str, float]  # each novice's own chance, by seat
    known: dict[str, float]  # by seat: the guards' chance as that seat had to expect it from what it knew
    known_errors: dict[str, float] = {}  # the standard errors of these


class ValuedMove(Struct, frozen=True):
    """One way to decide, and what it was worth to the seat's own side by what the seat knew."""

    actions: list[str]  # in the notation of game files
    route: list[int]  # the dots it leads over, the first being where the figure stood; empty where nothing moves
    gait: str  # the movement card, or "" where there is none
    chance: float
    error: float


class DecisionReview(Struct, frozen=True):
    """What one decision cost against the best alternative, by what its seat knew."""

    moment: int  # the position in which it was taken; a table that continues from here can decide otherwise
    turn: int
    seat: str
    figure: str  # novice-1 to novice-6, abbess, prioress, monk, or guards
    ask: str  # plan, order, path, step or blessing
    played: ValuedMove
    best: ValuedMove | None  # None when no alternative was better
    cost: float  # the chance that was given away, never below 0
    low: float  # its 95 % interval
    high: float
    mark: Mark


class LedgerEntry(Struct, frozen=True):
    """What one moment of the night changed, in chance of the guards."""

    moment: int
    turn: int
    kind: EntryKind
    seat: str  # whose decision or die it was; "" for the deal
    change: float
    face: int = 0  # of a die


class Account(Struct, frozen=True):
    """One player's night, in chance of their own.

    ``start``, ``luck``, ``decisions`` and ``others`` add up to ``result`` exactly.
    """

    seat: str
    start: float  # before the deal
    luck: float  # of the deal and of all dice
    decisions: float  # what their own decisions changed in truth
    others: float  # what everybody else's decisions changed in truth
    result: float  # 1 for a win, 0 for a loss
    adjusted: float  # the result without the luck


class Ledger(Struct, frozen=True):
    """The night as an account: ``start`` and all changes add up to ``result`` exactly."""

    start: float  # the guards' chance before the deal
    entries: list[LedgerEntry]
    result: float  # 1 if the guards won, else 0
    accounts: list[Account]


class TurningPoint(Struct, frozen=True):
    """A moment that changed the night most."""

    moment: int
    turn: int
    # What happened: caught, seen, heard, vanished, wish, key, home, dawn; slip, a choice that was clearly worse than another;
    # or unheard, closing, searched, risked, stole, die, decision.
    reason: str
    seat: str  # whom it concerns; "novices" for several of them
    before: float  # the guards' chance
    after: float


class StoryLine(Struct, frozen=True):
    """One sentence of the story as a code with its values."""

    code: str
    values: dict[str, str | int]
    moment: int = -1  # where to look, if anywhere


class Certainty(Struct, frozen=True):
    """How sure the guards were of one novice at the end of each turn."""

    seat: str
    turns: list[int]
    sure: list[float]  # the probability they gave to the dot where she was


class Analysis(Struct, frozen=True):
    """Everything that is said of one finished night."""

    version: int
    check: str  # of the game file
    budget: float  # seconds of the processor
    rollouts: int
    complete: bool  # False for a draft that is still being improved
    curve: list[Point]
    decisions: list[DecisionReview]
    luck: Ledger
    turning_points: list[TurningPoint]
    story: list[StoryLine]
    certainty: list[Certainty]
