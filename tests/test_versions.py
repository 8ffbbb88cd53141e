"""One version of the project, named in five files."""

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
RELEASE = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$", re.MULTILINE)


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def cited(field: str) -> str:
    found = re.search(rf"^{field}: (\S+)$", text("CITATION.cff"), re.MULTILINE)
    assert found, f"CITATION.cff has no {field}"
    return found[1]


def test_every_file_names_the_newest_version_of_the_changelog() -> None:
    version, date = RELEASE.findall(text("CHANGELOG.md"))[0]
    lock = json.loads(text("web/package-lock.json"))
    assert tomllib.loads(text("pyproject.toml"))["project"]["version"] == version
    assert (cited("version"), cited("date-released")) == (version, date)
    assert json.loads(text("web/package.json"))["version"] == version
    assert {lock["version"], lock["packages"][""]["version"]} == {version}


def test_the_changelog_is_in_order() -> None:
    """Unreleased changes stand first, then versions from the newest to the oldest, each once."""
    headings = re.findall(r"^## (.+)$", text("CHANGELOG.md"), re.MULTILINE)
    numbers = [tuple(map(int, version.split("."))) for version, _ in RELEASE.findall(text("CHANGELOG.md"))]
    assert headings[0] == "[Unreleased]"
    assert len(headings) == len(numbers) + 1
    assert numbers == sorted(set(numbers), reverse=True)
