"""The guards' belief held against the truth: better than the possible set, and its odds are about right."""

from pathlib import Path

import pytest

from research.belief_log_loss import Bin
from research.calibration import STUDY, main, measure_games, merge_bins, picture
from tests.kit.sample import sample

pytestmark = pytest.mark.full  # a study of the authors


def test_the_belief_costs_fewer_bits_than_the_possible_set() -> None:
    tally = measure_games(1, sample(12, 100))
    bits = tally.bits(range(3, 11))
    assert bits.moments > 60
    assert bits.belief < bits.possible - 0.2
    assert bits.possible < bits.uniform
    for each in tally.reliability():
        assert abs(each.true - each.believed) < 0.25 or each.dots < 60


def test_bins_of_several_are_one_and_drawn_beside_the_line_of_honesty() -> None:
    one, three = measure_games(1, 1), measure_games(3, 1)
    both = merge_bins([one, three])
    assert sum(each.dots for each in both) == sum(each.dots for tally in (one, three) for each in tally.reliability())
    drawn = picture([Bin(1000, 0.004, 0.005), Bin(500, 0.03, 0.02), Bin(200, 0.2, 0.22), Bin(50, 0.95, 0.9)])
    assert drawn.count("<use ") == 8 + 2  # each bin in both panels, and the two names below them
    assert "unlikely dots" in drawn


def test_the_page_goes_between_its_marks(tmp_path: Path) -> None:
    page, drawn = tmp_path / "page.md", tmp_path / "plot.svg"
    page.write_text(f"# Bots\n\n{STUDY.begin}\n\nold\n\n{STUDY.end}\n\nafter\n", encoding="utf-8")
    main(["--games", "1", "--page", str(page), "--picture", str(drawn)])
    written = page.read_text(encoding="utf-8")
    assert "old" not in written
    assert "| turn | belief, 1 novice | possible set, 1 novice | moments, 1 novice |" in written
    assert written.endswith("after\n")
    assert drawn.read_text(encoding="utf-8").startswith("<svg")
