"""The game tree counted in machine code: the same tables as interpreted, and the toy convent to the end of its nights."""

import json
from typing import Any

import numpy as np
import pytest

from nuns.board.tables import board_of
from nuns.kernel.machine import machine
from nuns.kernel.records import array_of
from nuns.referee.game_setup import GameSetup
from nuns.referee.perft import perft, root
from nuns.rules.options import EDITIONS, EDITIONS_BEFORE, RULES_VERSION, parsed
from nuns.rules.state import TAPE
from nuns.rules.words import Event
from tests.kit.convents import DATA, the_toy

DEEPEST = 60
TO_THE_END, TO_THE_END_BEFORE = DATA / "perft-to-the-end.json", DATA / "before" / "perft-to-the-end.json"
SHORT = "turns=1,opening=single,slow-guards=on,exact-run=on,blessings=off"


def counted(table: GameSetup, depth: int) -> list[dict[str, Any]]:
    """Nodes, games over and events for every depth that has any."""
    stack = np.repeat(array_of(root(table).state, tape=TAPE), depth + 1)
    nodes, over, events = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64), np.zeros((depth + 1, 32), np.int64)
    left = np.zeros(depth + 1, np.int64)
    machine(with_events=True).count_tree_of(array_of(board_of(table.convent)), stack, left, nodes, over, events)
    return [
        {
            "depth": level,
            "nodes": int(nodes[level]),
            "over": int(over[level]),
            "said": {e.name: int(events[level, e]) for e in Event if events[level, e]},
        }
        for level in range(1, depth + 1)
        if nodes[level]
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_tree_is_the_same_compiled_and_interpreted(edition: str) -> None:
    table = GameSetup(edition, EDITIONS[edition], 2)
    for row, compiled in zip(perft(table, 7), counted(table, 7), strict=True):
        assert (row.nodes, row.over) == (compiled["nodes"], compiled["over"])
        said = {name.lower().replace("_", "-"): count for name, count in compiled["said"].items() if name not in ("STEPPED", "OVER")}
        assert said == dict(row.events)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_toy_convent_has_as_many_whole_nights_as_ever(edition: str) -> None:
    rows = counted_to_the_end(edition)
    assert sum(row["over"] for row in rows) == rows_over(rows)
    assert rows == json.loads(TO_THE_END.read_text(encoding="utf-8"))[edition]


@pytest.mark.parametrize("edition", EDITIONS_BEFORE)
def test_by_version_1_of_the_rules_the_toy_convent_has_the_nights_it_had(edition: str) -> None:
    rows = counted_to_the_end(edition, version=1)
    for row in rows:
        row["said"].pop("TOKEN_REMOVED", None)  # the one event that is new
    assert rows == json.loads(TO_THE_END_BEFORE.read_text(encoding="utf-8"))[edition]


def counted_to_the_end(edition: str, version: int = RULES_VERSION) -> list[dict[str, Any]]:
    rows = counted(GameSetup(edition, parsed(f"{edition}({SHORT})", version), 1, 1, the_toy(), version), DEEPEST)
    assert len(rows) < DEEPEST, "counted to the end"
    return rows


def rows_over(rows: list[dict[str, Any]]) -> int:
    """Every night that ended said so, once."""
    return sum(row["said"].get("OVER", 0) for row in rows)
