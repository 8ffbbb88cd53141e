"""The state and the board as NumPy records, from the same declarations, in the layout that machine code needs."""

from functools import cache
from typing import Any, TypeVar

import numpy as np

from nuns.board.shape import NARROW, TAPE_FIELD, recorded_fields, row_of
from nuns.board.tables import Board, the_board
from nuns.rules.state import State

T = TypeVar("T")
Record = np.ndarray[Any, np.dtype[np.void]]  # an array of records


@cache
def dtype_of(declared: type, *, with_tape: bool = False) -> np.dtype[np.void]:
    """Returns the record type of a declaration; its tape is left out unless it is wanted, as games without events need none."""
    columns: list[tuple[str, Any, tuple[int, ...]]] = []
    for each in recorded_fields(declared, with_tape=with_tape):
        kind, shape = each.metadata.get("kind", NARROW), each.metadata.get("shape", ())
        columns.append((each.name, dtype_of(kind) if isinstance(kind, type) else kind, shape))
    return np.dtype(columns, align=True)


def from_record(declared: type[T], record: Any) -> T:
    """Returns the dataclass of a record; the tape of one that has none is empty."""
    values: dict[str, Any] = {}
    for each in recorded_fields(declared, with_tape=TAPE_FIELD in record.dtype.names):
        kind, shape, there = each.metadata.get("kind", NARROW), each.metadata.get("shape", ()), record[each.name]
        if not isinstance(kind, type):
            values[each.name] = there.tolist()
        else:
            values[each.name] = [from_record(kind, one) for one in there] if shape else from_record(kind, there)
    return declared(**values)


def array_of(value: Any, *, with_tape: bool = False) -> Record:
    """Returns a declared value as an array of one record; its padding is zero, so that equal records have equal bytes."""
    made: Record = np.zeros(1, dtype_of(type(value), with_tape=with_tape))  # type: ignore[arg-type]
    made[0] = row_of(value, with_tape=with_tape)
    return made


def without_tape(states: Record) -> Record:
    """Returns an array of states that shows the same memory without their tapes: these come last."""
    return np.ndarray(states.shape, dtype_of(State), states, strides=states.strides)


@cache
def board_record() -> Record:
    """Returns the tables of the convent as an array of one."""
    return record_of_board(the_board())


def record_of_board(board: Board) -> Record:
    """Returns the tables of a board as an array of one."""
    return array_of(board)
