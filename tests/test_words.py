"""The language of the code: first lines of docstrings are plain sentences, and comments have a subject."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted(path for path in (ROOT / "src" / "nuns").rglob("*.py"))
CLIENT = sorted(path for kind in ("*.ts", "*.svelte") for path in (ROOT / "web" / "src").rglob(kind))
HEADLESS = re.compile(r"(Who|Whoever|Whose|What was) ")
OPENING = re.compile(r'^ *("""|#|//|/\*\*|<!--) *' + HEADLESS.pattern)
FEWEST_WORDS = 4

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def what_is_wrong(line: str) -> str | None:
    """Says what keeps the first line of a docstring from being a plain sentence, or returns None."""
    if not re.match(r"[A-Z`*]", line):
        return "does not begin with a capital letter"
    if HEADLESS.match(line):
        return "begins with a relative clause"
    if not line.endswith((".", "!")):
        return "does not end with a full stop"
    if len(line.split()) < FEWEST_WORDS:
        return "is too short to say anything"
    return None


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Returns the guards who see the dot, as bits (6.6).", None),
        ("``nuns`` is the one program.", None),
        ("7.1, 7.3.", "does not begin with a capital letter"),
        ("4 One stage after another.", "does not begin with a capital letter"),
        ("the tape, off.", "does not begin with a capital letter"),
        ("Whoever is heard marks a dot.", "begins with a relative clause"),
        ("Whose noise was not told.", "begins with a relative clause"),
        ("What was made once is kept.", "begins with a relative clause"),
        ("Returns the guards who see the dot", "does not end with a full stop"),
        ("By dot.", "is too short to say anything"),
    ],
)
def test_a_plain_sentence_is_told_from_others(line: str, fault: str | None) -> None:
    assert what_is_wrong(line) == fault


def is_public(definition: Definition) -> bool:
    return not definition.name.startswith("_")


def public_definitions(tree: ast.Module | Definition) -> Iterator[Definition]:
    """Yields the public classes and functions of a module, with their public methods."""
    for node in tree.body:
        if isinstance(node, Definition) and is_public(node):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public_definitions(node)


def first_line(node: ast.Module | Definition) -> str | None:
    """Returns the first sentence of a docstring that is laid out on one line, or None where there is none."""
    text = ast.get_docstring(node)
    return None if text is None else text.split("\n\n")[0].splitlines()[0]


def faults_of(path: Path) -> Iterator[str]:
    """Says what is wrong with the docstrings of a module."""
    tree, name = ast.parse(path.read_text(encoding="utf-8")), path.relative_to(ROOT).as_posix()
    if first_line(tree) is None:
        yield f"{name}: the module has no docstring"
    lines = [("module", first_line(tree)), *((node.name, first_line(node)) for node in public_definitions(tree))]
    yield from (f"{name}, {owner}: {line!r} {fault}" for owner, line in lines if line is not None and (fault := what_is_wrong(line)))


def test_first_lines_of_docstrings_are_plain_sentences() -> None:
    faults = [fault for path in SOURCES for fault in faults_of(path)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("folder", ["src/nuns", "web/src"])
def test_no_comment_begins_with_a_relative_clause(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in (*SOURCES, *CLIENT)
        if path.is_relative_to(ROOT / folder)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if OPENING.match(line)
    ]
    assert not found, "\n".join(found)
