"""Everything that can be done to a game: frozen values, the same in records, on the wire and in code."""

from typing import Literal

import msgspec

from nuns.referee.codes import RuleRefusal

GaitName = Literal["stand", "sneak", "walk", "run"]
BlessingName = Literal["one-more-step", "roll-again", "noise-range", "false-noise"]


class Base(msgspec.Struct, frozen=True, tag_field="action", tag=lambda name: name.lower()):
    """An action says who does it and what; the game says whether it may be done."""


class DealtNovice(msgspec.Struct, frozen=True):
    """2.1-2.3 What a novice draws: her number, the wish card of that key, and a blessing if they are in play."""

    novice: int
    key: int
    blessing: BlessingName | None = None


class Deal(Base, frozen=True):
    """2 Chance: the whole deal, novices in the order in which they drew."""

    novices: tuple[DealtNovice, ...]
    abbess: BlessingName | None = None
    prioress: BlessingName | None = None


class Draw(Base, frozen=True):
    """2 Chance: one card of the deal, by its name: ``novice-3``, ``key-5``, ``roll-again``."""

    card: str


class Roll(Base, frozen=True):
    """7 Chance: the face of the die that is due."""

    face: int


class Plan(Base, frozen=True):
    """5 A novice's whole movement; ``route`` begins where she stands."""

    novice: int
    gait: GaitName
    route: tuple[int, ...]
    one_more_step: bool = False


class Gait(Base, frozen=True):
    """A small action of a plan: the gait."""

    novice: int
    gait: GaitName


class Dot(Base, frozen=True):
    """A small action of a plan: the next dot."""

    novice: int
    dot: int


class Longer(Base, frozen=True):
    """A small action of a plan: one more step is played with it (10.1)."""

    novice: int


class Done(Base, frozen=True):
    """A small action of a plan: it is written."""

    novice: int


class Again(Base, frozen=True):
    """A small action: a written plan is torn up, as long as others still write."""

    novice: int


class Pass(Base, frozen=True):
    """10.6 No blessing is played."""

    by: str


class Change(Base, frozen=True):
    """10.2, 10.3 A die is rolled again, or shifted; ``die`` is its owner."""

    by: str
    blessing: Literal["roll-again", "noise-range"]
    die: str


class Fake(Base, frozen=True):
    """10.4 A false noise beside a guard, towards a dot."""

    by: str
    guard: str
    dot: int


class Mark(Base, frozen=True):
    """7.4 A heard novice places her token, towards one dot or several."""

    novice: int
    guard: str
    dots: tuple[int, ...]


class First(Base, frozen=True):
    """4 The guard who moves first this turn."""

    guard: str


class Take(Base, frozen=True):
    """9.3, 9.4 A guard takes a path card, or About Turn."""

    guard: str
    path: str


class Step(Base, frozen=True):
    """9 A guard turns towards a dot and, unless that shows her something new, steps there."""

    guard: str
    start: int
    to: int
    free: bool = False
    one_more_step: bool = False


class Stop(Base, frozen=True):
    """9.1 A guard's movement ends; with one more step, five dots as a walk."""

    guard: str
    one_more_step: bool = False


class Ruler(Base, frozen=True):
    """3.5 A novice asks aloud for the ruler between two dots."""

    novice: int
    one: int
    two: int


Action = (
    Deal | Draw | Roll | Plan | Gait | Dot | Longer | Done | Again | Pass | Change | Fake | Mark | First | Take | Step | Stop | Ruler
)  # fmt: skip
SMALL_PLAN = (Gait, Dot, Longer, Done, Again)


class IllegalAction(ValueError):
    """An action that the game refuses; ``refusal`` says why and by which rule, and the message says the same in English."""

    def __init__(self, message: str, refusal: RuleRefusal) -> None:
        super().__init__(message, refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return str(self.args[0])
