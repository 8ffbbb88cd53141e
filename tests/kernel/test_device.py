"""The CUDA device: where there is one, the same games bit for bit; where there is none, one clear sentence."""

from itertools import islice

import pytest

from nuns.kernel.batch import Batch
from nuns.kernel.device import NoDevice, why_no_device
from nuns.kernel.lockstep import IN_ORDER, NONE_LEFT, RANK
from nuns.rules.words import Stage
from tests.kit.lockstep import POLICIES, check_device, random_tables

MISSING = why_no_device()


def test_every_stage_has_its_place_in_the_order_of_a_block() -> None:
    assert sorted(IN_ORDER) == sorted(Stage)
    assert len(set(RANK)) == len(Stage)
    assert max(RANK) + 1 < NONE_LEFT
    assert RANK[Stage.STEPS] < RANK[Stage.MOVEMENT] < RANK[Stage.OVER] < RANK[Stage.PLANS]


def test_tapes_and_checks_are_for_a_core_alone() -> None:
    with pytest.raises(ValueError, match="expected a device among cpu, cuda, with events and bounds checks on cpu only; got 'cuda'"):
        Batch(on="cuda", with_events=True)
    with pytest.raises(ValueError, match="got 'tpu'"):
        Batch(on="tpu")


if MISSING:

    def test_without_a_device_one_sentence_says_what_is_missing() -> None:
        assert MISSING is not None
        assert MISSING.startswith("expected ")
        with pytest.raises(NoDevice, match=r"expected .*; got none"):
            Batch(on="cuda")

else:

    @pytest.mark.parametrize("policy", POLICIES)
    def test_the_device_plays_the_same_games(policy: str) -> None:
        for number, table in enumerate(islice(random_tables(11), 8)):
            check_device(table, policy, number, 2_000)
