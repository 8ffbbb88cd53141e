"""The rules in machine code: the compiled loops, made when first asked for."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from nuns.kernel import loops, tree
from nuns.kernel.bits import nth_bit, processor_bits
from nuns.kernel.cache import cache_folder, is_warm
from nuns.kernel.compiling import Chapters, Function, compiled, silent
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
CROSSROADS = tuple(each.__name__ for each in CALLED)  # not inlined
LOOPS = (loops.__name__, tree.__name__)
ON_ALL_CORES = "_on_all_cores"


class NoCompiler(RuntimeError):
    """Numba is not there; everything else plays interpreted."""


@dataclass(frozen=True)
class Machine:
    """The loops of ``loops.py``, compiled; ``functions`` has everything else. Arrays are NumPy's."""

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
        return games

    def fetch(self, games: Record) -> Record:
        return games


def variant(*, with_events: bool = False, bounds_checked: bool = False) -> str:
    """What is compiled differently is cached apart."""
    return f"with_events={with_events} bounds_checked={bounds_checked}"


def sources_of(chapters: Chapters) -> tuple[Path, ...]:
    return tuple(Path(str(chapter.__file__)) for chapter in chapters)


def can_start_at_once(loop: Function = loops.play_games_on_all_cores, extra_modules: Chapters = ()) -> bool:
    """Tells whether silent games can be played on all cores without waiting for the compiler."""
    return has_compiler() and is_warm(variant(), loop.__name__, sources_of(extra_modules))


def has_compiler() -> bool:
    """Tells whether Numba is there and may compile (NUMBA_DISABLE_JIT forbids it)."""
    try:
        import numba
    except ImportError:
        return False
    config: Any = numba.config
    return not config.DISABLE_JIT


def is_loop(function: Any) -> bool:
    """A loop over games takes boards, an array of one."""
    return bool(function.__code__.co_varnames[:1] == ("boards",))


@contextmanager
def caching_in(folder: Path | None) -> Iterator[None]:
    """Numba takes its cache folder from a setting; it is read when a function is decorated."""
    import numba

    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or before)
    try:
        yield
    finally:
        config.CACHE_DIR = before


@cache
def machine(*, with_events: bool = False, bounds_checked: bool = False, extra_modules: Chapters = ()) -> Machine:
    """The compiled rules; ``with_events`` keeps the event tape. Compiles when a loop is first called, or takes it from the cache.

    ``extra_modules`` are chapters of others, such as policies; those of their functions whose first argument is ``boards`` are loops.
    """
    if not has_compiler():
        raise NoCompiler("expected Numba, which compiles the rules; got none: pip install numba, or play interpreted")
    import numba

    inlined = not with_events and not bounds_checked  # two fifths faster to play, and slower to compile: worth it where speed is asked for
    folder = cache_folder(variant(with_events=with_events, bounds_checked=bounds_checked), sources_of(extra_modules))
    cached, others = {loop.__name__ for loop in CACHED}, {chapter.__name__ for chapter in extra_modules}

    def jit(function: Any) -> Any:
        settings: dict[str, Any] = {"error_model": "numpy", "boundscheck": bounds_checked, "nogil": True}
        if function.__module__ in LOOPS:
            settings["cache"] = folder is not None and function.__name__ in cached
            settings["parallel"] = function.__name__ == loops.play_games_on_all_cores.__name__
        elif function.__module__ in others and is_loop(function):
            settings["cache"] = folder is not None
            settings["parallel"] = function.__name__.endswith(ON_ALL_CORES)
        else:
            settings["_nrt"] = False  # nothing is allocated inside the rules
            settings["forceinline"] = inlined and function.__name__ not in CROSSROADS and function.__module__ not in others
        return numba.njit(**settings)(function)

    with caching_in(folder):
        lowest, count = (jit(function) for function in processor_bits())
        replacements: dict[Any, Any] = {bits.lowest_bit: lowest, bits.count_bits: count, bits.nth_bit: nth_bit}
        if not with_events:
            replacements[tape.say] = silent
        functions = compiled(jit, replacements=replacements, names={"prange": numba.prange}, extra_modules=extra_modules)
    named = {function.__name__: made for function, made in functions.items() if function.__module__ in LOOPS}
    return Machine(board_record(), functions=functions, **{name: named[name] for name in Machine.__dataclass_fields__ if name in named})
