"""The configuration of a server process, and the parts that its handlers share."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import get_args

import msgspec
from litestar.di import NamedDependency

from nuns.analysis.advice import advise, can_advise_at_once
from nuns.analysis.analyser import analyse, compile_units
from nuns.server.retention import KEEP, Retention
from nuns.server.settings import Status
from nuns.server.store import Store
from nuns.server.tables.node import Node, fresh_secret
from nuns.server.thinking.advice_worker import Adviser
from nuns.server.thinking.fair_queue import FairQueue
from nuns.server.thinking.thinkers import Thinkers
from nuns.server.web.analyses import Analyses
from nuns.server.web.documents import Document
from nuns.server.web.job_pool import JobPool
from nuns.server.web.limits import Limits, RateLimits
from nuns.server.web.metrics import Metrics
from nuns.server.web.network import LocalNetwork
from nuns.server.web.night_analysis import Analyser
from nuns.server.web.single_flight import SingleFlightCache

CLIENT = Path(__file__).parents[1] / "static"  # where ``make`` builds the client
STATUSES: tuple[Status, ...] = get_args(Status)


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """The configuration with which a server was started."""

    database: str
    limits: Limits = Limits()
    public_url: str | None = None  # the address under which people reach it, if it differs from the Host header
    network: LocalNetwork | None = None  # at home: how friends on the local network are let in
    names: frozenset[str] | None = None  # host names it answers to; None for any
    log_level: str = "info"
    client: Path = CLIENT
    thinkers: int | None = None  # processes for bots
    prepare: bool = True  # whether to start bots before they are needed
    analyses: int = 1  # finished nights that are analysed at a time; 0: none
    analysis_budget: float = 60.0  # seconds of a core for each
    analyser: Analyser | None = Analyser(analyse, can_advise_at_once, compile_units)
    adviser: Adviser | None = Adviser(advise, can_advise_at_once)
    retention: Retention = KEEP
    new_secret: Callable[[], str] = fresh_secret  # from which the deal and the dice of a table are drawn; tests fix it
    metrics_key: str | None = None  # the bearer token for /metrics; without one only this machine may read them


@dataclass
class Site:
    """The parts that handlers share."""

    config: Config
    rate_limits: RateLimits
    metrics: Metrics
    job_pool: JobPool
    cache: SingleFlightCache
    lesson_queue: FairQueue = field(default_factory=FairQueue)  # who is next to have a lesson worked out
    pages: dict[str, Document] = field(default_factory=dict)
    store: Store = field(init=False)
    analyses: Analyses = field(init=False)
    thinkers: Thinkers = field(init=False)
    node: Node = field(init=False)

    @classmethod
    def of(cls, config: Config) -> "Site":
        return cls(config, RateLimits(config.limits), Metrics(), JobPool(), SingleFlightCache())

    @property
    def shared_url(self) -> str | None:
        """Returns the address that others use, where that is known: the public one, or the one on the local network once it is open."""
        network = self.config.network
        return self.config.public_url or (network.url if network else None)

    def may_measure(self, shown: str | None, address: str) -> bool:
        """Returns whether somebody may read the metrics: with few tables they tell when a plan is written, so they are for the host."""
        key = self.config.metrics_key
        return is_this_machine(address) if key is None else secrets.compare_digest((shown or "").encode(), f"Bearer {key}".encode())

    def refresh_metrics(self) -> None:
        """Updates the metrics that are counted elsewhere."""
        jobs, commits = self.store.group_commits
        self.metrics.grouped.set(jobs)
        self.metrics.commits.set(commits)
        self.metrics.analyses.set(self.analyses.count)
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
