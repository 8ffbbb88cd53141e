"""The user's folders: where they have been on Linux, or where the environment says."""

import sys
from pathlib import Path

import pytest

from nuns.cli.play import data_folder
from nuns.kernel.cache import cache_home


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("NUNS_CACHE", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path


def test_the_folders_on_linux(home: Path) -> None:
    assert cache_home() == home / ".cache" / "nuns"
    assert data_folder() == home / ".local" / "share" / "nuns"


def test_folders_that_the_environment_names(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "quick"))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "safe"))
    assert cache_home() == home / "quick" / "nuns"
    assert data_folder() == home / "safe" / "nuns"
    monkeypatch.setenv("NUNS_CACHE", str(home / "here"))
    assert cache_home() == home / "here"
