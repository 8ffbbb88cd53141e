"""The parts of a node that all of its tables share."""

from collections.abc import Callable
from dataclasses import dataclass

from nuns.server.retention import KEEP, Retention
from nuns.server.store import Store
from nuns.server.tables.running.steady_clock import wall_clock
from nuns.server.thinking.thinkers import Thinkers


@dataclass(frozen=True)
class TableContext:
    """The store, the bots' processes, the clock, and the node's name on leases and in presence."""

    store: Store
    thinkers: Thinkers
    now: Callable[[], int]  # milliseconds since 1970
    new_secret: Callable[[], str]
    owner: str
    lease: float  # seconds
    pace: float  # seconds between the moments at which novices' bots answer
    note: Callable[[int], object] = bool  # is called with the number of log lines that were stored
    limit_advice: Callable[[str], object] = bool  # is called with the address that asks, and raises Refusal if it asks too often
    retention: Retention = KEEP
    wall: Callable[[], int] = wall_clock  # milliseconds since 1970, by the clock of the machine
