"""What the rules give is what they gave: perft tables, playthroughs with every seat's view, and records of every way to end."""

import json
from typing import Any

import pytest

from nuns.referee.record import read_record, replay_record
from nuns.rules.options import EDITIONS
from tests.kit import golden
from tests.kit.sample import sample

TABLES: dict[str, list[dict[str, Any]]] = json.loads(golden.PERFT.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", TABLES)
def test_the_game_tree_has_as_many_branches_and_events_as_ever(name: str) -> None:
    where, _, options = name.partition(" ")
    rows = TABLES[name][: sample(-1, None)]  # the last row takes as long as all others
    assert golden.perft_rows(options, toy=where == "toy", depth=len(rows)) == rows


def test_perft_tables_cover_every_edition_on_both_convents() -> None:
    assert {f"{where} {edition}" for where in ("convent", "toy") for edition in EDITIONS} <= TABLES.keys()


@pytest.mark.parametrize("name", golden.PLAYED)
def test_a_night_looks_to_every_seat_as_it_did(name: str) -> None:
    expected = golden.playthrough_path(name).read_text(encoding="utf-8").splitlines()
    for number, (got, wanted) in enumerate(zip(golden.playthrough(name), expected, strict=True), 1):
        assert got == wanted, f"line {number}"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("ending", ["home", "captures", "dawn"])
def test_a_record_of_every_way_to_end_still_verifies(edition: str, ending: str) -> None:
    record = read_record((golden.RECORDS / f"{edition}-{ending}.nuns").read_bytes())
    game = replay_record(record, check_dice=True)
    assert game.outcome is not None
    assert game.outcome.reason == ending
    assert game.setup.edition == edition
