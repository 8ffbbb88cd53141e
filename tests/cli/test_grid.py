"""``nuns simulate --grid``, ``nuns merge`` and ``nuns report``: what they write, print and refuse."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import msgspec
import pytest

from nuns.cli.arguments import duration, progress_lines
from nuns.lab.run import journal_path
from nuns.lab.table import dots_path, read_table
from nuns.server.settings import Settings
from nuns.server.web.api.board import fair_tables
from nuns.server.web.api.values import FairTable
from tests.kit.program import NUNS, failed, printed, ran

Captured = pytest.CaptureFixture[str]
TOML = """
games = 4
traced = 4
editions = ["mayfair"]
options = ["", "turns=14"]
novices = [1, 2]
bots = [{ guards = "greedy", novices = "greedy" }]
"""


@pytest.fixture
def grid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A grid in a folder of its own, which is the current one."""
    monkeypatch.chdir(tmp_path)
    Path("small.toml").write_text(TOML, encoding="utf-8")
    return "small.toml"


def test_a_grid_is_played_into_a_table_of_its_name(capsys: Captured, grid: str) -> None:
    out = printed(capsys, "simulate", "--grid", grid, "--workers", "1")
    assert out.startswith("16 games played in ")
    assert out.endswith("; 16 games of 4 cells in small.csv\n")
    assert read_table(Path("small.csv")).played == 16
    assert printed(capsys, "simulate", "--grid", grid, "--workers", "1").startswith("0 games played in ")


def test_figures_of_a_grid_as_json(capsys: Captured, grid: str) -> None:
    told = json.loads(
        printed(capsys, "simulate", "--grid", grid, "--games", "2", "--seed", "3", "--table", "a.csv", "--workers", "1", "--json")
    )
    assert told.pop("seconds") > 0
    assert told == {"games": 8, "played": 8, "cells": 4, "faults": 0, "table": "a.csv", "dots": "a-dots.csv"}
    assert read_table(Path("a.csv")).head.grid.seed == 3


def test_shards_are_merged(capsys: Captured, grid: str) -> None:
    printed(capsys, "simulate", "--grid", grid, "--workers", "1")
    for shard in ("1/2", "2/2"):
        printed(capsys, "simulate", "--grid", grid, "--workers", "1", "--shard", shard, "--table", f"{shard[0]}.csv")
    assert printed(capsys, "merge", "1.csv", "2.csv", "--table", "both.csv") == "16 games in both.csv\n"
    for name in (Path("small.csv"), dots_path(Path("small.csv"))):
        assert Path(name.name.replace("small", "both")).read_bytes() == name.read_bytes()
    told = json.loads(printed(capsys, "merge", "2.csv", "1.csv", "--table", "both.csv", "--json"))
    assert told == {"games": 16, "faults": 0, "table": "both.csv", "dots": "both-dots.csv"}
    assert "expected all 16 games of the grid; got 8" in failed(capsys, 1, "merge", "1.csv", "--table", "one.csv")


@pytest.mark.parametrize(
    "words, fault",
    [
        (("--shard", "3/2"), "expected a part such as 1/4, counted from 1; got '3/2'"),
        (("--shard", "half"), "expected a part such as 1/4, counted from 1; got 'half'"),
        (("--edition", "dutch"), "expected the grid to say what is played; got --edition"),
        (("--set", "blessings=off"), "expected the grid to say what is played; got --set"),
        (("--guards", "belief"), "expected the grid to say what is played; got --guards"),
        (("--records", "games"), "expected no --records with --grid; got --records"),
        (("--device", "cuda"), "expected no --device with --grid; got --device"),
    ],
)
def test_flags_that_do_not_go_with_a_grid_are_refused(capsys: Captured, grid: str, words: tuple[str, ...], fault: str) -> None:
    assert fault in failed(capsys, 2, "simulate", "--grid", grid, *words)
    assert not Path("small.csv").exists()


def test_a_table_in_another_format_is_refused(capsys: Captured, grid: str) -> None:
    for words in (("simulate", "--grid", grid), ("merge", "1.csv")):
        told = failed(capsys, 2, *words, "--table", "games.parquet")
        assert "expected a CSV file for the games, such as games.csv; got 'games.parquet', and tables are written as CSV only" in told
    assert not Path("games.parquet").exists()


FOLDERS = [
    *(("simulate", "--grid", path) for path in (".", "/", "..", "folder")),
    *(("simulate", "--grid", "small.toml", "--table", path) for path in (".", "/", "..", "folder", "folder/")),
    *(("merge", "1.csv", "2.csv", "--table", path) for path in (".", "/", "folder")),
    ("merge", "1.csv", ".", "--table", "a.csv"),
    ("report", "1.csv", ".", "--json"),
    *(("report", "1.csv", flag, path) for flag in ("--html", "--fair") for path in (".", "/", "folder")),
    ("report", "1.csv", "--pictures", "pictures", "--page", "folder"),
]


