"""Signals, by which a part of a table tells others that something has changed, without knowing them."""

from collections.abc import Callable


class Signal:
    """Calls its listeners in the order in which they were added."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[], object]] = []

    def connect(self, listener: Callable[[], object]) -> None:
        self._listeners.append(listener)

    def emit(self) -> None:
        for listener in self._listeners:
            listener()
