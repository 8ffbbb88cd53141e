"""Grids: what a file combines, tables that are the same bytes however they were played, and what is refused."""

import csv
import json
import signal
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nuns.lab import run
from nuns.lab.fingerprint import hash_bot_files, played_version
from nuns.lab.games import ends_of, play_bot_game, play_recorded_game
from nuns.lab.grid import BadGrid, Grid, GridCell, GridFile, make_grid, read_grid, single_changes, variants
from nuns.lab.pool import SerialPool
from nuns.lab.rows import COLUMNS, KINDS, count_dots, empty_counts, game_line, rows_of
from nuns.lab.run import OtherSources, journal_path, lineups_of, open_table, pieces_of, play_grid_piece, run_grid
from nuns.lab.simulate import simulate
from nuns.lab.table import BadTable, GameTable, Shard, TableHead, dots_path, merge_tables, read_table, write_table
from nuns.processes import WorkerPool
from nuns.referee import events as ev
from nuns.rules.options import EDITIONS, NAMES, change_option

TOML = """
games = 6
seed = 5
traced = 4
editions = ["mayfair", "dutch"]
novices = [1, 2]
bots = [{ guards = "greedy", novices = "greedy" }, { guards = "random", novices = "greedy" }]
"""


@pytest.fixture
def grid(tmp_path: Path) -> Grid:
    path = tmp_path / "grid.toml"
    path.write_text(TOML, encoding="utf-8")
    return read_grid(path)


def played(path: Path, grid: Grid, shard: Shard | None = None) -> tuple[bytes, bytes]:
    """Plays a grid here, and returns both files."""
    run_grid(path, open_table(path, grid, shard or Shard()), SerialPool(), 1)
    return files(path)


def files(path: Path) -> tuple[bytes, bytes]:
    assert not journal_path(path).exists()
    return path.read_bytes(), dots_path(path).read_bytes()


def rows(path: Path) -> list[dict[str, str]]:
    """Reads a table as any program would that knows comments."""
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


# -- what is combined ----------------------------------------------------------------------------------------------------


def test_a_file_is_every_combination_of_its_axes(grid: Grid) -> None:
    assert (grid.seed, grid.traced, grid.games) == (5, 4, 48)
    assert [cell for cell, _ in grid.cells][:3] == [
        GridCell("mayfair", "", 1, 1, "greedy", "greedy"),
        GridCell("mayfair", "", 1, 1, "random", "greedy"),
        GridCell("mayfair", "", 2, 1, "greedy", "greedy"),
    ]


def test_parts_have_axes_of_their_own_and_take_the_rest_from_the_whole(tmp_path: Path) -> None:
    path = tmp_path / "grid.toml"
    path.write_text(
        'games = 3\nnovices = [2]\neditions = ["italian"]\nbots = [{ guards = "random", novices = "random" }]\n'
        "[[part]]\n[[part]]\nnovices = [6]\nguard-players = [1, 2]\ngames = 9\n"
        '[[part]]\ngames = 2\noptions = ["", "monk=robert,turns=9"]\n',
        encoding="utf-8",
    )
    assert read_grid(path).cells == (
        (GridCell("italian", "", 2, 1, "random", "random"), 3),
        (GridCell("italian", "", 6, 1, "random", "random"), 9),
        (GridCell("italian", "", 6, 2, "random", "random"), 9),
        (GridCell("italian", "monk=robert,turns=9", 2, 1, "random", "random"), 2),
    )
    assert read_grid(path, games=1, seed=8).cells[1][1] == 1
    assert read_grid(path, games=1, seed=8).seed == 8


def test_every_stands_for_each_other_value_of_each_option() -> None:
    for edition, options in EDITIONS.items():
        found = list(single_changes(edition))
        assert len(found) == len(set(found))
        assert {change.split("=")[0] for change in found} == set(NAMES)
        assert all(change_option(options, *change.split("=")) != options for change in found)
    assert [change for change in single_changes("mayfair") if change.startswith(("turns", "sight-range"))] == [
        *(f"sight-range={number}" for number in (4, 5, 7, 8)),
        *("turns=13", "turns=14"),
    ]
    assert variants("dutch", ["", "blessings=off", "every", "blessings=on"]) == ["", *single_changes("dutch")]


