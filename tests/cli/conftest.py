"""Shared by the tests of the program."""

from pathlib import Path

import pytest

from tests.kit.program import dutch_night


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Its record file."""
    path = tmp_path / "night.nuns"
    path.write_text(dutch_night()[1], encoding="utf-8")
    return path
