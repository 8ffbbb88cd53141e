"""The ladder: a grid that is played in pieces, kept as it goes, gone on with where it stopped or with more bots, and written as a page."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from nuns.lab import ladder
from nuns.lab.balance import Balance, CellResults, balance_of, paired_difference, read_balance
from nuns.lab.ceiling import CEILING
from nuns.lab.fingerprint import SOURCES, code_of, played_version
from nuns.lab.games import play_games
from nuns.lab.grid import Grid, GridCell
from nuns.lab.ladder import QUIET, TEST_SEED, cells_of, compared, ladder_grid, pairing
from nuns.lab.pool import SerialPool
from nuns.lab.report.ladder_page import BEGIN, END, difference_table, page, picture
from nuns.lab.report.tables import insert_page
from nuns.lab.run import journal_path, open_table, pieces_of, run_grid
from nuns.lab.table import BadTable, GameTable, fresh_head, write_table
from nuns.referee.game_setup import GameSetup
from nuns.rules.words import GUARDS_WIN

PAIRING, OTHER = pairing("greedy", "random", 1), pairing("random", "greedy", 1)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return tmp_path / "ladder.csv"


def climbed(path: Path, wanted: Mapping[GridCell, int], done: list[int]) -> Balance:
    """Plays what is missing of a ladder."""
    table = open_table(path, ladder_grid(path, wanted))
    run_grid(path, table, SerialPool(), 1, done.append, pieces_of(table, wanted))
    return balance_of(path, table)


def won(wins: Mapping[GridCell, str]) -> Balance:
    """Cells with made-up games, ``1`` where the guards won, from the first on."""
    cells = {cell: CellResults(cell, {(TEST_SEED, index): each == "1" for index, each in enumerate(games)}) for cell, games in wins.items()}
    return Balance({}, cells)


def test_what_is_missing_is_played_and_nothing_twice(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nuns.lab.run.COMPILED", 20)
    done: list[int] = []
    first = climbed(results, {PAIRING: 40}, done)
    assert first.cells[PAIRING].games == 40
    assert done == [20, 20]
    done.clear()
    assert climbed(results, {PAIRING: 45}, done).cells[PAIRING].games == 45
    assert done == [5]
    assert climbed(results, {PAIRING: 40}, done).cells[PAIRING].wins.items() >= first.cells[PAIRING].wins.items()
    assert done == [5]


def test_other_pairings_are_added_and_those_of_before_stay(results: Path) -> None:
    first = climbed(results, {PAIRING: 4}, [])
    done: list[int] = []
    both = climbed(results, {OTHER: 3}, done)
    assert sum(done) == 3
    assert both.cells[PAIRING].wins == first.cells[PAIRING].wins
    assert [cell.games for cell in cells_of(read_balance([results]))] == [3, 4]


def test_of_a_ladder_that_was_stopped_only_what_is_wanted_now_is_played(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest is kept for the day on which it is wanted again."""
    monkeypatch.setattr("nuns.lab.run.COMPILED", 2)
    wanted = {PAIRING: 6, OTHER: 6}
    table = open_table(results, ladder_grid(results, wanted))
    begun = pieces_of(table, wanted)[:3]
    run_grid(results, table, SerialPool(), 1, pieces=begun)
    assert journal_path(results).exists()
    done: list[int] = []
    some = climbed(results, {OTHER: 5}, done)
    assert some.cells[OTHER].games >= 5
    assert not results.exists()
    rest: list[int] = []
    whole = climbed(results, wanted, rest)
    assert 2 * len(begun) + sum(done) + sum(rest) == 12
    assert {cell: found.games for cell, found in whole.cells.items()} == wanted
    assert not journal_path(results).exists()
    assert read_balance([results]).cells == whole.cells


def test_guards_who_know_the_truth_win_more_than_those_who_believe() -> None:
    setup = GameSetup("mayfair", QUIET, 1)
    truth, belief = (
        int((play_games(setup, TEST_SEED, range(8), pairing(guards, "careful", 1).lineup).ends["winners"] == GUARDS_WIN).sum())
        for guards in (CEILING, "belief")
    )
    assert truth > belief


