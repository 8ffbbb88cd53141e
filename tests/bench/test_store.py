"""``nuns bench store``: what it measures, not how fast it is."""

import signal
from importlib import import_module

import pytest

from nuns.bench import BENCHMARKS
from nuns.cli.bench import print_figures


def test_it_measures_both_databases_against_their_bare_drivers(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("nuns.bench.store")
    monkeypatch.setattr(module, "ROUNDS", 1)
    monkeypatch.setattr(module, "SECONDS", 0.1)
    before = signal.getsignal(signal.SIGINT)
    figures = BENCHMARKS["store"]()
    assert list(figures) == ["sqlite", "postgresql"]
    for measured in figures.values():
        assert isinstance(measured, dict)
        assert list(measured) == ["appends_per_second", "raw_appends_per_second", "ratio_to_raw"]
        assert all(value > 0 for value in measured.values())
    assert signal.getsignal(signal.SIGINT) is before


def test_figures_within_figures_are_indented(capsys: pytest.CaptureFixture[str]) -> None:
    print_figures({"store": {"sqlite": {"ratio": 7.324, "appends": 21_000.4}}, "plain": 0.5})
    assert capsys.readouterr().out.splitlines() == [
        "store",
        "  sqlite",
        "    ratio                            7.32",
        "    appends                          21,000",
        "plain                                0.5",
    ]
