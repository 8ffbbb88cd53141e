"""A Ray cluster as a pool of workers, one for each of its cores; Ray is an optional extra."""

import os
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

QUIETLY = {"RAY_BACKEND_LOG_LEVEL": "fatal", "RAY_USAGE_STATS_ENABLED": "0"}  # unless the user says otherwise


class NoCluster(RuntimeError):
    """Raised when there is no Ray, or no cluster at that address."""


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
        try:
            ray.init(address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, RuntimeError, ValueError, OSError) as fault:
            raise NoCluster(f"expected a Ray cluster at {address}; got {' '.join(str(fault).split())}") from None
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._tasks: dict[Callable[..., Any], Any] = {}

    def submit(self, play: Callable[..., Any], /, *piece: Any) -> Future[Any]:
        """Hands a piece to a worker; a worker that is lost is replaced, and the piece played again."""
        if play not in self._tasks:
            self._tasks[play] = self._ray.remote(play)
        future: Future[Any] = self._tasks[play].remote(*piece).future()
        return future

    def end(self) -> None:
        """Leaves the cluster, which drops what is under way."""
        self._ray.shutdown()

    def shutdown(self, *, cancel_futures: bool) -> None:
        """Leaves the cluster; all pieces are done, or nobody wants them any more."""
        self._ray.shutdown()
