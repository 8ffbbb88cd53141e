"""``nuns ladder``: some bots only, what it writes, what it refuses before it plays, and what is left of it when it is stopped."""

import json
import os
import signal
import subprocess
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from nuns.cli.bot_games import COMPILING
from nuns.cli.ladder import EXAMPLE, games_wanted
from nuns.cli.program import parser
from nuns.lab.balance import read_balance
from nuns.lab.grid import GridCell
from nuns.lab.ladder import RUNGS, is_searched
from nuns.lab.report.ladder_page import BEGIN, END
from nuns.lab.run import head_so_far, journal_path, open_table
from tests.kit.program import NUNS, PATIENCE, failed, ran

Captured = pytest.CaptureFixture[str]
SMALL = ("ladder", "--guards", "greedy", "--novice-bots", "random,greedy", "--novices", "1", "--games", "2", "--workers", "1")


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return tmp_path / "ladder.csv"


def refused(capsys: Captured, status: int, *words: str) -> str:
    """The one line of a ladder that was not even begun."""
    return failed(capsys, status, *SMALL, *words)


def test_a_ladder_of_some_guards_and_some_novices(capsys: Captured, results: Path) -> None:
    status, out, err = ran(capsys, *SMALL, "--json", "--results", str(results))
    assert status == 0
    assert [line for line in err.splitlines() if COMPILING not in line] == ["nuns ladder: 4 games to play: 4 of bots without memory"]
    cells = json.loads(out, parse_constant=pytest.fail)["cells"]
    assert [(each["guards"], each["novices"], each["games"]) for each in cells] == [("greedy", "random", 2), ("greedy", "greedy", 2)]
    assert ran(capsys, *SMALL, "--json", "--results", str(results)) == (0, out, "nuns ladder: 0 games to play\n")


def test_the_page_and_the_picture_are_written(capsys: Captured, results: Path, tmp_path: Path) -> None:
    document, drawn = tmp_path / "bots.md", tmp_path / "ladder.svg"
    document.write_text(f"# Bots\n\n{BEGIN}\nold\n{END}\n\nafter\n", encoding="utf-8")
    status, out, _ = ran(capsys, *SMALL, "--results", str(results), "--page", str(document), "--picture", str(drawn))
    assert status == 0
    assert document.read_text(encoding="utf-8") == f"# Bots\n\n{BEGIN}\n\n{out.strip()}\n\n{END}\n\nafter\n"
    assert "| 1 novice: guards \\ novices | random | greedy |" in out
    assert drawn.read_text(encoding="utf-8").startswith("<svg")


def wanted(*words: str) -> dict[GridCell, int]:
    return games_wanted(parser().parse_args(["ladder", *words]))


def test_guards_who_know_the_truth_are_counted_with_those_who_search() -> None:
    some = wanted("--games", "7", "--search-games", "3", "--guards", "greedy,truth", "--novice-bots", "careful,search", "--novices", "1")
    assert list(some.values()) == [7, 3, 3, 3]
    assert {cell.guards for cell in wanted()} == set(RUNGS)


def test_the_example_searches_nothing() -> None:
    assert not any(map(is_searched, wanted(*EXAMPLE.split()[2:])))


@pytest.mark.parametrize(
    "words, fault",
    [
        (("--novice-bots", "truth"), "expected bots among random, greedy, careful, belief, search; got 'truth'"),
        (("--novices", "1,7"), "expected numbers of novices from 1 to 6; got '7'"),
        (("--page", "a.md", "--picture", "a.md"), "expected different files; got "),
    ],
)
def test_bad_usage_is_told(capsys: Captured, results: Path, words: tuple[str, ...], fault: str) -> None:
    assert fault in refused(capsys, 2, "--results", str(results), *words)
    assert not results.exists()


@pytest.mark.parametrize("flag", ["--page", "--picture"])
def test_a_file_that_cannot_be_written_is_named_before_a_game_is_played(capsys: Captured, results: Path, tmp_path: Path, flag: str) -> None:
    for path in (tmp_path, tmp_path / "none" / "file"):
        line = refused(capsys, 1, "--results", str(results), flag, str(path))
        assert line.startswith(f"nuns ladder: expected a file that can be written; got {path}: ")
    assert not results.exists()


def test_a_page_that_is_no_text_is_named_before_a_game_is_played(capsys: Captured, results: Path, tmp_path: Path) -> None:
    document = tmp_path / "bots.md"
    document.write_bytes(b"\xff\xfe")
    assert f"expected a document in UTF-8; got {document}" in refused(capsys, 1, "--results", str(results), "--page", str(document))
    assert document.read_bytes() == b"\xff\xfe"


def test_results_that_cannot_be_kept_are_named(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert f"got '{tmp_path}', which is a folder" in refused(capsys, 2, "--results", str(tmp_path))
    assert f"got {tmp_path}/file, which does not begin as one" in refused(capsys, 1, "--results", str(tmp_path / "file"))
    status, _, err = ran(capsys, *SMALL, "--results", str(tmp_path / "file" / "below"))
    assert status == 1
    assert err.splitlines()[-1].startswith(f"nuns ladder: expected to write a table to {tmp_path}/file/below; got ")


def test_a_worker_that_is_ended_is_told_in_one_line(capsys: Captured, results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*given: object, **more: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr("nuns.cli.grid.run_grid", dies)
    status, out, err = ran(capsys, *SMALL, "--results", str(results))
    assert (status, out) == (1, "")
    line = f"expected all workers to finish; got one that was killed: the games so far are in {results}.part"
    assert err.splitlines()[-1] == f"nuns ladder: {line}"


def test_without_a_compiler_policies_play_and_others_are_refused(results: Path) -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([*NUNS, *SMALL, "--results", str(results)], capture_output=True, timeout=PATIENCE, env=environment)
    assert done.returncode == 0
    assert len(read_balance([results]).cells) == 2
    words = [*NUNS, *SMALL, "--novice-bots", "belief", "--results", str(results)]
    done = subprocess.run(words, capture_output=True, timeout=PATIENCE, env=environment)
    assert done.returncode == 1
    told = "expected Numba, which belief novices need; got none, or it is switched off"
    assert done.stderr.decode() == f"nuns ladder: {told}\n"


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no groups of processes on this system")
def test_an_interrupt_ends_it_at_once_and_what_was_played_is_kept(results: Path) -> None:
    words = ("ladder", "--guards", "random", "--novice-bots", "random", "--novices", "6", "--games", "1000", "--workers", "2")
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}  # a game takes a moment, and so does each of its pieces
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    program = subprocess.Popen(
        [*NUNS, *words, "--results", str(results)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=environment,
    )
    signal.signal(signal.SIGINT, before)
    deadline = time.monotonic() + PATIENCE
    try:
        journal = journal_path(results)
        while not (journal.exists() and journal.read_bytes().count(b"\n") > 5):
            assert program.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
        os.killpg(program.pid, signal.SIGINT)
        _, err = program.communicate(timeout=PATIENCE)
    finally:
        if program.poll() is None:
            os.killpg(program.pid, signal.SIGKILL)
    assert program.returncode == 130
    assert err.endswith(b"nuns: stopped\n")
    assert err.count(b"\n") == 2
    assert journal.read_bytes().endswith(b"\n")
    head = head_so_far(results)
    assert head is not None
    assert 5 <= open_table(results, head.grid).played < 1000