@pytest.mark.parametrize("words", FOLDERS, ids=" ".join)
def test_a_folder_is_no_file(capsys: Captured, grid: str, words: tuple[str, ...]) -> None:
    Path("folder").mkdir()
    path = next(word for word in words if word in (".", "/", "..", "folder", "folder/"))
    assert f"expected the name of a file; got {path!r}, which is a folder" in failed(capsys, 2, *words)
    assert sorted(path.name for path in Path().iterdir()) == ["folder", "small.toml"]


def test_pictures_go_into_a_folder(capsys: Captured, grid: str) -> None:
    line = failed(capsys, 2, "report", "1.csv", "--page", "page.md", "--pictures", "small.toml")
    assert "expected the name of a folder; got 'small.toml', which is a file" in line


@pytest.mark.parametrize("flag, value", [("--table", "a.csv"), ("--shard", "1/2"), ("--cluster", "auto")])
def test_flags_of_grids_want_a_grid(capsys: Captured, flag: str, value: str) -> None:
    assert f"expected --grid FILE with {flag}; got none" in failed(capsys, 2, "simulate", flag, value)


def test_a_bad_grid_and_a_bad_table_are_told_in_one_line(capsys: Captured, grid: str) -> None:
    assert "expected a grid file; got none.toml: No such file" in failed(capsys, 2, "simulate", "--grid", "none.toml")
    Path("small.csv").write_text("edition\n", encoding="utf-8")
    assert "expected a table of games; got small.csv, which does not begin as one" in failed(capsys, 1, "simulate", "--grid", grid)
    assert "expected to write a table to small.toml/a.csv" in failed(capsys, 1, "simulate", "--grid", grid, "--table", "small.toml/a.csv")


def test_a_cluster_needs_ray(capsys: Captured, grid: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)  # as where it is not installed
    line = failed(capsys, 1, "simulate", "--grid", grid, "--cluster", "auto")
    assert "expected Ray for --cluster; got none: install the extra cluster, .venv/bin/uv pip install -e '.[cluster]'" in line


@pytest.mark.full
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no groups of processes on this system")
def test_a_grid_that_is_killed_goes_on_where_it_stopped(grid: str, tmp_path: Path) -> None:
    words = [*NUNS, "simulate", "--grid", grid, "--games", "300", "--workers", "2"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}  # a game takes a moment, and so does each of its pieces
    program = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True, env=environment)
    journal, deadline = journal_path(tmp_path / "small.csv"), time.monotonic() + 120
    try:
        while not (journal.exists() and journal.read_bytes().count(b"\n") > 3):
            assert program.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
    finally:
        os.killpg(program.pid, signal.SIGKILL)
        program.communicate(timeout=60)
    kept = journal.read_bytes().count(b"\n") - 1
    assert kept > 2
    done = subprocess.run([*words[:-2], "--games", "300", "--json"], capture_output=True, timeout=300)
    told = json.loads(done.stdout)
    assert told["games"] == 1200
    assert 0 < told["played"] <= 1200 - kept


BROKEN = """
class Broken:
    def choose(self, view, actions, rng):
        raise ValueError("lost")
"""


def test_faults_of_bots_are_told_however_often_a_table_is_read(capsys: Captured, grid: str) -> None:
    Path("own.py").write_text(BROKEN, encoding="utf-8")
    Path(grid).write_text(TOML.replace('guards = "greedy"', 'guards = "own.py:Broken"').replace("[1, 2]", "[1]"), encoding="utf-8")
    play = ("simulate", "--grid", grid, "--games", "2", "--workers", "1")
    status, _, err = ran(capsys, *play)
    assert status == 1
    assert "ValueError: lost" in err
    faults = read_table(Path("small.csv")).faults
    assert faults > 4
    for words in (play, (*play, "--json")):
        status, out, err = ran(capsys, *words)
        assert (status, err) == (
            1,
            f"nuns simulate: bots failed {faults} times in games of earlier runs; see the column faults of small.csv\n",
        )
    assert json.loads(out)["faults"] == faults
    status, _, err = ran(capsys, *play, "--games", "3")
    more = read_table(Path("small.csv")).faults
    assert status == 1
    assert more > faults
    assert f"bots failed {faults} times in games of earlier runs" in err
    status, out, err = ran(capsys, "merge", "small.csv", "--table", "whole.csv", "--json")
    assert (status, json.loads(out)["faults"]) == (1, more)
    assert err == f"nuns merge: bots failed {more} times in games of earlier runs; see the column faults of whole.csv\n"
    told = json.loads(printed(capsys, "report", "whole.csv", "--json"))
    assert told["faults"] == sum(cell["faults"] for cell in told["cells"]) == more
    line = failed(capsys, 1, "report", "whole.csv", "--html", "page.html", "--fair", "fair.json")
    bots = "own.py:Broken / greedy"
    assert line == f"nuns report: expected games without faults of bots, to find what is fair; got {more} faults of {bots}\n"
    assert not Path("page.html").exists()
    assert not Path("fair.json").exists()


