"""The options of section 12 and the values each may have."""

from __future__ import annotations

from .log import Log, Lost

SWITCH = ("on", "off")

VALUES: dict[str, tuple[object, ...]] = {
    "sight": ("arc", "room"),
    "sight-range": tuple(range(156)),
    "tower-seen": SWITCH,
    "wish-cards": ("mayfair", "999games"),
    "run-modifier": (0, 1),
    "opening": ("two-phases", "double-distance", "single"),
    "first-paths": ("guards-move", "set-up"),
    "deaf-runners": SWITCH,
    "equal-directions": ("one", "one-or-more", "all"),
    "catch-in-passing": SWITCH,
    "disobey-in-sight": SWITCH,
    "caught-until": ("out-of-sight", "disobedience"),
    "caught-shown": ("in-sight", "whole-move"),
    "caught-takes-wish": SWITCH,
    "safe-cell": SWITCH,
    "free-until": ("movement-end", "reason-ends"),
    "blessings": SWITCH,
    "roll-again": ("any", "own"),
    "false-noise": ("listening", "making", "either"),
    "exact-run": SWITCH,
    "slow-guards": SWITCH,
    "capture-goal": ("players", "novices"),
    "monk": ("none", "frederick", "robert"),
    "all-or-nun": SWITCH,
    "turns": tuple(range(1, 16)),
}

EDITIONS = ("mayfair", "reference", "italian", "dutch")


class Options:
    """The values this table plays with."""

    def __init__(self, values: dict[str, str | int]) -> None:
        self.values = values

    def on(self, name: str) -> bool:
        return self.values[name] == "on"

    def has(self, name: str, *values: str) -> bool:
        return self.values[name] in values

    def number(self, name: str) -> int:
        return int(self.values[name])


def read(log: Log, line: int, raw: object) -> Options:
    """12 Every option is there, and has one of its values."""
    assert isinstance(raw, dict)
    good: dict[str, str | int] = {}
    for name, values in VALUES.items():
        value = raw.get(name)
        if isinstance(value, (str, int)) and not isinstance(value, bool) and value in values:
            good[name] = value
        else:
            log.fault(line, f"option {name} should be one of its values, got {value!r}", "12")
    for name in raw:
        if name not in VALUES:
            log.fault(line, f"an option of section 12 was expected, got {name!r}", "12")
    if len(good) != len(VALUES):
        raise Lost
    return Options(good)
