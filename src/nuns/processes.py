"""Child processes: they ignore SIGINT, and exit when their parent does, when their pool is ended, or when they hold too much memory."""

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread, current_thread, main_thread

TOO_MUCH_MEMORY = 70  # exit status of a process that held more than it may
LOOKS = 0.25  # seconds between two looks at what it holds


class WorkerPool(ProcessPoolExecutor):
    """A pool of processes that can be ended in the middle of their work.

    Processes start when work is submitted; submit inside ``defer_interrupts``. Each holds the reading end of a pipe whose writing end only
    the pool has, and exits when that is closed: by ``end``, when the parent exits for any reason, or when the pool is garbage.

    With ``most_memory``, in megabytes, a process that holds more says so on stderr and exits, and the pool is broken. What the system would
    let it ask for (RLIMIT_AS) says little here: machine code and NumPy ask for far more than they use.
    """

    def __init__(self, workers: int, *, niceness: int = 0, most_memory: int = 0) -> None:
        context = get_context("spawn")
        reading, self._lifeline = context.Pipe(duplex=False)
        super().__init__(workers, mp_context=context, initializer=_begin, initargs=(reading, niceness, most_memory))

    def end(self) -> None:
        """Ends the processes, whatever they are doing; calling it twice does no harm."""
        self._lifeline.close()
        self.shutdown(wait=False, cancel_futures=True)


def start_one_process(*, niceness: int = 0, most_memory: int = 0) -> WorkerPool:
    """Returns a pool of one process, which has been started."""
    pool = WorkerPool(1, niceness=niceness, most_memory=most_memory)
    with defer_interrupts():
        pool.submit(os.getpid)
    return pool


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Keeps Ctrl-C from processes started in this block, even while they import; the parent receives it afterwards."""
    interrupts: list[int] = []
    in_main_thread = current_thread() is main_thread()
    if in_main_thread:
        # Another thread, whose mask is its own, may receive the signal; Python still runs the handler here.
        handler = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # child processes inherit the mask
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if in_main_thread:
            signal.signal(signal.SIGINT, handler)
        if interrupts:
            signal.raise_signal(signal.SIGINT)


def resident_memory() -> float:
    """Returns the megabytes that this process holds; 0 where the system does not say (Linux does)."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
    except OSError:
        return 0.0


def _begin(lifeline: "Connection[None, None]", niceness: int, most_memory: int) -> None:
    if niceness and hasattr(os, "nice"):  # not on Windows
        os.nice(niceness)
    Thread(target=_follow, args=(lifeline, most_memory), daemon=True).start()


def _follow(lifeline: "Connection[None, None]", most_memory: int) -> None:
    while not lifeline.poll(LOOKS if most_memory else None):  # until the other end is closed
        if most_memory and (held := resident_memory()) > most_memory:
            told = f"expected a process of at most {most_memory:,} MB; got one of {held:,.0f} MB, which ends here"
            print(told, file=sys.stderr, flush=True)
            os._exit(TOO_MUCH_MEMORY)
    os._exit(0)
