"""Ctrl-C, told in one line wherever it is heard. Loads nothing, for it is needed before everything else."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

STOPPED = 130  # the exit status
Hearing = Callable[[int, Any], Any] | int | None


def leave(*heard: object) -> None:
    """Ends the program on the spot, where an exception could be swallowed and there is nothing yet to put in order."""
    with suppress(OSError):
        os.write(2, b"nuns: stopped\n")
    os._exit(STOPPED)


@contextmanager
def heard_by(hearing: Hearing) -> Iterator[None]:
    """Meanwhile Ctrl-C goes there, unless whoever started the program has it ignored."""
    before = signal.getsignal(signal.SIGINT)
    if before != signal.SIG_IGN:
        signal.signal(signal.SIGINT, hearing)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