BAD = [
    ("games = 3", "expected bots = "),
    ("games = 0", "Expected `int` >= 1"),
    ("gamez = 3", "contains unknown field `gamez`"),
    (
        "gamez = 3",
        "expected a grid file with no other keys than games, editions, options, novices, guard-players, bots, seed, traced, part,",
    ),
    ("games = ", "expected a grid file in TOML; got "),
    ('bots = [{ guards = "belief" }]', "missing required field `novices`"),
    ('bots = [{ guards = "bishop", novices = "careful" }]', "expected a bot for the guards among .*; got 'bishop'"),
    ('bots = [{ guards = "greedy", novices = "greedy,random" }]\nnovices = [3]', "expected 1 novice bot, or 3 for 3 novices; got 2"),
    ('bots = [{ guards = "greedy", novices = "greedy" }]\nnovices = [7]', "expected 1 to 6 novices; got 7"),
    ('bots = [{ guards = "greedy", novices = "greedy" }]\nguard-players = [3]', "expected 1 or 2 guard players; got 3"),
    ('bots = [{ guards = "greedy", novices = "greedy" }]\neditions = ["french"]', "expected an edition among .*; got 'french'"),
    ('bots = [{ guards = "greedy", novices = "greedy" }]\noptions = ["moon=full"]', "expected an option among .*; got 'moon'"),
    ('bots = [{ guards = "greedy", novices = "greedy" }]\nguard-players = [2]\nnovices = [3]', "expected combinations that can be played"),
]


@pytest.mark.parametrize("text, fault", BAD, ids=[fault for _, fault in BAD])
def test_a_grid_that_cannot_be_played_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "grid.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadGrid, match=rf"{path}.*{fault}|{fault}.*{path}"):
        read_grid(path)


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[2] / "docs" / "grids").glob("*.toml")), ids=lambda path: path.stem)
def test_the_grids_of_the_documents_can_be_played(path: Path) -> None:
    grid = read_grid(path)
    assert {cell.edition for cell, _ in grid.cells} == set(EDITIONS)
    assert {cell.novices for cell, _ in grid.cells} == ({1, 3} if path.stem == "variants" else {1, 2, 3, 4, 5, 6})


def test_the_grids_of_the_balance_can_be_compared_game_by_game() -> None:
    folder = Path(__file__).parents[2] / "docs" / "grids"
    belief, search, variants_of, handicaps = (read_grid(folder / f"{name}.toml") for name in ("belief", "search", "variants", "handicaps"))
    assert {grid.seed for grid in (belief, search, variants_of, handicaps)} == {20_261}
    bases = dict(belief.cells)
    for cell, games in (*variants_of.cells, *handicaps.cells):
        assert cell.options
        assert games <= bases[cell._replace(options="")]
    assert len(search.cells) == 24
    assert min(games for _, games in search.cells) >= 400
    assert not {cell for cell, _ in variants_of.cells} & {cell for cell, _ in handicaps.cells}, "a game may be in one table only"


def test_a_grid_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadGrid, match=r"expected a grid file; got .*none.toml: No such file"):
        read_grid(tmp_path / "none.toml")


