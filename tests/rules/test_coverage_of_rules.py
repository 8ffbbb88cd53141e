"""Every numbered paragraph of the rules has a test that names it, and no test names a paragraph that is not there."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
RULES = (TESTS.parent / "docs" / "rules.md").read_text(encoding="utf-8")
PARAGRAPHS = re.findall(r"\*\*(\d+\.\d+)\*\*", RULES)
SECTIONS = re.findall(r"^## (\d+)\. ", RULES, re.MULTILINE)


def marks(source: str) -> Iterator[str]:
    """The numbers in every ``pytest.mark.rule(...)`` of a file."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr="rule", value=ast.Attribute(attr="mark")), args=numbers):
                yield from (str(ast.literal_eval(number)) for number in numbers)
            case _:
                pass


@cache
def named() -> dict[str, set[str]]:
    """The files that name each number."""
    found: dict[str, set[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for number in marks(file.read_text(encoding="utf-8")):
            found.setdefault(number, set()).add(file.relative_to(TESTS).as_posix())
    return found


def test_the_rules_are_numbered_without_a_gap() -> None:
    assert [int(section) for section in SECTIONS] == list(range(1, 14))
    assert len(set(PARAGRAPHS)) == len(PARAGRAPHS)
    for section in SECTIONS:
        counted = [int(number.split(".")[1]) for number in PARAGRAPHS if number.split(".")[0] == section]
        assert counted == list(range(counted[0], counted[0] + len(counted))) if counted else section == "12"


def test_every_paragraph_of_the_rules_has_a_test() -> None:
    covered = named()
    missing = [number for number in PARAGRAPHS if number not in covered]
    assert not missing, f"no test is marked with rule {', '.join(missing)}"


def test_every_mark_names_a_paragraph_or_a_section_of_the_rules() -> None:
    unknown = {number: files for number, files in named().items() if number not in {*PARAGRAPHS, *SECTIONS}}
    assert not unknown, f"no such rule: {unknown}"
