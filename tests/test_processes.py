"""Processes beside one's own: they end with whoever started them."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import active_children
from pathlib import Path

import pytest

from nuns.processes import LOOKS, defer_interrupts, resident_memory, start_one_process

PARENT = """
import os, time
from nuns.processes import start_one_process
if __name__ == "__main__":
    pool = start_one_process()
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(60)
"""


def is_alive(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def is_soon_gone(pid: int) -> bool:
    until = time.monotonic() + 20
    while is_alive(pid) and time.monotonic() < until:
        time.sleep(0.05)
        active_children()  # buries the dead
    return not is_alive(pid)


def test_a_process_ends_when_its_starter_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert is_alive(child)
        parent.kill()
        assert is_soon_gone(child)


def test_a_process_is_ended_whatever_it_is_at() -> None:
    executor = start_one_process()
    child = executor.submit(os.getpid).result()
    executor.submit(time.sleep, 60)
    executor.end()
    assert is_soon_gone(child)


def test_a_process_ends_with_a_pool_that_nobody_holds() -> None:
    executor = start_one_process()
    child = executor.submit(os.getpid).result()
    del executor
    assert is_soon_gone(child)


@pytest.mark.skipif(not resident_memory(), reason="the system does not say what a process holds")
def test_a_process_that_holds_too_much_memory_ends_in_the_middle_of_its_work(capfd: pytest.CaptureFixture[str]) -> None:
    """It says why; one that holds less goes on."""
    modest, greedy = start_one_process(most_memory=1 << 20), start_one_process(most_memory=1)
    try:
        assert modest.submit(sleeping_megabytes, 3 * LOOKS).result() > 1
        with pytest.raises(BrokenProcessPool):
            greedy.submit(sleeping_megabytes, 60).result()
    finally:
        modest.end()
        greedy.end()
    assert "expected a process of at most 1 MB; got one of " in capfd.readouterr().err


def sleeping_megabytes(seconds: float) -> float:
    """Holds what a process holds for a while, and returns how much that is."""
    time.sleep(seconds)
    return resident_memory()


def test_an_interrupt_that_a_failure_follows_is_heard() -> None:
    def failing() -> None:
        with defer_interrupts():
            signal.raise_signal(signal.SIGINT)
            raise ValueError("no idea")

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt) as heard:
            failing()
    finally:
        signal.signal(signal.SIGINT, before)
    assert isinstance(heard.value.__context__, ValueError)
