"""The options of section 12: the values each may have, and what the four editions make of them."""

from __future__ import annotations

from .log import Log, Lost

EDITIONS = ("mayfair", "reference", "italian", "dutch")

_ROWS: dict[str, tuple[str, str]] = {
    "sight": ("arc room", "arc arc arc room"),
    "sight-range": ("0-155", "6 6 6 6"),
    "tower-seen": ("on off", "off off on off"),
    "wish-cards": ("mayfair 999games", "mayfair mayfair mayfair 999games"),
    "run-modifier": ("0 1", "0 0 0 1"),
    "opening": ("two-phases double-distance single", "two-phases double-distance two-phases two-phases"),
    "first-paths": ("guards-move set-up", "guards-move set-up set-up guards-move"),
    "deaf-runners": ("on off", "on on on off"),
    "equal-directions": ("one one-or-more all", "one one-or-more all one"),
    "catch-in-passing": ("on off", "on off on on"),
    "disobey-in-sight": ("on off once-unseen", "on once-unseen off off"),
    "vanish-marks": ("unseen each-guard", "unseen unseen each-guard unseen"),
    "hearing-limit": ("0 6", "0 0 6 0"),
    "guard-false-noise": ("own any-guard", "any-guard own own any-guard"),
    "caught-until": ("out-of-sight disobedience", "out-of-sight disobedience disobedience disobedience"),
    "caught-shown": ("in-sight whole-move", "in-sight in-sight in-sight whole-move"),
    "caught-takes-wish": ("on off", "on on on off"),
    "safe-cell": ("on off", "off off off on"),
    "free-until": ("movement-end reason-ends", "movement-end movement-end reason-ends movement-end"),
    "blessings": ("on off", "on on on off"),
    "roll-again": ("any own", "any any any own"),
    "false-noise": ("listening making either", "listening either either making"),
    "exact-run": ("on off", "off off off off"),
    "slow-guards": ("on off", "off off off off"),
    "capture-goal": ("players novices", "players players players players"),
    "monk": ("none frederick robert", "none none none none"),
    "all-or-nun": ("on off", "off off off off"),
    "turns": ("1-15", "15 15 15 15"),
}
"""The table of section 12: each option's values, and its value in each edition. ``1-15`` is every number between."""

BEFORE: dict[str, str | int] = {"vanish-marks": "unseen", "hearing-limit": 0, "guard-false-noise": "own"}
"""Options that logs from before do not have, and the meaning the game had then."""


def _value(word: str) -> str | int:
    return int(word) if word.isdigit() else word


def _values(words: str) -> tuple[str | int, ...]:
    first, dash, last = words.partition("-")
    if dash and first.isdigit():
        return tuple(range(int(first), int(last) + 1))
    return tuple(map(_value, words.split()))


VALUES: dict[str, tuple[str | int, ...]] = {name: _values(words) for name, (words, _) in _ROWS.items()}


def of_edition(edition: str) -> dict[str, str | int]:
    """12 Every option's value in an edition."""
    column = EDITIONS.index(edition)
    return {name: _value(words.split()[column]) for name, (_, words) in _ROWS.items()}


class Options:
    """The values this table plays with."""

    def __init__(self, values: dict[str, str | int], *, is_before: bool) -> None:
        self.values = values
        self.is_before = is_before
        """The log is from before ``BEFORE``: it tells no ``token_removed``, and who is home may still play cards on dice (11.3)."""

    def on(self, name: str) -> bool:
        return self.values[name] == "on"

    def has(self, name: str, *values: str) -> bool:
        return self.values[name] in values

    def number(self, name: str) -> int:
        return int(self.values[name])


def read(log: Log, line: int, raw: object) -> Options:
    """12 Every option is there, and has one of its values; a log without any of ``BEFORE`` is from before."""
    assert isinstance(raw, dict)
    is_before = not BEFORE.keys() & raw.keys()
    given = raw | BEFORE if is_before else raw
    good: dict[str, str | int] = {}
    for name, values in VALUES.items():
        value = given.get(name)
        is_too_new = is_before and value == "once-unseen"
        if isinstance(value, (str, int)) and not isinstance(value, bool) and value in values and not is_too_new:
            good[name] = value
        else:
            log.fault(line, f"option {name} should be one of its values, got {value!r}", "12")
    for name in raw:
        if name not in VALUES:
            log.fault(line, f"an option of section 12 was expected, got {name!r}", "12")
    if len(good) != len(VALUES):
        raise Lost
    return Options(good, is_before=is_before)
