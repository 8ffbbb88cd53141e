"""The event log as it is read: lines, typed fields, and the faults found (contracts, "Event log")."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NoReturn

Owner = int | str
"""Whose card or die it is: a novice's number, a guard's name, or ``monk``."""

CONTRACT = "contract: Event log"


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_owner(value: object) -> bool:
    return _is_int(value) or isinstance(value, str)


def _list_of(test: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(test(item) for item in value)


def _is(kind: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, kind)


_DOTS = _list_of(_is_int)

FIELDS: dict[str, dict[str, Callable[[object], bool]]] = {
    "setup": {
        "edition": _is(str),
        "options": _is(dict),
        "players": _is_int,
        "novices": _list_of(_is(dict)),
        "guards": _list_of(_is(dict)),
        "monk": _is(str),
    },
    "path_taken": {"guard": _is(str), "path": _is(str), "dots": _DOTS},
    "novice_moved": {"novice": _is_int, "phase": _is_int, "gait": _is(str), "route": _DOTS, "blessing": _is(bool)},
    "novice_seen": {"novice": _is_int, "dot": _is_int, "by": _list_of(_is(str))},
    "novice_vanished": {"novice": _is_int, "between": _DOTS},
    "token_removed": {"novice": _is_int},
    "key_taken": {"novice": _is_int, "dot": _is_int},
    "wish_taken": {"novice": _is_int, "dot": _is_int},
    "rolled": {"by": _is_owner, "why": _is(str), "face": _is_int},
    "blessing_played": {"by": _is_owner, "blessing": _is(str)},
    "noise": {"guard": _is(str), "dot": _is_int, "real": _is(bool)},
    "guard_turned": {"guard": _is(str), "dot": _is_int, "towards": _is_int},
    "guard_stepped": {"guard": _is(str), "from": _is_int, "to": _is_int, "free": _is(bool)},
    "guard_stopped": {"guard": _is(str), "gait": _is(str), "steps": _is_int},
    "novice_caught": {"novice": _is_int, "guard": _is(str), "dot": _is_int},
    "novice_freed": {"novice": _is_int},
    "tokens_cleared": {},
    "turn_ended": {},
    "game_over": {"reason": _is(str), "winners": _list_of(_is_owner)},
}
"""The fields that every event of the contract has."""

OPTIONAL: dict[str, dict[str, Callable[[object], bool]]] = {
    "novice_vanished": {"guard": _is(str)},
    "blessing_played": {"die": _is_owner},
    "noise": {"novice": _is_int, "by": _is(str)},
}
"""The fields that some events of a kind have and others have not."""


class Lost(Exception):
    """The log has left the order of play so far that what follows cannot be judged."""


class Event:
    """One line of the log; its fields were checked when the log was opened."""

    def __init__(self, line: int, raw: dict[str, object]) -> None:
        self.line = line
        self.raw = raw
        self.name = str(raw.get("event"))

    def __str__(self) -> str:
        return self.name + " " + str({key: value for key, value in self.raw.items() if key not in ("event", "turn")})

    def faults(self) -> list[str]:
        """Fields that are missing or of another kind than the contract's."""
        if self.name not in FIELDS:
            return [f"an event of the contract was expected, got {self.name!r}"]
        wanted = {"turn": _is_int} | FIELDS[self.name]
        bad = [key for key, test in wanted.items() if not test(self.raw.get(key))]
        bad += [key for key, test in OPTIONAL.get(self.name, {}).items() if self.raw.get(key) is not None and not test(self.raw[key])]
        wrong = [f"{self.name} wants a proper {key!r}, got {self.raw.get(key)!r}" for key in bad]
        if self.name == "novice_moved" and not wrong and not self.dots("route"):
            wrong.append("novice_moved wants a route of at least the dot she stood on, got none")
        if self.name == "novice_vanished" and not wrong and len(self.dots("between")) != 2:
            wrong.append(f"novice_vanished lies between two dots, got {self.dots('between')}")
        if self.name == "noise" and self.raw.get("novice") is None and self.raw.get("by") is None:
            wrong.append("noise wants the novice who placed it, or a guard in 'by', got neither")
        return wrong

    def num(self, key: str) -> int:
        value = self.raw[key]
        assert isinstance(value, int)
        return value

    def text(self, key: str) -> str:
        value = self.raw[key]
        assert isinstance(value, str)
        return value

    def flag(self, key: str) -> bool:
        return bool(self.raw[key])

    def dots(self, key: str) -> list[int]:
        value = self.raw[key]
        assert isinstance(value, list)
        return [item for item in value if isinstance(item, int)]

    def owners(self, key: str) -> list[Owner]:
        value = self.raw[key]
        assert isinstance(value, list)
        return [item for item in value if isinstance(item, (int, str))]

    def owner(self, key: str) -> Owner | None:
        value = self.raw.get(key)
        return value if isinstance(value, (int, str)) and not isinstance(value, bool) else None


class Log:
    """A cursor over the log, and the faults so far."""

    def __init__(self, events: Iterable[dict[str, object]]) -> None:
        self.events = [Event(line, raw) for line, raw in enumerate(events, start=1)]
        self.length = len(self.events)
        self.at = 0
        self.turn = 0
        self.found: list[tuple[int, str]] = []
        for event in self.events:
            for text in event.faults():
                self.fault(event.line, text, CONTRACT)

    @property
    def line(self) -> int:
        """The line of the next event, or the one after the last."""
        event = self.peek()
        return event.line if event is not None else self.length + 1

    def fault(self, line: int, text: str, rule: str) -> None:
        source = rule if rule == CONTRACT else f"rule {rule}"
        self.found.append((line, f"line {line}: {text} ({source})"))

    def faults(self) -> list[str]:
        return [text for _, text in sorted(self.found, key=lambda entry: entry[0])]

    def peek(self) -> Event | None:
        return self.events[self.at] if self.at < len(self.events) else None

    def is_next(self, *names: str, **fields: object) -> bool:
        """Whether the next event has one of these names and exactly these fields."""
        event = self.peek()
        return event is not None and event.name in names and all(event.raw.get(key) == value for key, value in fields.items())

    def ahead(self, *names: str) -> Event | None:
        """The next event of one of these names, which is only looked at."""
        return next((event for event in self.events[self.at :] if event.name in names), None)

    def ignore(self, name: str) -> None:
        """Leave all events of one name that are still to come unread."""
        self.events[self.at :] = [event for event in self.events[self.at :] if event.name != name]

    def go_back_to(self, event: Event) -> None:
        """Make an event that was taken the next one again."""
        self.at = self.events.index(event)

    def take(self) -> Event:
        event = self.events[self.at]
        self.at += 1
        got = event.num("turn")
        allowed = (0, 1) if self.turn == 0 and event.name == "path_taken" else (self.turn,)
        if got not in allowed:
            self.fault(event.line, f"turn {self.turn} was expected, got turn {got}", "4")
        return event

    def expect(self, name: str, rule: str, meaning: str, **fields: object) -> Event:
        if not self.is_next(name, **fields):
            self.lost(meaning, rule)
        return self.take()

    def lost(self, expected: str, rule: str) -> NoReturn:
        """Say what should have stood here, and give up following the game."""
        event = self.peek()
        got = str(event) if event else "the end of the log"
        self.fault(self.line, f"{expected} was expected, got {got}", rule)
        raise Lost
