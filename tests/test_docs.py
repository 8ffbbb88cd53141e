"""The documents: links lead somewhere, commands are understood, programs run, labels are those of the screen."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from nuns.cli.commands import COMMANDS
from nuns.cli.program import parser
from tests.kit.program import NUNS

ROOT = Path(__file__).parents[1]
LONGEST_LINE = 160
SHOWN = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES = [
    *SHOWN,
    *(ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs" / "decisions").glob("*.md")),
]


def text(page: Path | str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", text(page), flags=re.MULTILINE | re.DOTALL)


def blocks(page: Path | str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text(page), re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The names that GitHub gives the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def is_there(page: Path, target: str) -> bool:
    path, _, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    return file.exists() and (not anchor or anchor in anchors(file))


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(document: Path) -> None:
    targets = [target for target in re.findall(r"\]\(([^)\s]+)\)", prose(document)) if "://" not in target]
    assert [target for target in targets if not is_there(document, target)] == []


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_line_is_too_long_for_a_diff(document: Path) -> None:
    """Rows of tables cannot be wrapped, and parts that a program writes are as it writes them."""
    own = re.sub(r"^<!-- (\w+): written by .*?^<!-- \1 ends -->$", "", text(document), flags=re.MULTILINE | re.DOTALL)
    lines = [line for line in own.splitlines() if not line.startswith("|")]
    assert [line for line in lines if len(line) > LONGEST_LINE] == []


def commands(document: Path) -> list[list[str]]:
    """The words of each `nuns …` with arguments, in a shell block or between backquotes; what leaves something open has an ellipsis."""
    lines = [line.partition(" #")[0] for block in blocks(document, "sh") for line in block.splitlines()]
    found = [line.split()[1:] for line in lines + re.findall(r"`(nuns [^`]+)`", prose(document)) if line.startswith("nuns ")]
    return [words for words in found if len(words) > 1 and words[0] in COMMANDS and "…" not in "".join(words)]


@pytest.mark.parametrize("document", SHOWN, ids=lambda path: path.name)
def test_commands_are_understood(document: Path) -> None:
    for words in commands(document):
        assert parser().parse_args(words).command == words[0], words


def test_labels_of_the_page_for_players_are_on_the_screen() -> None:
    texts = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "web/src/i18n/en").glob("*.ts"))
    labels = set(re.findall(r"\*\*([^*]+)\*\*", text("docs/play.md")))
    assert len(labels) > 20
    assert [label for label in sorted(labels) if f"'{label}'" not in texts] == []


def session(document: str) -> str:
    """A page as one program, in the order of its blocks. A block of Python that begins with a file's name is saved as that file."""
    lines = ["import pathlib, subprocess"]
    for language, block in re.findall(r"^```(python|sh)\n(.*?)^```$", text(document), re.MULTILINE | re.DOTALL):
        if language == "sh":
            words = [[*NUNS, *line.partition(" #")[0].split()[1:]] for line in block.splitlines()]
            lines += [f"subprocess.run({each!r}, check=True)" for each in words]
        elif named := re.match(r"# (\w+\.py)\n", block):
            lines.append(f"pathlib.Path({named[1]!r}).write_text({block!r}, encoding='utf-8')")
        else:
            lines.append(block)
    return "\n".join(lines)


@pytest.mark.parametrize("document", ["docs/tinker.md", pytest.param("docs/research.md", marks=pytest.mark.full)])
def test_programs_and_commands_of_a_page_run(document: str, tmp_path: Path) -> None:
    words = [sys.executable, "-W", "error", "-c", session(document)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, timeout=900)
    assert (done.returncode, done.stderr) == (0, "")
