"""Declarations with two shapes: a slotted dataclass at the table, and the record that the kernel makes from its metadata."""

from collections.abc import Callable
from dataclasses import Field, field, fields
from functools import cache
from typing import Any, TypeVar, cast

T = TypeVar("T")


TAPE_FIELD = "tape"  # of a state: games without events need none
NARROW = "u1"  # the default type of a record's field: most numbers of the game are from 0 to 255


def ints(*shape: int, width: str = NARROW) -> Any:
    """Declares a row or table of whole numbers, all 0."""
    return field(default_factory=lambda: zeros(shape), metadata={"kind": width, "shape": shape})


def sized(width: str) -> Any:
    """Declares a number of another width; the widest come first, so that every field of the record stays aligned."""
    return field(default=0, metadata={"kind": width, "shape": ()})


def several(part_class: type, count: int) -> Any:
    """Declares a row of parts, each of which has a declaration of its own."""
    return field(default_factory=lambda: [part_class() for _ in range(count)], metadata={"kind": part_class, "shape": (count,)})


def part(part_class: type) -> Any:
    """Declares one part that has a declaration of its own."""
    return field(default_factory=part_class, metadata={"kind": part_class, "shape": ()})


def zeros(shape: tuple[int, ...]) -> Any:
    """Returns nested lists of zeros, or a plain 0 for no shape."""
    return 0 if not shape else [zeros(shape[1:]) for _ in range(shape[0])]


def copy_of(value: T) -> T:
    """Returns a deep copy of a declared value, faster than ``copy.deepcopy``; frozen parts are shared."""
    return cast("T", _copier(type(value))(value))  # type: ignore[arg-type]


def shallow_copy_of(value: T) -> T:
    """Returns a copy of a declared value that shares its rows and parts, for a caller who replaces those that change."""
    return cast("T", _shallow_copier(type(value))(value))  # type: ignore[arg-type]


@cache
def _shallow_copier(declared: type) -> Callable[[Any], Any]:
    names: dict[str, Any] = {"declared": declared}
    exec(f"def copier(value): return declared({', '.join(f'value.{each.name}' for each in fields(declared))})", names)
    made: Callable[[Any], Any] = names["copier"]
    return made


@cache
def _copier(declared: type) -> Callable[[Any], Any]:
    """Writes the copying function of a declaration: one call that names every field."""
    names: dict[str, Any] = {"declared": declared}
    arguments = []
    for each in fields(declared):
        kind, depth = each.metadata.get("kind", NARROW), len(each.metadata.get("shape", ()))
        source = f"value.{each.name}"
        if isinstance(kind, type):
            if kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
                arguments.append(source)
                continue
            names[kind.__name__] = _copier(kind)
            arguments.append(f"[{kind.__name__}(one) for one in {source}]" if depth else f"{kind.__name__}({source})")
        elif depth < 2:
            arguments.append(f"{source}[:]" if depth else source)
        else:
            arguments.append(f"[row[:] for row in {source}]")
            assert depth == 2, f"{declared.__name__}.{each.name}: no state has tables of more than two dimensions"
    exec(f"def copier(value): return declared({', '.join(arguments)})", names)
    made: Callable[[Any], Any] = names["copier"]
    return made


def row_of(value: Any, *, with_tape: bool = False) -> tuple[Any, ...]:
    """Returns a declared value as nested tuples in the order of its fields; its tape, the last of them, is left out unless it is wanted."""
    return _reader(type(value), with_tape)(value)  # type: ignore[arg-type]


def from_row(declared: type[T], row: Any) -> T:
    """Returns the declared value of such a row without a tape, which is then empty."""
    values: list[Any] = []
    for each, there in zip(recorded_fields(declared), row, strict=True):
        kind, shape = each.metadata.get("kind", NARROW), each.metadata.get("shape", ())
        if isinstance(kind, type):
            values.append([from_row(kind, one) for one in there] if shape else from_row(kind, there))
        else:
            values.append(there)
    return declared(*values)


def recorded_fields(declared: type, *, with_tape: bool = False) -> tuple[Field[Any], ...]:
    """Returns the fields of a declaration in order, without its tape unless that is wanted."""
    found = fields(declared)
    return found if with_tape or found[-1].name != TAPE_FIELD else found[:-1]


@cache
def _reader(declared: type, with_tape: bool) -> Callable[[Any], tuple[Any, ...]]:
    """Writes the function that reads a declared value as a row."""
    names: dict[str, Any] = {}
    values = []
    for each in recorded_fields(declared, with_tape=with_tape):
        kind, shape, source = each.metadata.get("kind", NARROW), each.metadata.get("shape", ()), f"value.{each.name}"
        if isinstance(kind, type):
            names[kind.__name__] = _reader(kind, False)
            values.append(f"[{kind.__name__}(one) for one in {source}]" if shape else f"{kind.__name__}({source})")
        else:
            values.append(source)
    return cast("Callable[[Any], tuple[Any, ...]]", eval(f"lambda value: ({', '.join(values)},)", names))
