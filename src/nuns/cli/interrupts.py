"""Ctrl-C, told in one line wherever it is heard. Loads nothing, for it is needed before everything else."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
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


@contextmanager
def heard_at_once() -> Iterator[None]:
    """Meanwhile Ctrl-C ends the program on the spot, even while a compiler is at work, which hears it late or swallows it."""
    hearing, heard = os.pipe()
    os.set_blocking(heard, False)
    with heard_by(lambda *_: None):  # a signal that is handled is written into the pipe as it arrives
        before = signal.set_wakeup_fd(heard)
        listening = Thread(target=_listen, args=(hearing,), daemon=True)
        listening.start()
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)
            os.close(heard)
            listening.join()
            os.close(hearing)


def _listen(hearing: int) -> None:
    """Until the pipe is closed."""
    while signals := os.read(hearing, 64):
        if signal.SIGINT in signals:
            leave()