# -- the same bytes ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Grid, tuple[bytes, bytes]]:
    """The grid, and its files as one process plays them in one go."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "grid.toml").write_text(TOML, encoding="utf-8")
    grid = read_grid(folder / "grid.toml")
    return grid, played(folder / "table.csv", grid)


def test_two_workers_make_the_same_table(whole: tuple[Grid, tuple[bytes, bytes]], tmp_path: Path) -> None:
    grid, expected = whole
    path = tmp_path / "table.csv"
    run_grid(path, open_table(path, grid), WorkerPool(2), 2)
    assert files(path) == expected


def test_a_run_that_was_killed_goes_on_to_the_same_table(
    whole: tuple[Grid, tuple[bytes, bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid, expected = whole
    path, journal = tmp_path / "table.csv", journal_path(tmp_path / "table.csv")
    monkeypatch.setattr(run, "COMPILED", 2)
    done: list[int] = []

    def stop(games: int) -> None:
        done.append(games)
        if len(done) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_grid(path, open_table(path, grid), SerialPool(), 1, stop)
    assert not path.exists()
    journal.write_bytes(journal.read_bytes()[:-9])  # the last line was being written when the power failed
    table = open_table(path, grid)
    assert table.played == sum(done[:-1])
    again: list[int] = []
    run_grid(path, table, SerialPool(), 1, again.append)
    assert sum(again) == grid.games - sum(done[:-1])
    assert files(path) == expected
    assert pieces_of(open_table(path, grid)) == []


class OuterPieces(SerialPool):
    """A pool that plays every piece of a cell but the second."""

    def submit(self, play: Callable[..., Any], /, *piece: Any) -> Future[Any]:
        if piece[4].start != 2:
            return super().submit(play, *piece)
        failed: Future[Any] = Future()
        failed.set_exception(RuntimeError("stopped"))
        return failed


def test_a_grid_that_stopped_with_a_hole_in_a_cell_goes_on(
    whole: tuple[Grid, tuple[bytes, bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid, expected = whole
    path = tmp_path / "table.csv"
    monkeypatch.setattr(run, "COMPILED", 2)
    with monkeypatch.context() as patch:
        patch.setattr(run, "pieces_of", lambda table: sorted(pieces_of(table), key=lambda piece: piece.indices.start == 2))
        with pytest.raises(RuntimeError, match="stopped"):
            run_grid(path, open_table(path, grid), OuterPieces(), 1)
    assert all(sorted(lines) == [0, 1, 4, 5] for lines in open_table(path, grid).lines)
    assert played(path, grid) == expected


def test_an_interrupt_keeps_every_piece_that_is_done(whole: tuple[Grid, tuple[bytes, bytes]], tmp_path: Path) -> None:
    grid, expected = whole
    path, hearing = tmp_path / "table.csv", signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            run_grid(path, open_table(path, grid), WorkerPool(1), 1, lambda _: signal.raise_signal(signal.SIGINT))
    finally:
        signal.signal(signal.SIGINT, hearing)
    assert 0 < open_table(path, grid).played < grid.games
    assert played(path, grid) == expected


@pytest.mark.parametrize("count", [2, 5])
def test_merged_shards_are_the_same_table(whole: tuple[Grid, tuple[bytes, bytes]], tmp_path: Path, count: int) -> None:
    grid, expected = whole
    paths = [tmp_path / f"{number}.csv" for number in range(1, count + 1)]
    for number, path in enumerate(paths, 1):
        played(path, grid, Shard(number, count))
    assert sum(len(rows(path)) for path in paths) == grid.games
    write_table(tmp_path / "all.csv", merge_tables(paths[::-1]))
    assert files(tmp_path / "all.csv") == expected


def test_more_games_are_added_to_a_table(whole: tuple[Grid, tuple[bytes, bytes]], tmp_path: Path) -> None:
    grid, expected = whole
    path = tmp_path / "table.csv"
    played(path, Grid(grid.seed, grid.traced, tuple((cell, 3) for cell, _ in grid.cells)))
    assert played(path, grid) == expected


def test_a_run_that_is_killed_while_it_writes_its_table_counts_nothing_twice(
    whole: tuple[Grid, tuple[bytes, bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of the table is written yet, or one of its files, or both; with games of before, or without."""
    grid, expected = whole
    few = Grid(grid.seed, grid.traced, tuple((cell, 3) for cell, _ in grid.cells))
    for files_written, is_longer in ((0, True), (1, False), (1, True), (2, False), (2, True)):
        path = tmp_path / f"{files_written}-{is_longer}.csv"
        if is_longer:
            played(path, few)

        def die(path: Path, table: GameTable, count: int = files_written) -> None:
            write_table(path.with_name("all.csv"), table)
            for here in (path, dots_path(path))[:count]:
                here.write_bytes(here.with_name(here.name.replace(path.stem, "all")).read_bytes())
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(run, "write_table", die)
            with pytest.raises(KeyboardInterrupt):
                played(path, grid)
        assert journal_path(path).exists()
        assert played(path, grid) == expected


