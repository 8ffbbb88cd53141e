"""``nuns replay --thoughts``: what a bot would have believed and done."""

import json

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
