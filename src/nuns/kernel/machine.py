"""The rules as machine code for a core; loops are compiled when first called, or taken from the cache."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from secrets import randbits
from typing import Any

import numpy as np

from nuns.kernel import loops, tree
from nuns.kernel.bits import nth_bit, processor_bits
from nuns.kernel.cache import cache_folder, is_warm
from nuns.kernel.compiler import Chapters, Function, Replaced, compile_functions, ignore_event
from nuns.kernel.records import Record, board_record
from nuns.rules import bits, sight, tape, turn

CACHED = (
    loops.deal_games,
    loops.play_games,
    loops.play_games_on_all_cores,
    loops.look_at_games,
    loops.step_games,
    tree.count_tree_of,
)
CALLED = (turn.answer, turn.legal, turn.proceed, turn.enter, sight.look, sight.show, sight.sees, sight.seen_by, sight.is_watched)
CROSSROADS = tuple(each.__name__ for each in CALLED)  # called from many places, so not inlined
LOOPS = (loops.__name__, tree.__name__)
ON_ALL_CORES = "_on_all_cores"
NUMBER_BITS = 62  # of a function's number in names


class NoCompiler(RuntimeError):
    """Raised when Numba is not installed; everything else works interpreted."""


@dataclass(frozen=True)
class Machine:
    """The compiled loops of ``loops.py``; ``functions`` has everything else that is compiled. Arrays are NumPy's."""

    boards: Record
    deal_games: Any
    play_games: Any
    play_games_on_all_cores: Any
    look_at_games: Any
    step_games: Any
    play_games_with: Any
    count_tree_of: Any
    functions: dict[Any, Any]

    def hold(self, games: Record) -> Record:
        """Returns the games as they are; a device would copy them."""
        return games

    def fetch(self, games: Record) -> Record:
        """Returns the games as they are; a device would copy them."""
        return games

    def take(self, values: Any, kind: type[np.generic]) -> Record:
        """Returns a caller's values as an array of that type, without a copy where that can be."""
        taken: Record = np.ascontiguousarray(values, kind)
        return taken

    def start(self, loop: Function, _games: int, *given: Any) -> None:
        """Runs a loop of the extra modules; a device would not wait for it."""
        self.functions[loop](*given)

    def wait(self) -> None:
        """Returns at once, as a core does one thing after another."""


def variant(*, with_events: bool = False, bounds_checked: bool = False) -> str:
    """Returns the name under which what is compiled with these settings is cached."""
    return f"with_events={with_events} bounds_checked={bounds_checked}"


def sources_of(chapters: Chapters) -> tuple[Path, ...]:
    """Returns the files of these modules."""
    return tuple(Path(str(chapter.__file__)) for chapter in chapters)


def can_start_at_once() -> bool:
    """Tells whether games without events can be played on all cores without waiting for the compiler."""
    return has_compiler() and is_warm(variant(), loops.play_games_on_all_cores.__name__)


def has_compiler() -> bool:
    """Tells whether Numba is installed and may compile, which NUMBA_DISABLE_JIT forbids."""
    try:
        import numba
    except ImportError:
        return False
    config: Any = numba.config
    return not config.DISABLE_JIT


@cache
def keep_names_apart() -> None:
    """Lets Numba give every function a random number instead of counting from 1 in each process.

    Numba names machine code after the function, that number, and the process's numbers of the types. If every process counted from 1, two
    processes could put code for different records into the cache under one name, and the linker would take one for the other.
    """
    from numba.core.bytecode import FunctionIdentity

    identity: Any = FunctionIdentity
    identity._unique_ids = iter(partial(randbits, NUMBER_BITS), -1)


def is_loop(function: Any) -> bool:
    """Tells whether a function loops over games: its first argument is then ``boards``, an array of one."""
    return bool(function.__code__.co_varnames[:1] == ("boards",))


@contextmanager
def cache_in(folder: Path | None) -> Iterator[None]:
    """Sets Numba's cache folder while functions are decorated, which is when Numba reads it."""
    import numba

    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or before)
    try:
        yield
    finally:
        config.CACHE_DIR = before


@cache
def machine(*, with_events: bool = False, bounds_checked: bool = False, extra_modules: Chapters = (), replaced: Replaced = ()) -> Machine:
    """Returns the compiled rules; ``with_events`` keeps the event tape.

    ``extra_modules`` are further chapters, such as policies; their functions whose first argument is ``boards`` are loops, and those of a
    chapter with ``INLINED = True`` are inlined as the rules are. ``replaced`` are functions with what is called in their places.
    """
    if not has_compiler():
        raise NoCompiler("expected Numba, which compiles the rules; got none: pip install numba, or play interpreted")
    import numba

    from nuns.kernel.parts import CROSSROAD, PART

    keep_names_apart()
    inlined = not with_events and not bounds_checked  # plays two fifths faster but compiles more slowly
    kind = variant(with_events=with_events, bounds_checked=bounds_checked)
    rules_folder, extra_folder = cache_folder(kind), cache_folder(kind, sources_of(extra_modules))
    cached = {loop.__name__ for loop in CACHED}
    others = {chapter.__name__ for chapter in extra_modules}
    small = {chapter.__name__ for chapter in extra_modules if vars(chapter).get("INLINED")}

    def jit(function: Any) -> Any:
        name, module = function.__name__, function.__module__
        settings: dict[str, Any] = {"error_model": "numpy", "boundscheck": bounds_checked, "nogil": True}
        if not is_loop(function):
            is_crossroad = inlined and name in CROSSROADS
            settings |= {"_nrt": False, **(CROSSROAD if is_crossroad else PART)}  # nothing is allocated inside the rules
            settings["forceinline"] = inlined and not is_crossroad and (module not in others or module in small)
            return numba.njit(**settings)(function)
        is_kept = module in others or name in cached
        folder = (extra_folder if module in others else rules_folder) if is_kept else None
        with cache_in(folder):
            return numba.njit(parallel=name.endswith(ON_ALL_CORES), cache=folder is not None, **settings)(function)

    lowest, count = (jit(function) for function in processor_bits())
    replacements: dict[Any, Any] = {bits.lowest_bit: lowest, bits.count_bits: count, bits.nth_bit: nth_bit}
    replacements.update(replaced)
    if not with_events:
        replacements[tape.say] = ignore_event
    functions = compile_functions(jit, replacements=replacements, names={"prange": numba.prange}, extra_modules=extra_modules)
    named = {function.__name__: made for function, made in functions.items() if function.__module__ in LOOPS}
    return Machine(board_record(), functions=functions, **{name: named[name] for name in Machine.__dataclass_fields__ if name in named})