def test_what_is_left_is_told_in_lines_where_there_is_no_terminal(capsys: Captured) -> None:
    with progress_lines("nuns simulate", "games", 10, every=0.0) as advance:
        advance(4)
        advance(2)
    err = capsys.readouterr().err
    assert err.startswith("nuns simulate: 6 of 10 games, about ")
    assert err.endswith(" left\n")
    assert [duration(seconds) for seconds in (40, 700, 12_600)] == ["40 s", "12 min", "3.5 h"]


# -- the report ------------------------------------------------------------------------------------------------------------


def test_a_report_is_one_page_and_figures(capsys: Captured, grid: str) -> None:
    printed(capsys, "simulate", "--grid", grid, "--workers", "1")
    assert printed(capsys, "report", "small.csv", "--html", "page.html") == "16 games in page.html\n"
    assert Path("page.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    told = json.loads(printed(capsys, "report", "small.csv", "--json"))
    assert [(cell["options"], cell["novices"], cell["games"]) for cell in told["cells"]] == [
        ("", 1, 4),
        ("turns=14", 1, 4),
        ("", 2, 4),
        ("turns=14", 2, 4),
    ]
    assert [effect["games"] for effect in told["effects"]] == [4, 4]


def test_what_is_fair_is_written_as_the_lobby_reads_it(capsys: Captured, grid: str, monkeypatch: pytest.MonkeyPatch) -> None:
    printed(capsys, "simulate", "--grid", grid, "--workers", "1")
    assert printed(capsys, "report", "small.csv", "--fair", "fair.json") == "16 games in fair.json\n"
    assert Path("fair.json").read_text(encoding="utf-8") == "[]\n"  # such greedy novices are always caught
    monkeypatch.setattr("nuns.lab.balance.FAIR", 0.5)
    printed(capsys, "report", "small.csv", "--fair", "fair.json")
    tables = msgspec.json.decode(Path("fair.json").read_bytes(), type=tuple[FairTable, ...])
    assert [(each.edition, each.novices, each.games) for each in tables] == [("mayfair", 1, 2), ("mayfair", 2, 2)]
    for each in tables:
        assert set(each.options.items()) <= {("turns", 14)}
        assert 0 <= each.interval[0] <= each.guards_win_rate <= each.interval[1] <= 1
        Settings(edition=each.edition, novices=each.novices, guard_players=each.guard_players, options=each.options).table()


def test_what_the_lobby_offers_can_be_played() -> None:
    offered = fair_tables()
    assert len({(each.edition, each.novices, each.guard_players) for each in offered}) == len(offered)
    for each in offered:
        Settings(edition=each.edition, novices=each.novices, guard_players=each.guard_players, options=each.options).table()


def test_a_table_without_variants_says_nothing_about_fairness(capsys: Captured, grid: str) -> None:
    Path(grid).write_text(TOML.replace(', "turns=14"', ""), encoding="utf-8")
    printed(capsys, "simulate", "--grid", grid, "--workers", "1")
    line = failed(capsys, 1, "report", "small.csv", "--fair", "fair.json")
    assert "expected variants of editions, to find the fairest; got a table without" in line
    assert not Path("fair.json").exists()


def test_the_document_and_its_picture_are_written(capsys: Captured, grid: str) -> None:
    printed(capsys, "simulate", "--grid", grid, "--workers", "1")
    Path("docs").mkdir()
    Path("docs/balance.md").write_text("# Balance\n\nBefore.\n", encoding="utf-8")
    printed(capsys, "report", "small.csv", "--page", "docs/balance.md", "--pictures", "docs/pictures")
    page = Path("docs/balance.md").read_text(encoding="utf-8")
    assert page.startswith("# Balance\n\nBefore.\n\n<!-- balance: ")
    assert "(pictures/balance.svg)" in page
    assert Path("docs/pictures/balance.svg").read_text(encoding="utf-8").startswith("<svg")
    printed(capsys, "report", "small.csv", "--page", "docs/balance.md", "--pictures", "docs/pictures")
    assert Path("docs/balance.md").read_text(encoding="utf-8") == page
    assert "expected --page FILE and --pictures DIR together" in failed(capsys, 2, "report", "small.csv", "--page", "docs/balance.md")


def test_a_report_without_anything_to_write_is_refused(capsys: Captured, grid: str) -> None:
    assert "expected --html, --page, --fair or --json; got none of them" in failed(capsys, 2, "report", "small.csv")
    assert "expected a table of games; got small.csv: No such file" in failed(capsys, 1, "report", "small.csv", "--json")
    status, _, err = ran(capsys, "report", "small.csv", "--html", "none/page.html")
    assert (status, err) == (1, "nuns report: expected a file that can be written; got none/page.html: No such file or directory\n")
