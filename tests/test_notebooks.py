"""The notebooks of examples/: every cell runs, in order, and training helps."""

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def run(notebook: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The names that a notebook has given when its last cell is done."""
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {}
    found = json.loads(notebook.read_text(encoding="utf-8"))
    assert found["nbformat"] == 4
    for number, cell in enumerate(found["cells"]):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{notebook.name}, cell {number}", "exec"), names)
    return names


def test_there_are_two_notebooks() -> None:
    assert [notebook.name for notebook in NOTEBOOKS] == ["play_and_look.ipynb", "train_and_compare.ipynb"]


def test_a_game_is_played_and_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    names = run(NOTEBOOKS[0], ROOT / "examples", monkeypatch)
    assert names["selected"][0] == names["selected"][1] == "novice_0"
    assert names["picture"].startswith("<svg")
    assert "own_key_dot" not in names["guards"]


def test_training_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    names = run(NOTEBOOKS[1], ROOT, monkeypatch)
    (few, games), (many, more_games) = names["results"]["untrained"], names["results"]["trained"]
    assert many / more_games > few / games + 0.05
    assert "<svg" in names["picture"]
