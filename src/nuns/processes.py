"""Processes beside one's own: each leaves Ctrl-C to whoever started it, and ends with her, however she ends."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread, current_thread, main_thread


def pool_of(workers: int) -> ProcessPoolExecutor:
    """Processes start as work is given to them: give it within ``unheard_interrupts``."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_end_with_parent)


def one_process() -> ProcessPoolExecutor:
    """A process that has been started."""
    executor = pool_of(1)
    with unheard_interrupts():
        executor.submit(os.getpid)
    return executor


@contextmanager
def unheard_interrupts() -> Iterator[None]:
    """A process started in here never hears Ctrl-C, not even while it imports; who starts it hears it when that is done."""
    heard: list[int] = []
    is_hearing = current_thread() is main_thread()
    if is_hearing:
        hearing = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))  # by way of another thread, whose mask is its own
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which is inherited
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if is_hearing:
            signal.signal(signal.SIGINT, hearing)
        if heard:
            signal.raise_signal(signal.SIGINT)


def end(executor: ProcessPoolExecutor) -> None:
    """Whatever it is at need not be done to the end."""
    for process in list((executor._processes or {}).values()):
        process.terminate()
    executor.shutdown(wait=False, cancel_futures=True)


def _end_with_parent() -> None:
    Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
