"""Parts of the machine code that are compiled apart and call one another through their addresses.

Numba links everything below a function into it and optimises all of that again, so what lies deep is compiled over and over. An entry of
a unit is compiled once instead, with the functions below it in the same unit; other units call it by its symbol. Its arguments are
records and numbers, and their types are read from its annotations.
"""

from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from hashlib import sha256
from inspect import getfile
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import Any, get_type_hints

from nuns.kernel.bits import nth_bit, processor_bits
from nuns.kernel.cache import cache_folder, is_warm
from nuns.kernel.clock import clock
from nuns.kernel.compiler import Chapters, Function, Replaced, compile_functions, ignore_event
from nuns.kernel.copies import copied, same, without_tape
from nuns.kernel.entries import CompiledEntry, layout_of
from nuns.kernel.machine import NoCompiler, cache_in, has_compiler, keep_names_apart, sources_of
from nuns.rules import bits, tape
from nuns.rules.state import State

_lock = RLock()  # one thread compiles, the others wait


@dataclass(frozen=True)
class Unit:
    """Modules that are compiled together, the functions that other units may call, and the units that they call."""

    name: str
    entries: tuple[Function, ...]
    modules: Chapters = ()
    uses: tuple["Unit", ...] = ()
    with_events: bool = False  # the tape of a State is kept
    is_inlined: bool = False  # quicker by a third, and slower to compile

    def used(self) -> tuple["Unit", ...]:
        """Returns the units below this one, each after those that it calls."""
        found: dict[Unit, None] = {}
        for unit in self.uses:
            found.update(dict.fromkeys((*unit.used(), unit)))
        return tuple(found)

    def variant(self) -> str:
        """Returns the name under which it is cached."""
        return f"unit={self.name} with_events={self.with_events} inlined={self.is_inlined}"

    def sources(self) -> tuple[Path, ...]:
        """Returns the files that it is compiled from, besides the rules, the board and the kernel: its modules and its records."""
        declared: dict[str, None] = {}
        for unit in (self, *self.uses):
            for entry in unit.entries:
                for kind in get_type_hints(entry).values():
                    declared.update(dict.fromkeys(files_of(kind)))
        return tuple(dict.fromkeys((*sources_of(self.modules), *map(Path, declared))))

    def is_ready(self) -> bool:
        """Tells whether it can be called without waiting for the compiler."""
        return has_compiler() and all(
            is_warm(unit.variant(), entry.__name__, unit.sources()) for unit in (*self.used(), self) for entry in unit.entries
        )


def files_of(kind: Any) -> list[str]:
    """Returns the files in which a record and its parts are declared."""
    if not is_dataclass(kind):
        return []
    parts = [each.metadata.get("kind") for each in fields(kind)]
    return [getfile(kind), *(file for part in parts if isinstance(part, type) for file in files_of(part))]  # type: ignore[arg-type]


@cache
def entries_of(unit: Unit) -> dict[Function, CompiledEntry]:
    """Returns the entries of a unit, compiled or taken from the cache; those of the units that it calls come first."""
    if not has_compiler():
        raise NoCompiler("expected Numba, which compiles the rules; got none: pip install numba, or play interpreted")
    with _lock:
        return _compiled(unit)


def entry_of(unit: Unit, function: Function) -> CompiledEntry:
    """Returns one entry of a unit."""
    with _lock:
        return entries_of(unit)[function]


def _compiled(unit: Unit) -> dict[Function, CompiledEntry]:
    import llvmlite.binding as llvm
    import numba
    from numba.core.types import ExternalFunction

    from nuns.kernel.parts import PART

    keep_names_apart()
    folder = cache_folder(unit.variant(), unit.sources())
    settings: dict[str, Any] = {"error_model": "numpy", "nogil": True, "_nrt": False}
    names = {entry.__name__ for entry in unit.entries}

    def jit(function: Any) -> Any:
        return numba.njit(forceinline=unit.is_inlined and function.__name__ not in names, **settings, **PART)(function)

    lowest, count = (numba.njit(**settings, **PART)(function) for function in processor_bits())
    replacements: dict[Function, Any] = {
        bits.lowest_bit: lowest,
        bits.count_bits: count,
        bits.nth_bit: nth_bit,
        copied: same,
        without_tape: beginning_of_record(),
        clock: ExternalFunction("clock", numba.int64()),
    }
    if not unit.with_events:
        replacements[tape.say] = ignore_event
    for other in unit.uses:
        replacements.update(calls_of(other))
    functions = compile_functions(jit, replacements=replacements, extra_modules=unit.modules)
    made = {}
    for function in unit.entries:
        plain = functions[function].py_func
        clone = FunctionType(plain.__code__, plain.__globals__, plain.__name__, plain.__defaults__)
        clone.__qualname__, clone.__module__ = plain.__qualname__, plain.__module__
        with cache_in(folder):
            callback = numba.cfunc(signature_of(function, unit), cache=folder is not None, **settings)(clone)
        llvm.add_symbol(symbol_of(unit, function), callback.address)
        made[function] = CompiledEntry(function, unit.with_events, callback)
    return made


def calls_of(unit: Unit) -> Replaced:
    """Returns the entries of a unit with what other machine code calls in their places, once their addresses are known."""
    from numba.core.types import ExternalFunction

    return tuple((function, ExternalFunction(symbol_of(unit, function), signature_of(function, unit))) for function in entries_of(unit))


@cache
def beginning_of_record() -> Any:
    """Returns ``without_tape`` for machine code: the address of a state with a tape is that of the same state without."""
    from numba import from_dtype
    from numba.extending import intrinsic

    shorter = from_dtype(layout_of(State))

    def beginning(_typing: Any, game: Any) -> Any:
        def cast(context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            return builder.bitcast(given[0], context.get_value_type(shorter))

        return shorter(game), cast

    return intrinsic(beginning)


def symbol_of(unit: Unit, function: Function) -> str:
    """Returns the name under which other units find an entry."""
    return f"nuns_{unit.name}_{function.__name__}_{sha256(unit.variant().encode()).hexdigest()[:8]}"


def signature_of(function: Function, unit: Unit) -> Any:
    """Returns the types of an entry's arguments and of its answer, by its annotations."""
    from numba import float64, from_dtype, int64, void

    def typed(kind: Any) -> Any:
        if is_dataclass(kind):
            return from_dtype(layout_of(kind, with_events=unit.with_events))  # type: ignore[arg-type]
        return {int: int64, bool: int64, float: float64, type(None): void}[kind]

    hints = get_type_hints(function)
    returned = typed(hints.pop("return", type(None)))
    return returned(*(typed(kind) for kind in hints.values()))
