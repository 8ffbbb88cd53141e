"""The command ``nuns analyse``: a finished night as text, as JSON and as a page; everything else is refused in one line."""

import json
from pathlib import Path

import pytest

from nuns.analysis.findings import ANALYSIS_VERSION
from tests.kit import analysis as made_up
from tests.kit.program import dutch_night, failed, printed

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "night.nuns"
    path.write_text(dutch_night()[1], encoding="utf-8")
    return path


def test_a_night_is_analysed_as_text_and_as_a_page(capsys: Captured, record: Path, tmp_path: Path) -> None:
    """The least budget gives a whole analysis too, if a coarse one."""
    out = printed(capsys, "analyse", str(record), "--budget", "1")
    for heading in (
        "Turning points",
        "The story of the night",
        "How sure were the guards?",
        "Who was ahead?",
        "Decisions",
        "Luck and skill",
        "What moved the night most",
        "The deal and every die",
    ):
        assert f"\n{heading}\n" in f"\n{out}"
    assert "Dawn broke after turn 4" in out
    assert "The guards have won" in out
    page = tmp_path / "night.html"
    told = json.loads(printed(capsys, "analyse", str(record), "--budget", "1", "--json", "--html", str(page)))
    assert (told["version"], told["complete"], told["curve"][-1]["guards"]) == (ANALYSIS_VERSION, True, 1.0)
    html = page.read_text(encoding="utf-8")
    assert html.startswith("<!doctype html>")
    assert "Dawn broke after turn 4" in html
    assert "http://" not in html.replace("http://www.w3.org/2000/svg", "")


def test_a_page_that_was_written_is_told_in_one_line(
    capsys: Captured, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysis = made_up.analysis_of(dutch_night()[0], "", 1.0, rollouts=5624, is_complete=True)
    monkeypatch.setattr("nuns.cli.analysis.analysed", lambda *given: analysis)
    page = tmp_path / "night.html"
    assert printed(capsys, "analyse", str(record), "--html", str(page)) == f"Wrote {page} (5,624 roll-outs).\n"
    assert "Each novice’s own chance to win, in truth" in page.read_text(encoding="utf-8")


def test_what_is_no_finished_night_is_refused(capsys: Captured, record: Path, tmp_path: Path) -> None:
    """A missing file, a file of another kind, a night that was cut off, and a page that cannot be written."""
    assert "expected a game file" in failed(capsys, 1, "analyse", str(tmp_path / "none.nuns"))
    record.write_bytes(b"junk")
    assert f"{record}: line 1: " in failed(capsys, 1, "analyse", str(record))
    assert "expected a file that can be written" in failed(capsys, 1, "analyse", str(record), "--html", str(tmp_path / "no" / "page.html"))
    assert "expected a whole number from 1 to 3600" in failed(capsys, 2, "analyse", str(record), "--budget", "0")
