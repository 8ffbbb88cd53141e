"""Nuns on the Run: the referee, the records and the laboratory of the game.

The public names, loaded when first used, so that ``nuns.board`` and ``nuns.rules`` need Python alone, ``nuns.kernel`` NumPy and Numba.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nuns.board.convent import Convent, the_convent
    from nuns.referee.actions import Action, IllegalAction
    from nuns.referee.dice import CounterDice, SealedDice, next_chance
    from nuns.referee.events import Event
    from nuns.referee.explain import Explanation, explain
    from nuns.referee.game import Game, Outcome, Seats, apply, legal_actions, new_game, refusal
    from nuns.referee.game_setup import BadSetup
    from nuns.referee.notation import BadNotation, read, written
    from nuns.referee.record import Record, read_record, record_text, replay_record
    from nuns.referee.record_lines import BadRecord
    from nuns.referee.seat_events import events_of
    from nuns.referee.seats import Seat
    from nuns.referee.sentences import sentence
    from nuns.referee.view import View, view
    from nuns.rules.options import EDITIONS, BadOption, Options

_HOMES = {
    "nuns.board.convent": ("Convent", "the_convent"),
    "nuns.referee.actions": ("Action", "IllegalAction"),
    "nuns.referee.dice": ("CounterDice", "SealedDice", "next_chance"),
    "nuns.referee.events": ("Event",),
    "nuns.referee.explain": ("Explanation", "explain"),
    "nuns.referee.game": ("Game", "Outcome", "Seats", "apply", "legal_actions", "new_game", "refusal"),
    "nuns.referee.seat_events": ("events_of",),
    "nuns.referee.notation": ("BadNotation", "read", "written"),
    "nuns.referee.record": ("Record", "read_record", "record_text", "replay_record"),
    "nuns.referee.record_lines": ("BadRecord",),
    "nuns.referee.seats": ("Seat",),
    "nuns.referee.game_setup": ("BadSetup",),
    "nuns.referee.sentences": ("sentence",),
    "nuns.referee.view": ("View", "view"),
    "nuns.rules.options": ("EDITIONS", "BadOption", "Options"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "EDITIONS",
    "Action",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "BadSetup",
    "Convent",
    "CounterDice",
    "Event",
    "Explanation",
    "Game",
    "IllegalAction",
    "Options",
    "Outcome",
    "Record",
    "SealedDice",
    "Seat",
    "Seats",
    "View",
    "apply",
    "events_of",
    "explain",
    "legal_actions",
    "new_game",
    "next_chance",
    "read",
    "read_record",
    "record_text",
    "refusal",
    "replay_record",
    "sentence",
    "the_convent",
    "view",
    "written",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'nuns' has no {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
