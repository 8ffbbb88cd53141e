"""The machine code that tests use, compiled once while the others wait: ``python -m tests.kit.machine_code``.

``make test`` starts it beside the checks and the tests that need none. Compiled code is kept in the user's cache; without this, every
test process would compile what it comes to first. Tests that are run alone compile what they need.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache

from nuns.bench.start import compile_everything
from nuns.kernel.cache import cache_home


@contextmanager
def locked(*, alone: bool) -> Iterator[None]:
    """Holds the lock of the compiler, alone or with others who only wait for it."""
    try:
        import fcntl
    except ImportError:  # no such locks on this system: everybody compiles
        yield
        return
    cache_home().mkdir(parents=True, exist_ok=True)
    with (cache_home() / "tests.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        yield


@cache
def await_machine_code() -> None:
    """Waits, once a process, until nobody compiles for the tests."""
    with suppress(OSError), locked(alone=False):
        pass


def main() -> None:
    with locked(alone=True):
        compile_everything()


if __name__ == "__main__":
    main()
