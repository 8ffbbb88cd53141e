"""How far the model is off along a night: the luck of the nights that tell it is taken off, and likeness is a share of the whole."""

from pathlib import Path

import pytest

from research.curve_errors import STUDY, CurveError, errors_of_night, likeness, main, products

pytestmark = pytest.mark.full  # a study of the authors


def test_errors_are_told_with_the_luck_of_their_nights() -> None:
    errors = errors_of_night("dutch(turns=2)", 1, 0, 5, "careful", rollouts=16)
    assert len(errors) > 5
    assert all(-1 <= each.error <= 1 and each.variance >= 0 for each in errors)


def test_likeness_is_a_share_of_the_errors_size() -> None:
    nights = [[CurveError(error, 0.0) for error in (0.2, 0.2, -0.2, -0.2, 0.2, 0.2, -0.2, -0.2)]]
    assert products(nights, 2) == pytest.approx([-0.04] * 6)
    assert "| 20 points | 0.14 | -1.00 |" in likeness(nights)
    assert products([[CurveError(0.3, 0.05)]], 0) == pytest.approx([0.04])
    assert products([[CurveError(0.3, 0.05)], [CurveError(0.2, 0.0)]], 1) == [], "two nights are not one"


def test_the_table_goes_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n\n{STUDY.begin}\n\nold\n\n{STUDY.end}\n\nafter\n", encoding="utf-8")
    main(["--nights", "1", "--bot", "careful", "--page", str(page)])
    written = page.read_text(encoding="utf-8")
    assert "values in 1 night |" in written
    assert "old" not in written
    assert written.startswith("before")
