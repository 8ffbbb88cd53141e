"""What runs the loops of the environments: machine code for a core, or a CUDA device."""

from functools import cache
from typing import Any, Protocol

import numpy as np

from nuns.env import device_stepping, observation, stepping
from nuns.kernel.batch import DEVICES
from nuns.kernel.compiler import Chapters
from nuns.kernel.device import device
from nuns.kernel.machine import machine
from nuns.kernel.records import Record

Array = Any  # NumPy's on a core; on a device an array with __cuda_array_interface__
ON_DEVICE = "_on_device"


class Engine(Protocol):
    """The loops, and where their arrays live."""

    boards: Array

    def hold(self, values: Record) -> Array:
        """Returns values as an array that the loops can take."""

    def fetch(self, values: Array) -> Record:
        """Returns such an array as NumPy's."""

    def take(self, values: Any, kind: type[np.generic]) -> Array:
        """Returns a caller's values as such an array, without a copy where that can be."""

    def run(self, name: str, games: int, *given: Any) -> None:
        """Runs a loop by its name, over so many games."""

    def wait(self) -> None:
        """Returns when everything that was started is done."""


def chapters_of(*, against: bool, on_device: bool = False) -> Chapters:
    """Returns the modules that are compiled with the rules."""
    chapters: Chapters = (observation, stepping)
    on_it: Chapters = (device_stepping,)
    if against:
        from nuns.bots.players.compiled_policies import MODULES
        from nuns.env import device_opponents, opponents

        chapters, on_it = (*MODULES, *chapters, opponents), (*on_it, device_opponents)
    return (*chapters, *on_it) if on_device else chapters


def loops_in(chapters: Chapters, functions: dict[Any, Any]) -> dict[str, Any]:
    """Returns the compiled functions of the environments by name."""
    own = {chapter.__name__ for chapter in chapters if chapter.__name__.startswith(__package__)}
    return {function.__name__: made for function, made in functions.items() if function.__module__ in own}


class CoreEngine:
    """Machine code for a core; arrays are NumPy's, and are taken as they are."""

    def __init__(self, *, against: bool) -> None:
        chapters = chapters_of(against=against)
        made = machine(extra_modules=chapters)
        self.boards, self._loops = made.boards, loops_in(chapters, made.functions)

    def hold(self, values: Record) -> Record:
        """Returns the values as they are."""
        return values

    def fetch(self, values: Record) -> Record:
        """Returns the values as they are."""
        return values

    def take(self, values: Any, kind: type[np.generic]) -> Record:
        """Returns a caller's values as NumPy's array of that type."""
        taken: Record = np.ascontiguousarray(values, kind)
        return taken

    def run(self, name: str, games: int, *given: Any) -> None:
        """Runs a loop by its name."""
        self._loops[name](*given)

    def wait(self) -> None:
        """Returns at once, as a core does one thing after another."""


class DeviceEngine:
    """A CUDA device; arrays stay in its memory and have ``__cuda_array_interface__``, so that PyTorch and JAX take them without a copy."""

    def __init__(self, *, against: bool) -> None:
        chapters = chapters_of(against=against, on_device=True)
        self._device = device(chapters)
        self.boards, self._loops = self._device.boards, loops_in(chapters, self._device.functions)

    def hold(self, values: Record) -> Array:
        """Copies values to the device."""
        return self._device.hold(values)

    def fetch(self, values: Array) -> Record:
        """Copies values back from the device."""
        return self._device.fetch(values)

    def take(self, values: Any, kind: type[np.generic]) -> Array:
        """Returns a caller's values on the device: those that are there already as they are, others copied."""
        if hasattr(values, "__cuda_array_interface__"):
            return self._device.cuda.as_cuda_array(values)
        return self.hold(np.ascontiguousarray(values, kind))

    def run(self, name: str, games: int, *given: Any) -> None:
        """Starts a loop by its name, one thread for each game, and does not wait for it; work on the same stream comes after it."""
        self._device.start(self._loops.get(name + ON_DEVICE) or self._loops[name], games, *given)

    def wait(self) -> None:
        """Returns when the device has done everything that was started."""
        self._device.cuda.synchronize()


@cache
def engine_of(on: str, *, against: bool) -> Engine:
    """Returns what runs the loops on ``cpu`` or ``cuda``; ``against`` with the policies compiled in."""
    if on not in DEVICES:
        raise ValueError(f"expected a device among {', '.join(DEVICES)}; got {on!r}")
    return DeviceEngine(against=against) if on == "cuda" else CoreEngine(against=against)
