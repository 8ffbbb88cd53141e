"""docs/architecture.md: its pictures show the import contracts of pyproject.toml, and what it names is there."""

import re
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PICTURES: dict[str, str] = dict(re.findall(r"^```mermaid\n%% (\S+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL))
CONTRACTS: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
LAYERED = {contract["containers"][0]: contract["layers"] for contract in CONTRACTS if contract["type"] == "layers"}
UNDRAWN = {"__main__"}  # one line that calls the program


def is_there(container: str, module: str) -> bool:
    path = ROOT / "src" / Path(*container.split(".")) / module
    return path.is_dir() or path.with_suffix(".py").is_file()


def layers(container: str) -> list[list[str]]:
    """The modules of each layer that exist, from the top down; a layer without any is left out."""
    named = [re.findall(r"\w+", layer) for layer in LAYERED[container]]
    there = [[module for module in layer if module not in UNDRAWN and is_there(container, module)] for layer in named]
    return [layer for layer in there if layer]


def test_every_contract_on_layers_has_a_picture() -> None:
    assert PICTURES.keys() == LAYERED.keys()
    assert len(PICTURES) == TEXT.count("```mermaid")


@pytest.mark.parametrize("container", LAYERED)
def test_a_picture_has_the_boxes_and_arrows_of_its_contract(container: str) -> None:
    picture, found = PICTURES[container], layers(container)
    boxes = re.findall(r"^    (\w+)\[\"[^\"]+\"\]$", picture, re.MULTILINE)
    arrows = re.findall(r"^    (\w+) --> (\w+)$", picture, re.MULTILINE)
    assert boxes == [module for layer in found for module in layer]
    assert arrows == [(upper, lower) for above, below in pairwise(found) for upper in above for lower in below]


def test_no_line_of_a_picture_is_left_unchecked() -> None:
    """Only the client, which imports nothing of Python, is drawn besides: it talks to the server."""
    known = r"flowchart TD|    \w+\[\"[^\"]+\"\]|    \w+ --> \w+"
    others = [line for picture in PICTURES.values() for line in picture.splitlines() if not re.fullmatch(known, line)]
    assert [re.findall(r"\w+", line)[0] for line in others] == ["web"]


def test_modules_that_are_named_exist() -> None:
    """Paths such as ``rules/turn.py`` are those of the package or of the repository; a bare ``codes.py`` is somewhere in the package."""
    names = {name for span in re.findall(r"`([^`\n]+)`", TEXT) for name in re.findall(r"^[\w/]+\.py\b", span)}
    files = {
        f"/{path.relative_to(ROOT).as_posix()}" for folder in ("src/nuns", "research", "tools") for path in (ROOT / folder).rglob("*.py")
    }
    assert len(names) > 20
    assert [name for name in sorted(names) if not any(file.endswith(f"/{name}") for file in files)] == []
