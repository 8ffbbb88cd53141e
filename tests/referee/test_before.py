"""What version 1 of the rules gave it still gives: its perft tables, its records, and what ``nuns verify`` says of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from nuns.cli import main
from nuns.lab.games import play_recorded_game, record_of
from nuns.referee.game import new_game
from nuns.referee.game_setup import GameSetup
from nuns.referee.record import cards_played_at_home, read_record, replay_record
from nuns.rules.options import EDITIONS, EDITIONS_BEFORE, NAMES, describe_options, nearest_edition, parse_options, value_of
from tests.kit import golden
from tests.kit.convents import DATA
from tests.kit.eager import eager_choice
from tests.kit.sample import sample

BEFORE = DATA / "before"
TABLES: dict[str, list[dict[str, Any]]] = json.loads((BEFORE / "perft.json").read_text(encoding="utf-8"))
RECORDS = sorted((BEFORE / "records").glob("*.nuns"))
AT_HOME = BEFORE / "records" / "mayfair-all-or-nun-home.nuns"
NEW = {"vanish-marks": "unseen", "hearing-limit": 0, "guard-false-noise": "own"}


@pytest.mark.parametrize("name", TABLES)
def test_the_game_tree_of_version_1_is_what_it_was_but_for_the_new_event(name: str) -> None:
    where, _, options = name.partition(" ")
    before = TABLES[name][: sample(-1, None)]
    rows = golden.perft_rows(options, toy=where == "toy", version=1, depth=len(before))
    for row in rows:
        row.pop("token-removed", None)
    assert rows == before


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.stem))
def test_a_record_of_version_1_verifies_with_the_meanings_it_had(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(path)]) == 0
    assert "played by version 1 of the rules" in capsys.readouterr().out
    table = read_record(path.read_bytes()).setup
    assert {name: value_of(table.options, name) for name in NEW} == NEW


@pytest.mark.parametrize("path", [path for path in RECORDS if path != AT_HOME], ids=lambda path: str(path.stem))
def test_the_same_choices_by_version_1_write_the_same_record(path: Path) -> None:
    record = read_record(path.read_bytes())
    index = int(record.dice.seed.partition("/")[2])
    table = GameSetup(record.setup.edition, record.setup.options, record.setup.novices, version=1)
    assert record_of(play_recorded_game(table, golden.SEED, index, eager_choice), golden.SEED, index) == path.read_text(encoding="utf-8")


@pytest.mark.rule("11.3")
def test_a_card_that_a_novice_played_at_home_is_valid_in_version_1_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert cards_played_at_home(read_record(AT_HOME.read_bytes())) == [244, 247]
    assert main(["verify", str(AT_HOME)]) == 0
    assert "line 244: a novice who was home played a card, which version 1 allowed (rule 11.3)" in capsys.readouterr().out


@pytest.mark.rule("11.3")
def test_the_same_card_is_refused_by_the_rules_of_today() -> None:
    record = read_record(AT_HOME.read_bytes())
    table = GameSetup(record.setup.edition, record.setup.options, record.setup.novices)
    with pytest.raises(ValueError, match=r"line 243: .*novice-3"):
        replay_record(type(record)(table, record.dice, record.seats, record.actions, record.outcome, record.salts, record.first_line))


@pytest.mark.parametrize("edition", EDITIONS_BEFORE)
def test_an_edition_of_version_1_is_named_as_it_was_and_as_today_with_what_differs(edition: str) -> None:
    options = parse_options(edition, 1)
    assert describe_options(options, nearest_edition(options, 1), 1) == edition
    assert parse_options(str(options)) == options
    changed = {name for name in NAMES if value_of(options, name) != value_of(EDITIONS[edition], name)}
    assert changed <= {*NEW, "disobey-in-sight"}
    assert changed, "the new readings changed every edition"


def test_a_new_game_is_played_by_the_rules_of_today() -> None:
    assert new_game("mayfair").state.asks_home == 0
