"""Texts that are the same on every machine: without times, versions and the last digits of what is computed in floating point."""

import json
import re
from typing import Any

DIGITS = 6  # of a number that is no integer: sums may differ after them between processors
VERSION = re.compile(r"\d+\.\d+\.\d+\+[0-9a-f]{16}")  # of the program, with a hash of its sources
MOMENT = re.compile(r"\b\d{12,13}\b")  # milliseconds since 1970, by the clock of the machine
ROWS_HASH = re.compile(r'"hash": "[0-9a-f]{64}"')  # over rows in which there are such moments
SECONDS = re.compile(r'"seconds": [0-9.e-]+')


def plain(text: str) -> str:
    """Returns a text in which the version of the sources and measured seconds are left out."""
    return SECONDS.sub('"seconds": 0', VERSION.sub("VERSION", text))


def timeless(text: str) -> str:
    """Returns what is said of a database without the moments in it."""
    return ROWS_HASH.sub('"hash": ""', MOMENT.sub("MOMENT", text))


def plain_json(text: str) -> str:
    """Returns a JSON document indented, with numbers rounded."""
    return json.dumps(rounded(json.loads(plain(text))), indent=1, ensure_ascii=False) + "\n"


def rounded(value: Any) -> Any:
    """Returns a JSON value in which numbers that are no integers have a few digits."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list) else value
