"""Processes that leave Ctrl-C to whoever starts them."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def unheard_interrupts() -> Iterator[None]:
    """A process started in here never hears Ctrl-C, not even while it imports; who starts it hears it when that is done."""
    if current_thread() is not main_thread():
        yield  # no interrupt is ever heard here
        return
    heard: list[int] = []
    hearing = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))  # by way of another thread, whose mask is its own
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which is inherited
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, hearing)
    if heard:
        signal.raise_signal(signal.SIGINT)
