"""Everything that can be done to a game, as frozen values that are the same in records, on the wire and in code."""

from typing import Literal

import msgspec

from nuns.referee.codes import RuleRefusal

GaitName = Literal["stand", "sneak", "walk", "run"]
BlessingName = Literal["one-more-step", "roll-again", "noise-range", "false-noise"]


class ActionBase(msgspec.Struct, frozen=True, tag_field="action", tag=lambda name: name.lower()):
    """The base of all actions: an action says who does what, and the game says whether it is allowed."""


class DealtNovice(msgspec.Struct, frozen=True):
    """What a novice is dealt: her number, the wish card of that key, and a blessing if they are in play (2.1-2.3)."""

    novice: int
    key: int
    blessing: BlessingName | None = None


class Deal(ActionBase, frozen=True):
    """Chance deals all cards, to the novices in the order in which they drew (2)."""

    novices: tuple[DealtNovice, ...]
    abbess: BlessingName | None = None
    prioress: BlessingName | None = None


class Draw(ActionBase, frozen=True):
    """Chance draws one card of the deal, by its name: ``novice-3``, ``key-5``, ``roll-again`` (2)."""

    card: str


class Roll(ActionBase, frozen=True):
    """Chance rolls the next die (7)."""

    face: int


class Plan(ActionBase, frozen=True):
    """A novice writes her whole movement; ``route`` begins where she stands (5)."""

    novice: int
    gait: GaitName
    route: tuple[int, ...]
    one_more_step: bool = False


class GaitChoice(ActionBase, frozen=True, tag="gait"):
    """A small action of a plan: the novice chooses her gait (5.1)."""

    novice: int
    gait: GaitName


class Dot(ActionBase, frozen=True):
    """A small action of a plan: the novice adds a dot to her route (5.2)."""

    novice: int
    dot: int


class Longer(ActionBase, frozen=True):
    """A small action of a plan: the novice plays *one more step* with it (10.1)."""

    novice: int


class Done(ActionBase, frozen=True):
    """A small action of a plan: the novice has finished it (5)."""

    novice: int


class Again(ActionBase, frozen=True):
    """A small action of a plan: the novice tears it up, which she may until all plans are in (4)."""

    novice: int


class Pass(ActionBase, frozen=True):
    """A figure plays no blessing now (10.6)."""

    by: str


class Change(ActionBase, frozen=True):
    """A figure has a die rolled again or shifts it; ``die`` names its owner (10.2, 10.3)."""

    by: str
    blessing: Literal["roll-again", "noise-range"]
    die: str


class Fake(ActionBase, frozen=True):
    """A figure plays a false noise beside a guard, on the edge towards ``dot`` (10.4)."""

    by: str
    guard: str
    dot: int


class Mark(ActionBase, frozen=True):
    """A novice who was heard places her token, on the edge towards one dot or several (7.4)."""

    novice: int
    guard: str
    dots: tuple[int, ...]


class First(ActionBase, frozen=True):
    """The guard side says which guard moves first this turn (4)."""

    guard: str


class Take(ActionBase, frozen=True):
    """A guard takes a path card, or About Turn (9.3, 9.4)."""

    guard: str
    path: str


class Step(ActionBase, frozen=True):
    """A guard turns towards a dot and, unless that shows her something new, steps there (6.3, 9)."""

    guard: str
    start: int
    to: int
    free: bool = False
    one_more_step: bool = False


class Stop(ActionBase, frozen=True):
    """A guard ends her movement; with one more step, a movement of five dots counts as a walk (9.1, 10.1)."""

    guard: str
    one_more_step: bool = False


class Ruler(ActionBase, frozen=True):
    """A novice asks aloud for a ruler check between two dots (3.5)."""

    novice: int
    one: int
    two: int


Action = (
    Deal | Draw | Roll | Plan | GaitChoice | Dot | Longer | Done | Again | Pass | Change | Fake | Mark | First | Take | Step | Stop | Ruler
)  # fmt: skip
SMALL_PLAN = (GaitChoice, Dot, Longer, Done, Again)


class IllegalAction(ValueError):
    """Raised for an action that the game refuses; ``refusal`` has the reason in codes, the message in English."""

    def __init__(self, message: str, refusal: RuleRefusal) -> None:
        super().__init__(message, refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return str(self.args[0])
