"""Checks that what goes over the wire is made of codes and values, never of sentences."""

import re
from typing import Any

import msgspec

from nuns.referee.codes import KINDS, Code, RuleReason, RuleRefusal

CODE = re.compile("[a-z0-9]+([-_][a-z0-9]+)*")
NUMBERS = {"number", "degrees", "dot", "novice", "dots"}


def assert_codes(told: RuleRefusal | RuleReason) -> None:
    """A code with the values that it declares: numbers where they are due, and codes elsewhere."""
    code: Code = told.code
    assert CODE.fullmatch(code.value)
    assert told.values.keys() == set(code.placeholders)
    for name, value in told.values.items():
        for each in value if isinstance(value, tuple) else (value,):
            if KINDS[name] in NUMBERS:
                assert isinstance(each, int), f"{code.value} {name}: {each!r}"
            else:
                assert isinstance(each, str), f"{code.value} {name}: {each!r}"
                assert CODE.fullmatch(each), f"{code.value} {name}: {each!r}"


def sentences_in(value: Any, *, but: tuple[str, ...] = ()) -> set[str]:
    """Returns every string of a message that is no code, but for those under these keys."""
    return set(_strings(msgspec.to_builtins(value, str_keys=True), but))


def _strings(value: Any, but: tuple[str, ...]) -> list[str]:
    if isinstance(value, str):
        return [] if CODE.fullmatch(value) else [value]
    if isinstance(value, dict):
        return [each for key, inner in value.items() if key not in but for each in (*_strings(key, but), *_strings(inner, but))]
    return [each for inner in value for each in _strings(inner, but)] if isinstance(value, list | tuple) else []
