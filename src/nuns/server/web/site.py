"""What one process of the server has at hand, and what it was told when it was started."""

import secrets
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import get_args

import msgspec
from litestar.di import NamedDependency

from nuns.server.settings import Status
from nuns.server.store import Store
from nuns.server.tables.node import Node
from nuns.server.web.documents import Document
from nuns.server.web.job_pool import JobPool
from nuns.server.web.limits import Gatekeeper, Limits
from nuns.server.web.metrics import Metrics
from nuns.server.web.single_flight import SingleFlightCache

CLIENT = Path(__file__).parents[1] / "static"  # where ``make`` builds the client
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
    job_pool: JobPool
    cache: SingleFlightCache
    pages: dict[str, Document] = field(default_factory=dict)
    store: Store = field(init=False)
    node: Node = field(init=False)

    @classmethod
    def of(cls, config: Config) -> "Site":
        return cls(config, Gatekeeper(config.limits), Metrics(), JobPool(), SingleFlightCache())

    def may_measure(self, shown: str | None, address: str) -> bool:
        """Whether somebody may read the metrics: on a server with few tables they tell how a plan is written, so they are for its host."""
        key = self.config.metrics_key
        return is_this_machine(address) if key is None else secrets.compare_digest((shown or "").encode(), f"Bearer {key}".encode())

    def refresh_metrics(self) -> None:
        """Reads the figures that are counted elsewhere."""
        jobs, commits = self.store.group_commits
        self.metrics.grouped.set(jobs)
        self.metrics.commits.set(commits)
        counts = self.node.status_counts()
        for status in STATUSES:
            self.metrics.tables.labels(status).set(counts[status])


def is_this_machine(address: str) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


TheSite = NamedDependency[Site]  # what a handler asks for
