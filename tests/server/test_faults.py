"""The fault matrix: every fault in every phase of a game.

``make test`` and ``make full`` try one fault each, ``make long`` all with five seeds: 200 tables.
"""

from pathlib import Path

import pytest

from nuns.server.store import sqlite
from tests.kit import faults
from tests.kit.faults import FAULTS, PHASES, Fault, Scene, Trial, try_fault
from tests.kit.sample import sample

TRIED = sample(("disk full", pytest.param("database away and node killed", marks=pytest.mark.full)), tuple(FAULTS))
SEEDS = sample(1, 5)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", TRIED)
async def test_nothing_is_lost_and_every_table_plays_on(name: str, seed: int, tmp_path: Path, postgresql_server: str) -> None:
    trials = await try_fault(name, seed, tmp_path, postgresql_server)
    assert {trial.phase for trial in trials} == set(PHASES)


async def test_a_trial_that_fails_leaves_no_slow_disk_to_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit = sqlite.commit_jobs

    async def prepare(trial: Trial, node: object) -> None:
        """Nothing needs to be played."""

    async def fail(fault: Fault, scene: Scene, trials: list[Trial]) -> None:
        fault.begin(scene)
        assert sqlite.commit_jobs is not commit
        raise AssertionError("a game does not go on")

    monkeypatch.setattr(Trial, "prepare", prepare)
    monkeypatch.setattr(faults, "happen", fail)
    with pytest.raises(AssertionError, match="does not go on"):
        await try_fault("slow disk", 0, tmp_path, None)
    assert sqlite.commit_jobs is commit
