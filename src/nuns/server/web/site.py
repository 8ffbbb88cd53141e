"""What one process of the server has at hand, and what it was told when it was started."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import Any, TypeVar, get_args

import msgspec
from litestar.di import NamedDependency

from nuns.server.settings import Status
from nuns.server.store import Store
from nuns.server.tables.node import Node
from nuns.server.web.documents import Document
from nuns.server.web.limits import Gatekeeper, Limits
from nuns.server.web.metrics import Metrics
from nuns.server.web.workshop import Workshop

CLIENT = Path(__file__).parents[1] / "static"  # where ``make`` builds the client
KEPT = 64  # replays and pictures
T = TypeVar("T")
STATUSES: tuple[Status, ...] = get_args(Status)


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """How a server was started."""

    database: str
    limits: Limits = Limits()
    public_url: str | None = None  # as people reach it, where that is not how it is asked
    names: frozenset[str] | None = None  # hosts' names it answers to; None for any
    log_level: str = "info"
    client: Path = CLIENT
    thinkers: int | None = None  # processes for bots
    prepare: bool = True  # starts at once what somebody will need soon
    metrics_key: str | None = None  # who asks for metrics must show it; without one only this machine may ask


@dataclass
class Site:
    """Everything a handler may need."""

    config: Config
    gatekeeper: Gatekeeper
    metrics: Metrics
    workshop: Workshop
    kept: "Kept"
    pages: dict[str, Document] = field(default_factory=dict)
    store: Store = field(init=False)
    node: Node = field(init=False)

    @classmethod
    def of(cls, config: Config) -> "Site":
        return cls(config, Gatekeeper(config.limits), Metrics(), Workshop(), Kept())

    def may_measure(self, shown: str | None, address: str) -> bool:
        """Figures of a server with few tables tell how a plan is written: they are for whoever looks after it."""
        key = self.config.metrics_key
        return is_this_machine(address) if key is None else secrets.compare_digest((shown or "").encode(), f"Bearer {key}".encode())

    def refresh_metrics(self) -> None:
        """What is counted elsewhere."""
        jobs, commits = self.store.group_commits
        self.metrics.grouped.set(jobs)
        self.metrics.commits.set(commits)
        in_hand = self.node.in_hand()
        for status in STATUSES:
            self.metrics.tables.labels(status).set(in_hand[status])


def is_this_machine(address: str) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


TheSite = NamedDependency[Site]  # what a handler asks for


class Kept:
    """What was made once is kept, the last used longest; what many ask for at once is made once."""

    def __init__(self) -> None:
        self._kept: dict[str, asyncio.Future[Any]] = {}

    async def get(self, name: str, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """A making that fails is forgotten, and fails for all who waited."""
        found = self._kept.pop(name, None)
        making: asyncio.Future[T] = found if found is not None else asyncio.ensure_future(make())
        if found is None:
            making.add_done_callback(lambda done: self._forget_failed(name, done))
        self._kept[name] = making
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return await asyncio.shield(making)

    def _forget_failed(self, name: str, done: asyncio.Future[Any]) -> None:
        if (done.cancelled() or done.exception() is not None) and self._kept.get(name) is done:
            del self._kept[name]
