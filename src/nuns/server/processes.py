"""Processes beside the server's own: each leaves Ctrl-C to whoever started it, and ends with her, however she ends."""

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread


def one_process() -> ProcessPoolExecutor:
    """A process that never hears Ctrl-C, not even while it imports."""
    executor = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_end_with_parent)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which is inherited
    try:
        executor.submit(os.getpid)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    return executor


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
