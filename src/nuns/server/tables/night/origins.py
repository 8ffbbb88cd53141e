"""Nights that do not begin with a deal of their own: one that was taken over from a finished game, and the night of a day."""

from typing import NamedTuple

import msgspec

from nuns.referee.turn_parts import TurnPart


class TakenOver(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished game that a table continues: its record with the check, the actions before the moment, and when that was."""

    record: str
    check: str
    actions: tuple[str, ...]  # in notation, the deal first
    turn: int
    part: TurnPart


class DaySeed(NamedTuple):
    """The night of a day: its date, and the seed from which everything is drawn."""

    day: str
    seed: str
