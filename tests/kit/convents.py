"""Convents that tests play on."""

from functools import cache
from pathlib import Path

from nuns.board.convent import Convent, read_convent

DATA = Path(__file__).parents[1] / "data"


@cache
def the_toy() -> Convent:
    """Six dots: small enough to count every night on it to the end."""
    return read_convent((DATA / "toy.json").read_text(encoding="utf-8"))
