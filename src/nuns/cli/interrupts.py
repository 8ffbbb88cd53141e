"""Handles Ctrl-C with one line at any time; it imports little, since it is needed before everything else."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any

STOPPED = 130  # the exit status
Handler = Callable[[int, Any], Any] | int | None


def exit_now(*heard: object) -> None:
    """Exits on the spot, where an exception could be swallowed and there is nothing to clean up yet."""
    with suppress(OSError):
        os.write(2, b"nuns: stopped\n")
    os._exit(STOPPED)


@contextmanager
def handle_interrupts(hearing: Handler) -> Iterator[None]:
    """Sets the handler of Ctrl-C in this block, unless the program was started with it ignored."""
    before = signal.getsignal(signal.SIGINT)
    if before != signal.SIG_IGN:
        signal.signal(signal.SIGINT, hearing)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def exit_on_interrupt() -> Iterator[None]:
    """Lets Ctrl-C exit on the spot in this block, even while a compiler runs, which handles it late or swallows it."""
    hearing, heard = os.pipe()
    os.set_blocking(heard, False)
    with handle_interrupts(lambda *_: None):  # a handled signal is written to the pipe as it arrives
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
    """Waits for an interrupt until the pipe is closed."""
    while signals := os.read(hearing, 64):
        if signal.SIGINT in signals:
            exit_now()