def test_two_runs_of_one_grid_count_nothing_twice(whole: tuple[Grid, tuple[bytes, bytes]], tmp_path: Path) -> None:
    """Both have added to the journal when they are killed."""
    grid, expected = whole
    path, journal = tmp_path / "table.csv", journal_path(tmp_path / "table.csv")
    with pytest.raises(KeyboardInterrupt):
        run_grid(path, open_table(path, grid), SerialPool(), 1, stop_after(4))
    head, *pieces = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(head + b"".join(pieces + pieces[:2]))
    assert played(path, grid) == expected


def stop_after(pieces: int) -> Callable[[int], None]:
    """A listener to progress that interrupts after so many pieces."""
    done: list[int] = []

    def stop(games: int) -> None:
        done.append(games)
        if len(done) == pieces:
            raise KeyboardInterrupt

    return stop


def test_a_game_is_the_same_whether_it_is_traced_or_not(whole: tuple[Grid, tuple[bytes, bytes]]) -> None:
    grid, _ = whole
    for number, (cell, games) in enumerate(grid.cells):
        slow, _ = play_grid_piece(number, cell, grid.seed, games, range(games), False)
        for compiled in (False, True):
            quick, _ = play_grid_piece(number, cell, grid.seed, 0, range(games), compiled)
            assert slow.lines == quick.lines
            assert quick.dots == empty_counts()


THOUGHTFUL = [("belief", "belief", 1), ("greedy", "belief", 2), ("belief", "careful", 2), ("search", "search", 1)]


@pytest.mark.parametrize("guards, novices, count", THOUGHTFUL)
def test_bots_that_think_play_the_same_games_in_a_grid_as_at_the_referee(guards: str, novices: str, count: int) -> None:
    cell = GridCell("italian", "monk=robert", count, 1, guards, novices)
    slow, _ = play_grid_piece(0, cell, 5, 2, range(2), True)
    quick, faults = play_grid_piece(0, cell, 5, 0, range(2), True)
    assert quick.lines == slow.lines
    assert faults == []


def test_bots_that_think_make_the_same_table_in_one_go_interrupted_and_in_shards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "BELIEVING", 2)
    cells = tuple((GridCell(edition, "", 2, 1, "belief", "belief"), 5) for edition in ("mayfair", "dutch"))
    grid, path = Grid(11, 1, cells), tmp_path / "whole.csv"
    expected = played(path, grid)
    stopped, shards = tmp_path / "stopped.csv", [tmp_path / "one.csv", tmp_path / "two.csv"]

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_grid(stopped, open_table(stopped, grid), SerialPool(), 1, stop)
    assert 0 < open_table(stopped, grid).played < grid.games
    assert played(stopped, grid) == expected
    for number, shard in enumerate(shards, 1):
        played(shard, grid, Shard(number, 2))
    write_table(tmp_path / "merged.csv", merge_tables(shards))
    assert files(tmp_path / "merged.csv") == expected


# -- what a line says ----------------------------------------------------------------------------------------------------


def test_a_table_tells_what_simulate_tells(whole: tuple[Grid, tuple[bytes, bytes]], tmp_path: Path) -> None:
    grid, expected = whole
    path = tmp_path / "table.csv"
    path.write_bytes(expected[0])
    cell, games = grid.cells[2]
    own = [row for row in rows(path) if tuple(row.values())[:6] == tuple(map(str, cell))]
    summary = simulate(cell.setup, games, grid.seed, lineup=cell.lineup)
    assert sum(row["winner"] == "guards" for row in own) == summary.guards_wins
    assert sum(int(row["turns"]) for row in own) == summary.turns
    assert sum(int(row["captures"]) for row in own) == summary.captures
    assert {row["version"] for row in own} == {played_version()}
    assert [int(row["game"]) for row in own] == list(range(games))
    for row in own:
        playing = [number for number in range(1, 7) if row[f"wish_{number}"]]
        assert len(playing) == cell.novices
        assert all(row[f"got_{number}"] in ("nothing", "key", "wish", "home") for number in playing)
        assert sum(int(row[f"caught_{number}"]) for number in playing) == int(row["captures"])
        assert any(row[f"got_{number}"] == "home" for number in playing) == (row["winner"] == "novices")


