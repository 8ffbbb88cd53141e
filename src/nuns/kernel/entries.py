"""Machine code as the host calls it: records as arrays of one, and entries that are called with them."""

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from functools import cache
from typing import Any, get_type_hints

import numpy as np

from nuns.board.shape import row_of
from nuns.kernel.records import Record, dtype_of
from nuns.rules.state import State


@cache
def layout_of(declared: type, *, with_events: bool = False) -> np.dtype[np.void]:
    """Returns the record type of a declaration; only a whole State of a unit with events has a tape."""
    return dtype_of(declared, with_tape=with_events and declared is State)


def new_record(declared: type, *, with_events: bool = False) -> Record:
    """Returns an array of one record, all 0."""
    return np.zeros(1, layout_of(declared, with_events=with_events))


def record_of(value: Any, declared: type, *, with_events: bool = False) -> Record:
    """Returns a declared value as an array of one record of that layout."""
    made = new_record(declared, with_events=with_events)
    made[0] = row_of(value, with_tape=with_events)
    return made


def field_of(record: Any, name: str) -> Any:
    """Returns a field of an array of one record, or of a declared value."""
    return record[name][0] if isinstance(record, np.ndarray) else getattr(record, name)


def record_layout(kind: Any, with_events: bool) -> np.dtype[np.void] | None:
    """Returns the record type of an argument, or None for a number."""
    return layout_of(kind, with_events=with_events) if is_dataclass(kind) else None  # type: ignore[arg-type]


class CompiledEntry:
    """An entry in machine code, to be called with arrays of one record and with numbers; it runs without the interpreter's lock."""

    def __init__(self, function: Callable[..., Any], with_events: bool, made: Any) -> None:
        hints = get_type_hints(function)
        returned = hints.pop("return", type(None))
        self.__name__, self.address = function.__name__, made.address
        kinds: list[Any] = list(hints.values())
        self._layouts = [record_layout(kind, with_events) for kind in kinds]
        numbers: dict[Any, Any] = {float: ctypes.c_double, type(None): None}
        given: list[Any] = [ctypes.c_void_p if is_dataclass(kind) else numbers.get(kind, ctypes.c_int64) for kind in kinds]
        self._call = ctypes.CFUNCTYPE(numbers.get(returned, ctypes.c_int64), *given)(self.address)
        self._kept = made  # the code lives as long as this does

    def __call__(self, *arguments: Any) -> Any:
        if len(arguments) != len(self._layouts):
            raise TypeError(f"{self.__name__}: expected {len(self._layouts)} arguments; got {len(arguments)}")
        return self._call(*self._given(arguments))

    def bound_to(self, *records: Record) -> Callable[..., Any]:
        """Returns the entry with its first arguments given: records whose addresses are read now and not at each call."""
        call, addresses = self._call, self._given(records)

        def called(*numbers: int, kept: Any = (self, records)) -> Any:  # what is called and read lives as long as this does
            return call(*addresses, *numbers)

        return called

    def _given(self, arguments: Sequence[Any]) -> list[Any]:
        """Returns arguments as the machine takes them."""
        given = []
        for layout, each in zip(self._layouts, arguments, strict=False):
            if layout is None:
                given.append(each)
                continue
            if each.dtype is not layout and each.dtype != layout:
                raise TypeError(f"{self.__name__}: expected a record of {layout.itemsize} bytes; got one of {each.dtype.itemsize}")
            given.append(each.ctypes.data)
        return given
