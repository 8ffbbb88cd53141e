"""The notebooks of examples/: every cell runs, in order, and training helps."""

import json
import re
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


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_with_what_it_shows(notebook: Path) -> None:
    """Each cell of code was run, in order; there is a picture, which is small, and nothing of the machine."""
    kept = notebook.read_text(encoding="utf-8")
    code = [cell for cell in json.loads(kept)["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    shown = [output for cell in code for output in cell["outputs"]]
    assert "error" not in {output["output_type"] for output in shown}
    assert any({"image/png", "image/svg+xml"} & set(output.get("data", ())) for output in shown)
    assert len(kept) < 200_000
    assert not re.search(r"/(home|root|tmp|work|Users)/", kept)


def test_a_game_is_played_and_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    names = run(NOTEBOOKS[0], ROOT / "examples", monkeypatch)
    assert names["selected"][0] == names["selected"][1] == "novice_0"
    assert names["picture"].width == 640
    assert "own_key_dot" not in names["guards"]


def test_training_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    names = run(NOTEBOOKS[1], ROOT, monkeypatch)
    (few, games), (many, more_games) = names["results"]["untrained"], names["results"]["trained"]
    assert many / more_games > few / games + 0.05
    assert "<svg" in names["picture"]