def test_events_are_counted_on_their_dots() -> None:
    counts = empty_counts()
    count_dots(
        [
            ev.NoviceMoved(turn=1, novice=4, phase=1, gait="walk", route=(4, 18, 27), blessing=False),
            ev.NoviceSeen(turn=1, novice=4, dot=27, by=("abbess", "prioress")),
            ev.Rolled(turn=1, by=4, why="noise", face=6),
            ev.Noise(turn=1, novice=4, guard="abbess", dot=40, real=True),
            ev.Noise(turn=1, novice=4, guard="prioress", dot=41, real=True),
            ev.Noise(turn=1, novice=2, guard="prioress", dot=41, real=False),
            ev.GuardStepped(turn=1, guard="abbess", start=26, to=27, free=False),
            ev.GuardStepped(turn=1, guard="monk", start=26, to=40, free=False),
            ev.NoviceCaught(turn=1, novice=4, guard="abbess", dot=27),
            ev.Rolled(turn=1, by="abbess", why="listen", face=6),
            ev.Noise(turn=1, novice=4, guard="abbess", dot=40, real=True),
        ],
        counts,
    )
    assert counts == {"visited": {18: 1, 27: 1}, "seen": {27: 1}, "heard": {27: 2}, "caught": {27: 1}, "patrolled": {27: 1}}
    assert tuple(counts) == KINDS


def test_the_dots_of_a_cell_are_those_of_its_traced_games(whole: tuple[Grid, tuple[bytes, bytes]], tmp_path: Path) -> None:
    grid, expected = whole
    path = tmp_path / "dots.csv"
    path.write_bytes(expected[1])
    with path.open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == len(grid.cells) * 155
    cell, _ = grid.cells[0]
    counts = empty_counts()
    for index in range(grid.traced):
        count_dots(play_bot_game(cell.setup, grid.seed, index, cell.lineup)[0].events, counts)
    own = lines[:155]
    assert {line["games"] for line in own} == {"4"}
    assert {kind: {int(line["dot"]): int(line[kind]) for line in own if line[kind] != "0"} for kind in KINDS} == counts


def recorded_line(cell: GridCell, seed: int) -> str:
    """The line of the first game of a seed, played at random."""
    (end,) = rows_of(ends_of([play_recorded_game(cell.setup, seed, 0).state]))
    return game_line(cell, seed, 0, end)


def test_a_line_quotes_what_has_commas() -> None:
    cell = GridCell("mayfair", "blessings=off,turns=3", 2, 1, "random", "random,random")
    line = recorded_line(cell, 1)
    (values,) = csv.reader([line])
    assert len(values) == len(COLUMNS)
    assert values[1] == "blessings=off,turns=3"
    assert values[5] == "random,random"


# -- what is refused -----------------------------------------------------------------------------------------------------


