"""Child processes: they ignore SIGINT, and exit when their parent does or when their pool is ended."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread, current_thread, main_thread


class WorkerPool(ProcessPoolExecutor):
    """A pool of processes that can be ended in the midst of their work. They start as work is submitted: do so in ``unheard_interrupts``.

    Every process holds the reading end of a pipe whose writing end is the pool's alone, and exits when that is closed: by ``end``, by the
    end of the parent, however that comes, or when nobody holds the pool any more.
    """

    def __init__(self, workers: int) -> None:
        context = get_context("spawn")
        reading, self._lifeline = context.Pipe(duplex=False)
        super().__init__(workers, mp_context=context, initializer=_exit_with_pool, initargs=(reading,))

    def end(self) -> None:
        """Ends the processes, whatever they are doing. Ending twice does no harm."""
        self._lifeline.close()
        self.shutdown(wait=False, cancel_futures=True)


def one_process() -> WorkerPool:
    """A pool of one process, which has been started."""
    pool = WorkerPool(1)
    with unheard_interrupts():
        pool.submit(os.getpid)
    return pool


@contextmanager
def unheard_interrupts() -> Iterator[None]:
    """A process started in here never hears Ctrl-C, not even while it imports; the parent hears it when this is over."""
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


def _exit_with_pool(lifeline: "Connection[None, None]") -> None:
    Thread(target=_follow, args=(lifeline,), daemon=True).start()


def _follow(lifeline: "Connection[None, None]") -> None:
    lifeline.poll(None)  # until the other end is closed
    os._exit(0)
