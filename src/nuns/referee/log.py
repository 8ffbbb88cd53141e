"""Log sheets: one line for each movement of a novice, with what she took or suffered in it (rules 3.2)."""

from collections.abc import Sequence

import msgspec

from nuns.referee.events import Event, KeyTaken, NoviceCaught, NoviceMoved, WishTaken


class LogLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a log sheet, for one movement."""

    turn: int
    phase: int
    gait: str
    route: tuple[int, ...]
    key: bool = False
    wish: bool = False
    caught: bool = False


class LogSheets:
    """The log sheets of all novices, filled in from the events as far as they were read; events are only ever added."""

    __slots__ = ("_lines", "_read")

    def __init__(self) -> None:
        self._read = 0
        self._lines: dict[int, tuple[LogLine, ...]] = {}

    def copy(self) -> "LogSheets":
        """Returns an independent copy of the sheets."""
        other = LogSheets()
        other._read, other._lines = self._read, dict(self._lines)
        return other

    def sheet(self, novice: int, events: Sequence[Event]) -> tuple[LogLine, ...]:
        """Returns the lines of a novice, given all events of the game so far."""
        for event in events[self._read :]:
            if isinstance(event, NoviceMoved | KeyTaken | WishTaken | NoviceCaught):
                self._lines[event.novice] = _noted(self._lines.get(event.novice, ()), event)
        self._read = len(events)
        return self._lines.get(novice, ())


def _noted(lines: tuple[LogLine, ...], event: NoviceMoved | KeyTaken | WishTaken | NoviceCaught) -> tuple[LogLine, ...]:
    match event:
        case NoviceMoved(turn=turn, phase=phase, gait=gait, route=tuple() as route):
            return (*lines, LogLine(turn=turn, phase=phase, gait=gait, route=route))
        case KeyTaken():
            return (*lines[:-1], msgspec.structs.replace(lines[-1], key=True))
        case WishTaken():
            return (*lines[:-1], msgspec.structs.replace(lines[-1], wish=True))
        case NoviceCaught() if lines:
            return (*lines[:-1], msgspec.structs.replace(lines[-1], caught=True))
        case _:
            return lines
