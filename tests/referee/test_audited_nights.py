"""Whole nights held against a second, independent reading of the law: the audit of their event logs finds no fault."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from nuns.kernel.play import random_choice
from nuns.lab.games import play_recorded_game
from nuns.referee.events import as_object, is_in_contract
from nuns.referee.game import Game
from nuns.referee.game_setup import GameSetup
from tests.kit.audit import audit
from tests.kit.audit.log import FIELDS
from tests.kit.audit.options import BEFORE, EDITIONS, VALUES, of_edition
from tests.kit.convents import DATA
from tests.kit.eager import eager_choice
from tests.kit.records import table_named, verified
from tests.kit.sample import sample

SIGHT_RANGES = (1, 2, 3, 4, 5, 6, 9, 23)


def other_values(edition: str) -> list[tuple[str, str | int]]:
    """Every option with every value that the edition does not have; the numbers of dots and turns are left out."""
    usual = of_edition(edition)
    names = [name for name in VALUES if name not in ("sight-range", "turns")]
    return [(name, value) for name in names for value in VALUES[name] if value != usual[name]]


def log_of(game: Game) -> list[dict[str, Any]]:
    """The event log of a night, as the contract has it."""
    return [json.loads(json.dumps(as_object(event))) for event in game.events if is_in_contract(event)]


def faults_of(table: GameSetup, seed: int, index: int, choose: object = eager_choice) -> tuple[list[str], Counter[str]]:
    """The audit's faults of one night, and how often each event occurred in it."""
    game = play_recorded_game(table, seed, index, choose)  # type: ignore[arg-type]
    log = log_of(game)
    return audit(log), Counter(str(event["event"]) for event in log)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_audit_finds_no_fault_in_any_edition(edition: str) -> None:
    for index, novices in enumerate((1, 2, 3, 4, 5, 6)):
        table = table_named(edition, novices, 2 if novices == 6 else 1)
        for choose in (random_choice, eager_choice):
            faults, _ = faults_of(table, 5, index, choose)
            assert not faults, f"{edition}, {novices} novices, night 5/{index}: {faults[0]}"


@pytest.mark.parametrize(
    ("edition", "name", "value"), [(edition, name, value) for edition in EDITIONS for name, value in other_values(edition)]
)
def test_the_audit_finds_no_fault_with_any_value_of_any_option(edition: str, name: str, value: str | int) -> None:
    table = table_named(f"{edition}({name}={value})", 3)
    for index in range(sample(1, 2)):
        for choose in (random_choice, eager_choice):
            faults, _ = faults_of(table, 7, index, choose)
            assert not faults, f"{edition}({name}={value}), night 7/{index}: {faults[0]}"


def test_the_audit_finds_no_fault_under_random_options() -> None:
    rng = random.Random(20)
    seen: Counter[str] = Counter()
    for index in range(90):
        edition = rng.choice(EDITIONS)
        others = dict(rng.sample(other_values(edition), rng.randint(1, 20)))
        others["sight-range"] = rng.choice(SIGHT_RANGES)
        name = f"{edition}({','.join(f'{option}={value}' for option, value in others.items())})"
        table = table_named(name, rng.randint(1, 6))
        faults, events = faults_of(table, 6, index)
        assert not faults, f"{name}, {table.novices} novices, night 6/{index}: {faults[0]}"
        seen += events
    assert seen.keys() == FIELDS.keys(), "every kind of event was audited"


@pytest.mark.parametrize("path", sorted((DATA / "before" / "records").glob("*.nuns")), ids=lambda path: str(path.stem))
def test_a_record_from_before_is_clean_as_the_law_was_and_but_for_cards_at_home_as_it_is(path: Path) -> None:
    log = log_of(verified(path.read_bytes())[1])
    assert all(fault.endswith("(rule 11.3)") for fault in audit(log))
    for name, value in BEFORE.items():
        assert log[0]["options"].pop(name) == value
    assert audit(log) == []