def test_remarks_do_not_count_as_other_bots() -> None:
    plain = 'def play(name: str) -> str:\n    return f"# {name}"'
    told = (
        '"""A chapter,\nover two lines."""\n\n\ndef play(name: str) -> str:  # by name\n'
        '    """9.1 Plays."""\n    # as it is\n    return f"# {name}"\n'
    )
    assert code_of(told) == code_of(plain)
    assert code_of(plain.replace("return", "yield")) != code_of(plain)
    assert len(played_version().partition("+")[2]) == 16


def test_everything_that_decides_a_game_is_told_apart() -> None:
    root = Path(ladder.__file__).parents[1]
    assert all(list(root.glob(pattern)) for pattern in SOURCES)
    assert {"board/convent.json", "lab/ceiling.py", "lab/games.py", "lab/lineup.py", "referee/*.py"} <= set(SOURCES)


def test_games_of_other_bots_or_of_a_grid_are_refused(results: Path) -> None:
    grid = ladder_grid(results, {PAIRING: 1})
    write_table(results, GameTable(msgspec.structs.replace(fresh_head(grid), version="0.1.0+feed")))
    with pytest.raises(BadTable, match=r"expected games of version .* in .*; got 0.1.0\+feed: name another file, or remove it"):
        climbed(results, {PAIRING: 1}, [])
    for other in (Grid(1, 0, grid.cells), Grid(TEST_SEED, 0, ((PAIRING._replace(edition="dutch"), 1),))):
        write_table(results, GameTable(fresh_head(other)))
        with pytest.raises(BadTable, match=r"expected games of the ladder in .*ladder.csv; got those of a grid: name another file"):
            climbed(results, {PAIRING: 1}, [])


JUNK = [b"", b"no results\n", b"[]\n", b"a line of somebody's", b'{"sources":"0123456789abcdef","seed":20260}\n{"guards":"greedy"}\n']


@pytest.mark.parametrize("junk", JUNK)
def test_what_is_no_table_is_refused_and_left_as_it_is(results: Path, junk: bytes) -> None:
    """Such as a file of results of 0.2."""
    results.write_bytes(junk)
    with pytest.raises(BadTable, match=r"expected a table of games; got .*ladder.csv, which does not begin as one"):
        climbed(results, {PAIRING: 1}, [])
    assert results.read_bytes() == junk


def test_a_difference_is_taken_on_the_games_that_both_have_played() -> None:
    one, two = pairing("search", "careful", 1), pairing("belief", "careful", 1)
    found = won({one: "1" * 60 + "0" * 40, two: "1" * 50 + "0" * 50 + "1" * 100})
    paired = paired_difference(found.cells[one], found.cells[two])
    low, high = paired.interval
    assert paired.difference == pytest.approx(0.1)
    assert paired.games == 100
    assert 0.03 < low < 0.1 < high < 0.17


def test_of_few_games_no_interval_is_told_and_of_none_no_difference() -> None:
    one, two = pairing("search", "careful", 1), pairing("belief", "careful", 1)
    assert (
        "| search / careful against belief / careful | 1 | -100.0 | - | 9 |" in difference_table(won({one: "0" * 9, two: "1" * 9})).markdown
    )
    assert "| -90.0 | -100.0 to -41.3 | 10 |" in difference_table(won({one: "0" * 9 + "1", two: "1" * 10})).markdown
    apart = won({one: "0" * 9, two: "1" * 9})
    apart.cells[two].wins = {(TEST_SEED, index + 9): won for (_, index), won in apart.cells[two].wins.items()}
    assert compared(apart) == []
    assert difference_table(apart).markdown.count("\n") == 1


def test_the_page_has_every_pairing_and_goes_between_its_marks() -> None:
    found = won(
        {
            pairing(guards, novices, 3): "1" * wins + "0" * (100 - wins)
            for guards, wins in (("greedy", 30), ("belief", 70))
            for novices in ("greedy", "careful")
        }
    )
    written = page(found)
    assert "| belief | 70.0% (60%-78%, 100) | 70.0% (60%-78%, 100) |" in written
    assert "| belief / careful against greedy / careful | 3 | +40.0 |" in written
    assert picture(cells_of(found)).count("<use ") == 4 + 2  # a point for each pairing, and the two guards below the panel
    once = insert_page("# Bots\n\ntext\n", written, BEGIN, END)
    twice = insert_page(once.replace("text", "other text") + "\nafter\n", "new", BEGIN, END)
    assert once.startswith("# Bots\n\ntext\n")
    assert twice == f"# Bots\n\nother text\n\n{BEGIN}\n\nnew\n\n{END}\n\nafter\n"
