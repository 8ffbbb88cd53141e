"""Whole nights held against a second, independent reading of the law: the audit of their event logs finds no fault."""

import json
import random
from collections import Counter

import pytest

from nuns.kernel.play import random_choice
from nuns.lab.simulate import recorded_night
from nuns.referee.events import in_contract, spelt
from nuns.referee.table import Table
from nuns.rules.options import EDITIONS, NAMES, changed, parsed, words_of
from tests.kit.audit import audit
from tests.kit.eager import eager_choice

VARIANTS = (
    "exact-run=on",
    "slow-guards=on",
    "opening=single",
    "capture-goal=novices",
    "blessings=on",
    "blessings=off",
    "monk=frederick",
    "monk=robert",
    "all-or-nun=on",
    "blessings=on,monk=robert,all-or-nun=on,slow-guards=on,exact-run=on",
)


def faults_of(table: Table, seed: int, index: int, choose: object = eager_choice) -> tuple[list[str], Counter[str]]:
    """The audit's faults of one night, and how often each event occurred in it."""
    game = recorded_night(table, seed, index, choose)  # type: ignore[arg-type]
    log = [json.loads(json.dumps(spelt(event))) for event in game.events if in_contract(event)]
    return audit(log), Counter(str(event["event"]) for event in log)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("setting", ["", *VARIANTS])
def test_the_audit_finds_no_fault_in_any_edition_with_any_variant(edition: str, setting: str) -> None:
    options = EDITIONS[edition]
    for each in setting.split(",") if setting else ():
        name, _, word = each.partition("=")
        options = changed(options, name, word)
    for index, novices in enumerate((1, 2, 3, 4, 5, 6)):
        table = Table(edition, options, novices, 2 if novices == 6 else 1)
        for choose in (random_choice, eager_choice):
            faults, _ = faults_of(table, 5, index, choose)
            assert not faults, f"{table.options}, {novices} novices, night 5/{index}: {faults[0]}"


def test_the_audit_finds_no_fault_under_random_options() -> None:
    rng = random.Random(20)
    seen: Counter[str] = Counter()
    for index in range(60):
        options = parsed(rng.choice(sorted(EDITIONS)))
        for name in rng.sample(NAMES, rng.randint(1, len(NAMES))):
            if name != "turns":
                options = changed(options, name, rng.choice(words_of(name)))
        table = Table("mayfair", options, rng.randint(1, 6))
        faults, events = faults_of(table, 6, index)
        assert not faults, f"{options}, {table.novices} novices, night 6/{index}: {faults[0]}"
        seen += events
    everything = {
        "setup", "path_taken", "novice_moved", "novice_seen", "novice_vanished", "key_taken", "wish_taken", "rolled", "blessing_played",
        "noise", "guard_turned", "guard_stepped", "guard_stopped", "novice_caught", "novice_freed", "tokens_cleared", "turn_ended",
        "game_over",
    }  # fmt: skip
    assert seen.keys() == everything, "every kind of event was audited"
