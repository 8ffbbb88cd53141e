"""Nights of bots held against a second, independent reading of the law."""

import pytest

from nuns.bots.registry import BOTS
from tests.bots.audited import PAIRS, faults_of
from tests.kit.sample import sample


@pytest.mark.parametrize("part", range(len(BOTS)))
def test_the_audit_finds_no_fault_in_nights_of_bots(part: int) -> None:
    nights = sample(len(BOTS), 20 * len(BOTS))
    for name, faults in faults_of(part * nights, nights).items():
        assert not faults, f"{name}: {faults[0]}"


def test_every_bot_plays_every_other() -> None:
    assert sorted(PAIRS) == sorted((guards, novices) for guards in BOTS for novices in BOTS)
