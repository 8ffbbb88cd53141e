"""Compiles the rules as they stand, so that no rule is written twice.

Each function is cloned into a copy of its module's names, in which every function of the rules is the compiled one.
"""

import types
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

from nuns.kernel import clock, copies, lockstep, loops, play, tree
from nuns.rules import bits, blessings, caught, chance, ending, guards, knowledge, monk, noise, novices, setup, sight, tape, turn

CHAPTERS: tuple[types.ModuleType, ...] = (
    bits, tape, sight, caught, novices, noise, blessings, monk, guards, ending, setup, chance, turn, knowledge,
    clock, copies, play, loops, lockstep, tree,
)  # fmt: skip
Function = Callable[..., Any]
Chapters = tuple[types.ModuleType, ...]
Replaced = tuple[tuple[Function, Any], ...]  # functions, and what is compiled or called in their places


def own_functions(chapters: Chapters = CHAPTERS) -> dict[types.FunctionType, types.ModuleType]:
    """Returns every function of the chapters, with the chapter that owns it."""
    return {
        function: chapter
        for chapter in chapters
        for function in vars(chapter).values()
        if isinstance(function, types.FunctionType) and function.__module__ == chapter.__name__
    }


def compile_functions(
    jit: Callable[[Function], Any],
    *,
    replacements: Mapping[Function, Function] | None = None,
    names: Mapping[str, Any] | None = None,
    extra_modules: Chapters = (),
) -> dict[Function, Any]:
    """Compiles each function with ``jit``; ``replacements`` are compiled in place of others, ``names`` are bound to other values.

    ``extra_modules`` are further chapters in the same plain Python, such as policies.
    """
    chapters = CHAPTERS + extra_modules
    spaces = {
        chapter: {**vars(chapter), **{name: what for name, what in (names or {}).items() if name in vars(chapter)}} for chapter in chapters
    }
    made: dict[Function, Any] = {}
    for function, instead in (replacements or {}).items():
        if not isinstance(instead, types.FunctionType):  # compiled already
            made[function] = instead
    for function, chapter in own_functions(chapters).items():
        if function in made:
            continue
        source: Any = (replacements or {}).get(function, function)
        clone = types.FunctionType(source.__code__, spaces[chapter], function.__name__, source.__defaults__)
        clone.__qualname__, clone.__module__ = function.__qualname__, function.__module__
        made[function] = jit(clone)
    for chapter, space in spaces.items():
        for name, value in list(space.items()):
            if isinstance(value, types.FunctionType) and value in made:
                space[name] = made[value]
            elif isinstance(value, type) and issubclass(value, IntEnum):
                space[name] = plain_numbers(value)
            elif isinstance(value, types.ModuleType) and value in chapters:
                raise TypeError(f"{chapter.__name__} imports the chapter {name} whole: import its functions by name")
    return made


def plain_numbers(enum: type[IntEnum]) -> types.ModuleType:
    """Returns an IntEnum as a module of plain numbers, which a compiler reads as constants."""
    numbers = types.ModuleType(enum.__name__)
    vars(numbers).update({member.name: int(member) for member in enum})
    return numbers


def ignore_event(game: Any, event: int, who: int, first: int, second: int) -> None:
    """Stands in for ``tape.say`` where no events are wanted."""
