"""``nuns replay --thoughts``: what a bot would have believed and done; and ``nuns ladder`` with some bots only."""

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
        (("--thoughts", "careful"), 2, "expected --thoughts with --seat and one of guards, "),
        (("--seat", "spectator", "--thoughts", "careful"), 2, "got spectator"),
        (("--seat", "guards", "--thoughts", "clever"), 2, "expected a bot for the guards among"),
    ],
)
def test_what_cannot_be_thought_is_told_in_one_line(capsys: Captured, words: tuple[str, ...], status: int, fault: str) -> None:
    left, out, err = ran(capsys, "replay", str(RECORD), *words)
    assert (left, out) == (status, "")
    assert fault in err
    assert err.count("\n") == 1


def test_a_ladder_of_some_guards_and_some_novices(capsys: Captured, tmp_path: Path) -> None:
    some = ("--guards", "greedy", "--novice-bots", "random,greedy", "--novices", "1", "--games", "20", "--workers", "1", "--json")
    status, out, _ = ran(capsys, "ladder", *some, "--results", str(tmp_path / "results.jsonl"))
    assert status == 0
    cells = json.loads(out)["cells"]
    assert [(each["guards"], each["novices"], each["games"]) for each in cells] == [("greedy", "random", 20), ("greedy", "greedy", 20)]
    status, _, err = ran(capsys, "ladder", "--novice-bots", "truth")
    assert status == 2
    assert "expected bots among random, greedy, careful, belief, search; got 'truth'" in err
