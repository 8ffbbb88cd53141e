"""Benchmarks by name: each measures everything it compares in one run."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from nuns.bench.kernel import kernel

Figures: TypeAlias = Mapping[str, "float | Figures"]


def measured_store() -> Figures:
    """Loaded when it is asked for: no other command should wait for databases."""
    from nuns.bench.store import store

    return store()


def measured_belief() -> Figures:
    from nuns.bench.bots import belief

    return belief()


def measured_bots() -> Figures:
    from nuns.bench.bots import bots

    return bots()


def measured_server() -> Figures:
    from nuns.bench.server import server

    return server()


def measured_client() -> Figures:
    from nuns.bench.client import client

    return client()


BENCHMARKS: dict[str, Callable[[], Figures]] = {
    "kernel": kernel,
    "belief": measured_belief,
    "bots": measured_bots,
    "store": measured_store,
    "server": measured_server,
    "client": measured_client,
}
COMPILED = ("kernel", "bots")  # what waits for the compiler