def test_a_table_of_another_grid_or_version_is_refused_and_left_as_it_is(
    whole: tuple[Grid, tuple[bytes, bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid, expected = whole
    path = tmp_path / "table.csv"
    path.write_bytes(expected[0])
    dots_path(path).write_bytes(expected[1])
    for other in (Grid(6, grid.traced, grid.cells), Grid(grid.seed, 3, grid.cells), Grid(grid.seed, grid.traced, grid.cells[1:])):
        with pytest.raises(BadTable, match=r"expected games of this grid in .*table.csv; got those of another"):
            open_table(path, other)
    with pytest.raises(BadTable, match=r"expected shard 1/2 of this grid in .*table.csv; got the whole grid: name another file"):
        open_table(path, grid, Shard(1, 2))
    monkeypatch.setattr("nuns.lab.table.played_version", lambda: "0.9.9+0000000000000000")
    with pytest.raises(BadTable, match=r"expected games of version 0.9.9\+0+ in .*; got "):
        open_table(path, grid)
    assert files(path) == expected


OWN_BOT = """
class First:
    def choose(self, view, actions, rng):
        return actions[0]
"""


def own_grid(name: str) -> Grid:
    return Grid(5, 0, ((GridCell("mayfair", "turns=1", 1, 1, "random", name), 1),))


@pytest.mark.parametrize("name", ["own.py:First", "exec:python3 own.py", "exec:./own.py"])
def test_games_of_a_bot_that_was_edited_are_not_mixed_with_those_of_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    own, path, grid = Path("own.py"), Path("table.csv"), own_grid(name)
    own.write_text(OWN_BOT, encoding="utf-8")
    own.chmod(0o755)
    table = open_table(path, grid)
    head = table.head
    assert list(head.bot_files or {}) == [name]
    table.add(0, 0, [recorded_line(grid.cells[0][0], 5)], empty_counts())
    write_table(path, table)
    longer = Grid(5, 0, ((grid.cells[0][0], 2),))
    assert open_table(path, longer).played == 1
    own.write_text(OWN_BOT.replace("[0]", "[-1]"), encoding="utf-8")
    for wanted in (grid, longer):
        with pytest.raises(
            BadTable, match=rf"expected games of {name} as the file is now in table.csv; got those of another: name another"
        ):
            open_table(path, wanted)
    journal_path(path).write_bytes(msgspec.json.encode(head) + b"\n")
    path.unlink()
    with pytest.raises(BadTable, match=r"as the file is now in table.csv.part; got those of another"):
        open_table(path, grid)
    own.write_text(OWN_BOT, encoding="utf-8")
    assert open_table(path, grid).head == head
    assert read_table(written_by_hand(path, head)).head == head


def written_by_hand(path: Path, head: TableHead) -> Path:
    """A table without games under that head."""
    write_table(path, GameTable(head))
    return path


def test_a_command_without_files_is_known_by_its_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "lucky"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    before = hash_bot_files(["exec:lucky --often"])
    program.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    assert hash_bot_files(["exec:lucky --often"]) != before
    assert list(before) == ["exec:lucky --often"]


def test_heads_of_tables_without_users_bots_are_as_they_were(whole: tuple[Grid, tuple[bytes, bytes]], tmp_path: Path) -> None:
    grid, (games, _) = whole
    first = games.splitlines()[0]
    assert list(json.loads(first.removeprefix(b"# nuns table 1 "))) == ["version", "grid", "shard"]
    assert hash_bot_files(grid.cells[0][0].lineup.novices) == {}


def test_shards_of_different_files_of_a_bot_are_refused(tmp_path: Path) -> None:
    heads = [TableHead("1", own_grid("own.py:First"), Shard(number, 2), {"own.py:First": word}) for number, word in ((1, "a"), (2, "b"))]
    one, two = (written_by_hand(tmp_path / f"{head.shard.number}.csv", head) for head in heads)
    with pytest.raises(BadTable, match=r"expected shards of one grid, played by one version and the same files of bots; got .*2.csv"):
        merge_tables([one, two])


def of_other_sources(*piece: Any) -> tuple[Any, list[Any]]:
    """What a worker with other sources answers."""
    played, faults = play_grid_piece(*piece)
    return msgspec.structs.replace(played, version="0.1.0+feed"), faults


def test_a_worker_with_other_sources_is_refused(grid: Grid, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table.csv"
    table = open_table(path, grid)
    monkeypatch.setattr("nuns.lab.run.play_grid_piece", of_other_sources)
    with pytest.raises(OtherSources, match=r"expected workers with version .*; got one with 0.1.0\+feed"):
        run_grid(path, table, SerialPool(), 1)


def test_shards_that_do_not_make_a_whole_are_refused(grid: Grid, tmp_path: Path) -> None:
    one, two, other = (tmp_path / name for name in ("one.csv", "two.csv", "other.csv"))
    played(one, grid, Shard(1, 2))
    played(two, grid, Shard(2, 3))
    played(other, Grid(7, grid.traced, grid.cells), Shard(2, 2))
    with pytest.raises(BadTable, match=r"expected all 48 games of the grid; got 24: a shard is missing"):
        merge_tables([one])
    with pytest.raises(BadTable, match=r"expected each game once; got game 2 of mayfair .* again in .*two.csv"):
        merge_tables([one, two])
    with pytest.raises(BadTable, match=r"expected shards of one grid, .*; got .*other.csv, which differs from .*one.csv"):
        merge_tables([one, other])


JUNK = [
    (b"", "which does not begin as one"),
    (b"edition,options\n", "which does not begin as one"),
    (b"# nuns table 1 {}\n", "line 1: "),
    (b"\xff\xfe", "line 1: "),
]


@pytest.mark.parametrize("junk, fault", JUNK)
def test_what_is_no_table_is_refused(tmp_path: Path, junk: bytes, fault: str) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(junk)
    with pytest.raises(BadTable, match=rf"expected a table of games; got {path}, {fault}"):
        read_table(path)
    with pytest.raises(BadTable, match=rf"expected a table of games; got {tmp_path}: Is a directory"):
        read_table(tmp_path)


def test_a_damaged_table_is_refused(whole: tuple[Grid, tuple[bytes, bytes]], tmp_path: Path) -> None:
    _, (games, dots) = whole
    path = tmp_path / "table.csv"
    for damaged, fault in (
        (games[:-20], r"expected 32 values in a line; got \d+ in .*, line 50"),
        (games.replace(b"winner", b"loser"), "expected the columns edition, .*; got others"),
        (games.replace(b"\nmayfair,,1,", b"\nmayfair,,4,"), "expected games of its grid in .*; got 'mayfair,,4,"),
    ):
        path.write_bytes(damaged)
        dots_path(path).write_bytes(dots)
        with pytest.raises(BadTable, match=fault):
            read_table(path)


def test_a_journal_of_something_else_is_refused(grid: Grid, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    for junk, fault in ((b"a diary\n", "does not begin so"), (b"", "does not begin so")):
        journal_path(path).write_bytes(junk)
        with pytest.raises(BadTable, match=rf"expected the games of a grid so far; got .*table.csv.part, which {fault}"):
            open_table(path, grid)
    table = open_table(tmp_path / "fresh.csv", grid)
    journal_path(path).write_bytes(json.dumps({"version": table.head.version}).encode() + b"\n")
    with pytest.raises(BadTable, match="does not begin so"):
        open_table(path, grid)


def test_pieces_of_quick_and_slow_cells_are_mixed_always_in_the_same_order(
    grid: Grid, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "COMPILED", 3)
    pieces = pieces_of(open_table(tmp_path / "table.csv", grid))
    starts = sorted((piece.number, piece.indices.start) for piece in pieces)
    assert starts == [(number, start) for number in range(8) for start in (0, 3)]
    assert len({piece.number for piece in pieces[:8]}) > 5
    assert pieces == pieces_of(open_table(tmp_path / "table.csv", grid))


@pytest.mark.parametrize("games, compiled", [(6, False), (60, True)])
def test_machine_code_is_compiled_only_for_many_games(
    grid: Grid, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: int, compiled: bool
) -> None:
    monkeypatch.setattr("nuns.lab.games.is_ready", lambda _: False)
    table = open_table(tmp_path / "table.csv", Grid(grid.seed, grid.traced, tuple((cell, games) for cell, _ in grid.cells)))
    assert {piece.compiled for piece in pieces_of(table)} == {compiled}
    assert bool(list(lineups_of(pieces_of(table)))) == compiled


def test_a_grid_is_made_from_defaults_where_nothing_is_said() -> None:
    from nuns.lab.grid import GridBots

    grid = make_grid(GridFile(bots=(GridBots("random", "random"),)))
    assert len(grid.cells) == len(EDITIONS) * 6
    assert grid.games == 100 * len(grid.cells)
