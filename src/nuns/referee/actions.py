"""Everything that can be done to a game: frozen values, the same in records, on the wire and in code."""

from typing import Literal

import msgspec

from nuns.referee.codes import RuleRefusal

GaitName = Literal["stand", "sneak", "walk", "run"]
BlessingName = Literal["one-more-step", "roll-again", "noise-range", "false-noise"]


class ActionBase(msgspec.Struct, frozen=True, tag_field="action", tag=lambda name: name.lower()):
    """An action says who does it and what; the game says whether it may be done."""


class DealtNovice(msgspec.Struct, frozen=True):
    """What a novice draws: her number, the wish card of that key, and a blessing if they are in play (2.1-2.3)."""

    novice: int
    key: int
    blessing: BlessingName | None = None


class Deal(ActionBase, frozen=True):
    """Chance deals everything, novices in the order in which they drew (2)."""

    novices: tuple[DealtNovice, ...]
    abbess: BlessingName | None = None
    prioress: BlessingName | None = None


class Draw(ActionBase, frozen=True):
    """Chance draws one card of the deal, by its name: ``novice-3``, ``key-5``, ``roll-again`` (2)."""

    card: str


class Roll(ActionBase, frozen=True):
    """Chance rolls the die that is due (7)."""

    face: int


class Plan(ActionBase, frozen=True):
    """A novice writes her whole movement; ``route`` begins where she stands (5)."""

    novice: int
    gait: GaitName
    route: tuple[int, ...]
    one_more_step: bool = False


class GaitChoice(ActionBase, frozen=True, tag="gait"):
    """A small action of a plan: the gait."""

    novice: int
    gait: GaitName


class Dot(ActionBase, frozen=True):
    """A small action of a plan: the next dot."""

    novice: int
    dot: int


class Longer(ActionBase, frozen=True):
    """A small action of a plan: one more step is played with it (10.1)."""

    novice: int


class Done(ActionBase, frozen=True):
    """A small action of a plan: it is written."""

    novice: int


class Again(ActionBase, frozen=True):
    """A small action: a written plan is torn up, as long as others still write."""

    novice: int


class Pass(ActionBase, frozen=True):
    """A figure plays no blessing (10.6)."""

    by: str


class Change(ActionBase, frozen=True):
    """A figure has a die rolled again, or shifts it; ``die`` is its owner (10.2, 10.3)."""

    by: str
    blessing: Literal["roll-again", "noise-range"]
    die: str


class Fake(ActionBase, frozen=True):
    """A figure places a false noise beside a guard, towards a dot (10.4)."""

    by: str
    guard: str
    dot: int


class Mark(ActionBase, frozen=True):
    """A heard novice places her token, towards one dot or several (7.4)."""

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
    """A guard ends her movement; with one more step, five dots as a walk (9.1, 10.1)."""

    guard: str
    one_more_step: bool = False


class Ruler(ActionBase, frozen=True):
    """A novice asks aloud for the ruler between two dots (3.5)."""

    novice: int
    one: int
    two: int


Action = (
    Deal | Draw | Roll | Plan | GaitChoice | Dot | Longer | Done | Again | Pass | Change | Fake | Mark | First | Take | Step | Stop | Ruler
)  # fmt: skip
SMALL_PLAN = (GaitChoice, Dot, Longer, Done, Again)


class IllegalAction(ValueError):
    """An action that the game refuses; ``refusal`` says why and by which rule, and the message says the same in English."""

    def __init__(self, message: str, refusal: RuleRefusal) -> None:
        super().__init__(message, refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return str(self.args[0])
