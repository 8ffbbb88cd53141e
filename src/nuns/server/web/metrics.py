"""Metrics for Prometheus: counts and times, and nothing that names a table or a person."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the environment variable for the folder in which workers share their metrics
SECONDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)


class Metrics:
    """The metrics of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("nuns_requests", "HTTP requests", ["route", "method", "status"], registry=self.registry)
        self.request_seconds = Histogram("nuns_request_seconds", "Time to answer", registry=self.registry, buckets=SECONDS)
        self.sockets = Gauge("nuns_sockets", "Open sockets", registry=self.registry, multiprocess_mode="livesum")
        self.received = Counter("nuns_messages_received", "Messages from clients", registry=self.registry)
        self.sent = Counter("nuns_messages_sent", "Messages to clients", registry=self.registry)
        self.dropped = Counter("nuns_sockets_dropped", "Sockets closed by us", ["why"], registry=self.registry)
        self.refusals = Counter("nuns_refusals", "What was refused", ["status"], registry=self.registry)
        self.tables = Gauge("nuns_tables", "Tables in hand", ["status"], registry=self.registry, multiprocess_mode="livesum")
        self.analyses = Gauge("nuns_analyses", "Analyses that wait or are made", registry=self.registry, multiprocess_mode="livesum")
        self.actions = Counter("nuns_actions", "Actions, dice and cards of all tables", registry=self.registry)
        self.commits = Gauge("nuns_store_commits_total", "Commits of the store", registry=self.registry, multiprocess_mode="sum")
        self.grouped = Gauge("nuns_store_jobs_total", "Changes in those commits", registry=self.registry, multiprocess_mode="sum")
        self.thinking = Histogram("nuns_bot_seconds", "Time a bot took to decide", ["level"], registry=self.registry, buckets=SECONDS)

    def text(self, refresh: Callable[[], None]) -> bytes:
        """Returns the metrics of all workers in Prometheus's text format."""
        refresh()
        if FOLDER in os.environ:
            forget_dead(Path(os.environ[FOLDER]))
            together = CollectorRegistry()
            MultiProcessCollector(together)  # type: ignore[no-untyped-call]
            return generate_latest(together)
        return generate_latest(self.registry)


def forget_dead(folder: Path) -> None:
    """Removes the gauges of workers that are gone: they hold no sockets and no tables. Their counters stay."""
    for pid in {int(file.stem.rpartition("_")[2]) for file in folder.glob("gauge_live*.db")}:
        if not is_alive(pid):
            with suppress(FileNotFoundError):  # another worker was first
                mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
