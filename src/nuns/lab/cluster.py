"""A Ray cluster as a pool of workers, one for each of its cores; Ray is an optional extra."""

import os
import socket
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any
from urllib.parse import urlsplit

QUIETLY = {"RAY_BACKEND_LOG_LEVEL": "fatal", "RAY_USAGE_STATS_ENABLED": "0"}  # unless the user says otherwise
SOON, CLIENT_PORT = 5.0, 10_001  # seconds within which a cluster answers; Ray itself says nothing for half a minute. The port of ray://HOST


class NoCluster(RuntimeError):
    """Raised when there is no Ray, or no cluster at that address."""


class LostCluster(RuntimeError):
    """Raised when the cluster is lost, or cannot play a piece."""


def check_reachable(address: str) -> None:
    """Raises NoCluster if nothing answers at an address; ``auto`` and ``local`` name none."""
    if "://" not in address and ":" not in address:
        return
    try:
        parts = urlsplit(address if "://" in address else f"//{address}")
        socket.create_connection((parts.hostname or "", parts.port or CLIENT_PORT), timeout=SOON).close()
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or fault
        raise NoCluster(f"expected a Ray cluster at {address}; got no answer: {reason}") from None


class ClusterPool:
    """The workers of a Ray cluster; they need the same version of this program, and a game comes out the same on each of them."""

    def __init__(self, address: str) -> None:
        for name, value in QUIETLY.items():
            os.environ.setdefault(name, value)
        try:
            import ray
        except ImportError:
            raise NoCluster(
                "expected Ray for --cluster; got none: install the extra cluster, .venv/bin/uv pip install -e '.[cluster]'"
            ) from None
        self._ray: Any = ray
        check_reachable(address)
        try:
            ray.init(address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, RuntimeError, ValueError, OSError) as fault:
            raise NoCluster(f"expected a Ray cluster at {address}; got {' '.join(str(fault).split())}") from None
        self._lost = (ray.exceptions.RayError, ConnectionError)
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._tasks: dict[Callable[..., Any], Any] = {}

    def submit(self, play: Callable[..., Any], /, *piece: Any) -> Future[Any]:
        """Hands a piece to a worker; a worker that is lost is replaced, and the piece played again."""
        try:
            if play not in self._tasks:
                self._tasks[play] = self._ray.remote(play)
            asked: Future[Any] = self._tasks[play].remote(*piece).future()
        except self._lost as fault:
            raise lost(fault) from None
        answer: Future[Any] = Future()
        asked.add_done_callback(lambda done: self._hand_over(done, answer))
        return answer

    def _hand_over(self, done: Future[Any], answer: Future[Any]) -> None:
        """Hands on what a worker answered, or that the cluster was lost."""
        fault = done.exception()
        if fault is None:
            answer.set_result(done.result())
        else:
            answer.set_exception(lost(fault) if isinstance(fault, self._lost) else fault)

    def end(self) -> None:
        """Leaves the cluster, which drops what is under way."""
        self._ray.shutdown()

    def shutdown(self, *, cancel_futures: bool) -> None:
        """Leaves the cluster; all pieces are done, or nobody wants them any more."""
        self._ray.shutdown()


def lost(fault: BaseException) -> LostCluster:
    """Returns in one line what became of the cluster: of a traceback from a worker, its last line."""
    lines = [line.strip() for line in str(fault).splitlines() if line.strip()]
    return LostCluster(f"{type(fault).__name__}: {lines[-1]}" if lines else type(fault).__name__)
