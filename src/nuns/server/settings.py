"""The settings of a table, agreed on before it starts: the rules, the seats, the clock, and who may watch."""

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from nuns.bots.registry import GUARDS, LEVELS, NOVICES
from nuns.referee.game_setup import BadSetup, GameSetup
from nuns.referee.options import RULES_VERSION, BadOption, change_option, edition_of
from nuns.referee.sealing import NOVICE_CHAIRS as NOVICE_CHAIRS
from nuns.referee.sealing import ChairName as ChairName
from nuns.referee.sealing import chairs_of

Side = Literal["novices", "guards"]
Sides = Literal["same", "changed"]  # of the next game, against this one
Level = Literal["easy", "normal", "hard", "expert"]
Status = Literal["lobby", "sealing", "playing", "over", "abandoned"]
Text = Annotated[str, Meta(min_length=1, max_length=40)]
PLAIN = r"^[^\x00-\x1f\x7f]*(?![\s\S])"  # without control characters; $ would let a line feed pass
WindowSeconds = Annotated[int, Meta(ge=3, le=60)]


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The clock of a table in seconds: each player's bank, its increment, and the limit of a phase in which several decide at once."""

    bank: Annotated[int, Meta(ge=10, le=3600)] = 300
    increment: Annotated[int, Meta(ge=0, le=300)] = 10
    joint: Annotated[int, Meta(ge=10, le=3600)] = 120


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings with which a table is created; its host may change them while it is in the lobby."""

    edition: Annotated[str, Meta(max_length=20)] = "mayfair"
    options: dict[str, str | int] = {}  # those that differ from the edition
    novices: Annotated[int, Meta(ge=1, le=6)] = 1
    guard_players: Annotated[int, Meta(ge=1, le=2)] = 1
    clock: Clock | None = None
    open: bool = False  # whether all may find it in the list
    spectators: bool = True
    suspicion: bool = False  # the guards are shown the exact belief about each novice
    advice: bool = False  # whoever must decide may ask what a good player would consider
    window: WindowSeconds | None = (
        None  # sealed windows: how long each blessing window lasts, whatever is answered; None: until all have answered
    )
    name: Annotated[str, Meta(max_length=40, pattern=PLAIN)] = ""  # what the table is called beside its code

    def table(self, rules: int = RULES_VERSION) -> GameSetup:
        """Returns what the referee is given, by that version of the rules; raises BadSetup with every problem."""
        try:
            options = edition_of(self.edition, rules)
            for name, value in self.options.items():
                options = change_option(options, name, str(value))
        except BadOption as fault:
            raise BadSetup(str(fault)) from None
        return GameSetup(self.edition, options, self.novices, self.guard_players, version=rules)

    @property
    def chairs(self) -> tuple[ChairName, ...]:
        """Returns the guards' seats, then the novices'; which novice a novice seat plays is drawn with the deal."""
        return chairs_of(self.novices, self.guard_players)


def side_of(chair: str) -> Side:
    return "novices" if chair in NOVICE_CHAIRS else "guards"


assert set(LEVELS) == set(get_args(Level))
assert set(get_args(Side)) == {NOVICES, GUARDS}
