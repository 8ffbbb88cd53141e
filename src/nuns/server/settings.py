"""What a table agrees on before it starts: the game, its chairs, and the manners of the table."""

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from nuns.bots.registry import GUARDS, LEVELS, NOVICES
from nuns.referee.game_setup import BadSetup, GameSetup
from nuns.referee.options import RULES_VERSION, BadOption, changed, edition_of

Side = Literal["novices", "guards"]
Level = Literal["easy", "normal", "hard", "expert"]
Status = Literal["lobby", "sealing", "playing", "over", "abandoned"]
ChairName = Literal["guards", "abbess", "prioress", "a", "b", "c", "d", "e", "f"]
Text = Annotated[str, Meta(min_length=1, max_length=40)]
NOVICE_CHAIRS: tuple[ChairName, ...] = ("a", "b", "c", "d", "e", "f")


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bank of seconds for decisions taken alone, what is added after each, and the limit of a phase in which several decide at once."""

    bank: Annotated[int, Meta(ge=10, le=3600)] = 300
    increment: Annotated[int, Meta(ge=0, le=300)] = 10
    joint: Annotated[int, Meta(ge=10, le=3600)] = 120


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that is chosen when a table is made; while it is in the lobby its host may change it."""

    edition: Annotated[str, Meta(max_length=20)] = "mayfair"
    options: dict[str, str | int] = {}  # what differs from the edition
    novices: Annotated[int, Meta(ge=1, le=6)] = 1
    guard_players: Annotated[int, Meta(ge=1, le=2)] = 1
    clock: Clock | None = None
    open: bool = False  # listed for all; otherwise by invitation
    spectators: bool = True
    suspicion: bool = False  # the guards are shown the exact belief about each novice

    def table(self, rules: int = RULES_VERSION) -> GameSetup:
        """Returns what the referee is given, by that version of the rules; raises BadSetup with every problem."""
        try:
            options = edition_of(self.edition, rules)
            for name, value in self.options.items():
                options = changed(options, name, str(value))
        except BadOption as fault:
            raise BadSetup(str(fault)) from None
        return GameSetup(self.edition, options, self.novices, self.guard_players, version=rules)

    @property
    def chairs(self) -> tuple[ChairName, ...]:
        """The guards' chairs, then the novices'; which number sits on which of those is drawn with the deal."""
        guards: tuple[ChairName, ...] = ("guards",) if self.guard_players == 1 else ("abbess", "prioress")
        return (*guards, *NOVICE_CHAIRS[: self.novices])


def side_of(chair: str) -> Side:
    return "novices" if chair in NOVICE_CHAIRS else "guards"


assert set(LEVELS) == set(get_args(Level))
assert set(get_args(Side)) == {NOVICES, GUARDS}
