"""The README: its game is played, and its commands are understood."""

import re
import subprocess
import sys
from pathlib import Path

from nuns.cli.program import parser

ROOT = Path(__file__).parents[1]


def readme() -> str:
    path = ROOT / "README.md"
    assert path.exists(), "there is no README.md"
    return path.read_text(encoding="utf-8")


def the_game() -> str:
    blocks = re.findall(r"^```python\n(.*?)^```$", readme(), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1, f"expected one ```python block in README.md, got {len(blocks)}"
    return str(blocks[0])


def test_the_game_of_the_readme_is_played_to_its_end() -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-c", the_game()], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert len(lines) > 20
    assert re.search(r"win|wins", lines[-2])
    assert "Outcome(reason=" in lines[-1]


def test_the_game_of_the_readme_is_short() -> None:
    lines = [line for line in the_game().splitlines() if line.strip()]
    assert len(lines) <= 15
    assert max(map(len, lines)) <= 140


def test_commands_of_the_readme_are_understood() -> None:
    examples = [line.split()[1:] for line in readme().splitlines() if line.startswith("nuns ")]
    assert examples
    for words in examples:
        assert parser().parse_args(words).command == words[0]
