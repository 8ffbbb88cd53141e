"""Benchmarks by name; each measures everything it compares in one run."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from nuns.bench.kernel import kernel

Figures: TypeAlias = Mapping[str, "float | Figures"]


def measured_env() -> Figures:
    """Measures the environments for learners."""
    from nuns.bench.env import env

    return env()


def measured_store() -> Figures:
    """Measures the store; it is imported here so that no other command waits for databases."""
    from nuns.bench.store import store

    return store()


def measured_belief() -> Figures:
    """Measures the exact filter."""
    from nuns.bench.bots import belief

    return belief()


def measured_bots() -> Figures:
    """Measures the bots' decisions."""
    from nuns.bench.bots import bots

    return bots()


def measured_server() -> Figures:
    """Measures the server through sockets."""
    from nuns.bench.server import server

    return server()


def measured_start() -> Figures:
    """Measures what a fresh machine compiles before it can play."""
    from nuns.bench.start import start

    return start()


def measured_client() -> Figures:
    """Measures the client in a browser."""
    from nuns.bench.client import client

    return client()


BENCHMARKS: dict[str, Callable[[], Figures]] = {
    "kernel": kernel,
    "belief": measured_belief,
    "bots": measured_bots,
    "env": measured_env,
    "store": measured_store,
    "server": measured_server,
    "client": measured_client,
    "start": measured_start,
}
COMPILED = ("kernel", "belief", "bots", "env")  # those that wait for the compiler
