"""The benchmark of the environments: every figure is there, and ratios are of figures of the same run."""

import pytest

from nuns.bench import env as bench


@pytest.fixture(autouse=True)
def short_run(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {"COUNT": 8, "FEWER": (4,), "STEPS": 3, "AEC_STEPS": 20, "ROUNDS": 1, "OPENSPIEL_STEPS": 2, "OPENSPIEL_COUNT": 2}
    for name, size in sizes.items():
        monkeypatch.setattr(bench, name, size)
    there = ("gymnasium", "pettingzoo", "pyspiel")
    monkeypatch.setattr(bench, "find_spec", lambda name: name if name in there else None)
    monkeypatch.setattr(bench, "why_no_device", lambda: "expected a CUDA device; got none")


def test_every_figure_is_measured_and_compared() -> None:
    figures = bench.env()
    ours = {"vector", "vector_4", "vector_env", "vector_env_without_copies", "aec"}
    assert set(figures) == {*ours, "ratio_vector_to_aec", "openspiel", "ratio_vector_to_openspiel"}
    assert all(figure > 0 for figure in figures.values())
    assert figures["ratio_vector_to_aec"] == figures["vector"] / figures["aec"]
