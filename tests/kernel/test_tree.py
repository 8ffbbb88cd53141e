"""The game tree counted in machine code: the same tables as interpreted, and the toy convent to the end of its nights."""

import json
from typing import Any

import pytest

from nuns.referee.game_setup import GameSetup
from nuns.referee.perft import perft
from nuns.rules.options import EDITIONS, EDITIONS_BEFORE
from tests.kit.convents import DATA
from tests.kit.golden import TO_THE_END, counted_to_the_end, counted_tree
from tests.kit.sample import sample

DEPTH = sample(6, 7)
TO_THE_END_BEFORE = DATA / "before" / "perft-to-the-end.json"


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_tree_is_the_same_compiled_and_interpreted(edition: str) -> None:
    table = GameSetup(edition, EDITIONS[edition], 2)
    for row, compiled in zip(perft(table, DEPTH), counted_tree(table, DEPTH), strict=True):
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


def rows_over(rows: list[dict[str, Any]]) -> int:
    """Every night that ended said so, once."""
    return sum(row["said"].get("OVER", 0) for row in rows)
