"""The time of day without jumps."""

import pytest

from nuns.server.tables.running.steady_clock import JUMP, SteadyClock
from tests.kit.tables import Time


def test_it_follows_the_clock_of_the_machine_and_not_its_jumps(log: pytest.LogCaptureFixture) -> None:
    wall, steady = Time(), Time(5_000)
    clock = SteadyClock(wall, steady)
    began = clock()
    assert began == wall()
    for jump in (3_600_000, -7_200_000, 90_000):
        before = clock()
        wall.ms += jump
        assert clock() == before
        wall.pass_by(1.5)
        steady.pass_by(1.5)
        assert clock() == before + 1500
    assert "jumped by 3600 s" in log.text
    assert log.text.count("jumped by") == 3


def test_small_corrections_are_followed_but_never_backwards() -> None:
    wall, steady = Time(), Time(0)
    clock = SteadyClock(wall, steady)
    before = clock()
    wall.ms += JUMP // 2
    assert clock() == before + JUMP // 2
    wall.ms -= JUMP // 2
    assert clock() == before + JUMP // 2
    wall.pass_by(10)
    steady.pass_by(10)
    assert clock() == before + 10_000
