"""The state and the board as NumPy records, from the same declarations, in the layout that machine code needs."""

from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

import numpy as np

from nuns.board.shape import NARROW, row_of
from nuns.board.tables import Board, the_board

T = TypeVar("T")
Record = np.ndarray[Any, np.dtype[np.void]]  # an array of records


@cache
def dtype_of(declared: type, *, tape: int | None = None) -> np.dtype[np.void]:
    """Returns the record type of a declaration; ``tape`` gives it a tape of another length, as games without events need none."""
    columns: list[tuple[str, Any, tuple[int, ...]]] = []
    for each in fields(declared):
        kind, shape = each.metadata.get("kind", NARROW), each.metadata.get("shape", ())
        if each.name == "tape" and tape is not None:
            shape = (tape,)
        columns.append((each.name, dtype_of(kind, tape=tape) if isinstance(kind, type) else kind, shape))
    return np.dtype(columns, align=True)


def from_record(declared: type[T], record: Any) -> T:
    """Returns the dataclass of a record."""
    values: dict[str, Any] = {}
    for each in fields(declared):  # type: ignore[arg-type]
        kind, shape, there = each.metadata.get("kind", NARROW), each.metadata.get("shape", ()), record[each.name]
        if not isinstance(kind, type):
            values[each.name] = there.tolist()
        else:
            values[each.name] = [from_record(kind, one) for one in there] if shape else from_record(kind, there)
    return declared(**values)


def array_of(value: Any, *, tape: int | None = None) -> Record:
    """Returns a declared value as an array of one record; its padding is zero, so that equal records have equal bytes."""
    made: Record = np.zeros(1, dtype_of(type(value), tape=tape))  # type: ignore[arg-type]
    made[0] = row_of(value, tape=tape)
    return made


@cache
def board_record() -> Record:
    """Returns the tables of the convent as an array of one."""
    return record_of_board(the_board())


def record_of_board(board: Board) -> Record:
    """Returns the tables of a board as an array of one."""
    return array_of(board, tape=1)
