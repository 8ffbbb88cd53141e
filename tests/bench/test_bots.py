"""``nuns bench belief`` and ``bots``: what they measure, not how fast it is."""

from collections.abc import Mapping
from typing import Any

import pytest

from nuns.bench import COMPILED, bots
from nuns.lab.ladder import QUIET
from nuns.referee.events import SetUp, TurnEnded
from nuns.referee.game_setup import GameSetup


def test_the_filter_is_measured_in_four_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GAMES", "PASSES", "TAPE_PASSES"):
        monkeypatch.setattr(bots, name, 1)
    found = bots.belief()
    assert set(found) == {f"ms_per_turn_{how}{novices}" for how in ("", "by_action_", "by_event_", "on_tape_") for novices in (1, 6)}
    assert all(found[name] > 0 for name in found if "on_tape" not in name), (
        "that one is a difference, which may be anything in so few nights"
    )


def test_a_table_tells_the_events_of_an_action_together() -> None:
    told = bots._told_by_action(GameSetup("mayfair", QUIET, 1), 0)
    assert isinstance(told[0][0], SetUp)
    assert max(map(len, told)) > 1
    assert sum(isinstance(event, TurnEnded) for events in told for event in events) > 1


def test_decisions_are_timed_by_number_of_novices_and_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "DECISIONS", 30)
    found: Mapping[str, Any] = bots.decision_figures("greedy")
    assert set(found) == {"1", "3", "6"}
    for sides in found.values():
        assert set(sides) == {"novices", "guards"}
        assert all(side["decisions"] >= 30 and 0 < side["p50_ms"] <= side["p99_ms"] for side in sides.values())


def test_whoever_measures_machine_code_says_that_it_compiles() -> None:
    assert {"kernel", "belief", "bots", "env"} == set(COMPILED)
