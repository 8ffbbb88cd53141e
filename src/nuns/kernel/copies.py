"""Copies of states: in machine code assigning a record copies it, in plain Python it does not.

In machine code a state has a tape only as an argument of a unit with events; without its tape it fits into a row or a field.
"""

from typing import TypeVar

from nuns.board.shape import copy_of
from nuns.rules.state import State

T = TypeVar("T")


def copied(value: T) -> T:
    """Returns a copy, to be put into a row or a field."""
    return copy_of(value)


def without_tape(game: State) -> State:
    """Returns a state as one that has no tape; in machine code that is the beginning of the same record."""
    return game


def same(value: T) -> T:
    """Stands in for ``copied`` in machine code."""
    return value
