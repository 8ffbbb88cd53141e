"""``nuns bench start``: what it measures, not how fast it is."""

import os
import subprocess
from typing import Any

import pytest

from nuns.bench import start


def test_each_figure_is_of_a_process_with_an_empty_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    def run(command: list[str], *, env: dict[str, str], check: bool) -> None:
        assert check
        assert os.listdir(env[start.CACHE]) == []
        begun.append(command[-1])

    monkeypatch.setattr(subprocess, "run", run)
    figures: dict[str, Any] = start.start()
    assert list(figures) == ["cpu_seconds_all", "cpu_seconds_first_table", "wall_seconds_to_normal_bot"]
    assert begun == list(start.THINGS) == ["everything", "first-table", "normal-bot"]


def test_a_bot_of_the_normal_level_decides() -> None:
    start.await_normal_bot()  # raises an error if it does not
