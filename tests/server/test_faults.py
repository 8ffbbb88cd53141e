"""The fault matrix: every fault in every phase of a game. ``make long`` tries it all, with five seeds: 200 tables."""

from pathlib import Path

import pytest

from tests.kit.faults import FAULTS, PHASES, try_fault
from tests.kit.sample import sample

TRIED = sample(("disk full", "database away and node killed"), tuple(FAULTS))
SEEDS = sample(1, 5)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", TRIED)
async def test_nothing_is_lost_and_every_table_plays_on(name: str, seed: int, tmp_path: Path, postgresql_server: str) -> None:
    trials = await try_fault(name, seed, tmp_path, postgresql_server)
    assert {trial.phase for trial in trials} == set(PHASES)
