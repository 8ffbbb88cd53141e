"""``nuns replay --thoughts``: what a bot would have believed and done."""

import json
from pathlib import Path

import pytest

from nuns.cli import main
from tests.kit import golden

Captured = pytest.CaptureFixture[str]
RECORD = sorted(golden.RECORDS.glob("*.nuns"))[0]


def ran(capsys: Captured, *words: str) -> tuple[int, str, str]:
    status = main(words)
    written = capsys.readouterr()
    return status, written.out, written.err


def test_thoughts_are_told_turn_by_turn(capsys: Captured) -> None:
    status, out, err = ran(capsys, "replay", str(RECORD), "--seat", "guards", "--thoughts", "careful")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Turn 1"
    assert any(line.startswith("  abbess: believes novice ") for line in lines)
    status, out, err = ran(capsys, "replay", str(RECORD), "--seat", "guards", "--thoughts", "careful", "--events")
    told = [json.loads(line) for line in out.splitlines()]
    assert [line.strip() for line in lines if line.startswith("  ")] == [each["thought"] for each in told]
    assert {(each["seat"], each["bot"]) for each in told} == {("guards", "careful")}


@pytest.mark.parametrize(
    "words, status, fault",
    [
        (("--thoughts", "careful"), 2, "expected --thoughts with --seat guards or --seat "),
        (("--seat", "spectator", "--thoughts", "careful"), 2, "got spectator"),
        (("--seat", "guards", "--thoughts", "clever"), 2, "expected a bot for the guards among"),
    ],
)
def test_what_cannot_be_thought_is_told_in_one_line(capsys: Captured, words: tuple[str, ...], status: int, fault: str) -> None:
    left, out, err = ran(capsys, "replay", str(RECORD), *words)
    assert (left, out) == (status, "")
    assert fault in err
    assert err.count("\n") == 1


OWN = """print("loading")
class Mine:
    {}
    def choose(self, view, actions, rng):
        print("hm")
        return actions[0]
class Thought:
    turn = 1
    def __str__(self):
        return "hm."
"""
BROKEN = [
    ("def __init__(self): 1 / 0", "mine.py:Mine: line 3: ZeroDivisionError: division by zero"),
    ("def __init__(self, hat): ...", "mine.py:Mine: TypeError: "),
    ("def observe(self, events): raise KeyboardInterrupt", "mine.py:Mine: line 3: KeyboardInterrupt"),
    ("thoughts = 5", "expected a list of thoughts, each with its turn, of Mine; got TypeError: "),
    ("thoughts = ['x']", "expected a list of thoughts, each with its turn, of Mine; got AttributeError: "),
    ("pass", "expected a bot that keeps thoughts; got Mine"),
    ("", "expected a Python file; got none at "),
]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "mine.py"


@pytest.mark.parametrize("body, fault", BROKEN, ids=[body for body, _ in BROKEN])
def test_a_bot_of_ones_own_that_cannot_say_is_told_in_one_line(capsys: Captured, mine: Path, body: str, fault: str) -> None:
    if body:
        mine.write_text(OWN.format(body), encoding="utf-8")
    status, out, err = ran(capsys, "replay", str(RECORD), "--seat", "guards", "--thoughts", f"{mine}:Mine")
    assert (status, out) == (1, "")
    told = [line for line in err.splitlines() if line not in ("loading", "hm")]
    assert len(told) == 1
    assert fault in told[0]


def test_what_a_bot_of_ones_own_prints_is_not_among_the_thoughts(capsys: Captured, mine: Path) -> None:
    mine.write_text(OWN.format("thoughts = property(lambda self: [Thought()])"), encoding="utf-8")
    status, out, err = ran(capsys, "replay", str(RECORD), "--seat", "guards", "--thoughts", "mine.py:Mine")
    assert (status, out) == (0, "Turn 1\n  hm.\n")
    assert err.startswith("loading\nhm\n")
