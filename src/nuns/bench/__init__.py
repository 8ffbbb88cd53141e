"""Benchmarks by name: each measures everything it compares in one run."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from nuns.bench.kernel import kernel

Figures: TypeAlias = Mapping[str, "float | Figures"]


def measured_store() -> Figures:
    """Loaded when it is asked for: no other command should wait for databases."""
    from nuns.bench.store import store

    return store()


BENCHMARKS: dict[str, Callable[[], Figures]] = {"kernel": kernel, "store": measured_store}
