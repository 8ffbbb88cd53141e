"""Benchmarks by name: each measures everything it compares in one run."""

from collections.abc import Callable

from nuns.bench.kernel import kernel

BENCHMARKS: dict[str, Callable[[], dict[str, float]]] = {"kernel": kernel}
