"""What a node shares with all of its tables."""

from collections.abc import Callable
from dataclasses import dataclass

from nuns.server.store import Store
from nuns.server.thinking.thinkers import Thinkers


@dataclass(frozen=True)
class TableContext:
    """The store, the bots' processes, the clock, and the node's name on leases and in presence."""

    store: Store
    thinkers: Thinkers
    now: Callable[[], int]  # milliseconds since 1970
    new_seed: Callable[[], str]
    owner: str
    lease: float  # seconds
    note: Callable[[int], object] = bool  # is called with the number of log lines that were stored
