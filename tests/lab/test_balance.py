"""The report: what it counts, the effects and handicaps it finds, and pages that are whole, self-contained and readable."""

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from nuns.board.convent import the_convent
from nuns.cli.program import parser
from nuns.cli.report import figures
from nuns.lab.balance import ENDING, WINNER, Balance, Rate, difficulty, dots_of, mean, read_balance
from nuns.lab.grid import Grid, GridCell, read_grid
from nuns.lab.report.board_map import board_map, busiest
from nuns.lab.report.charts import effects_chart, endings_chart
from nuns.lab.report.document import BEGIN, END, balance_page, balance_pictures
from nuns.lab.report.page import report_page
from nuns.lab.report.tables import insert_page
from nuns.lab.report.words import novices_in_short, points
from nuns.lab.rows import COLUMNS, csv_line, empty_counts
from nuns.lab.statistics import paired_interval
from nuns.lab.table import BadTable, GameTable, TableHead, write_table
from nuns.rules.options import EDITIONS

GRIDS = Path(__file__).parents[2] / "docs" / "grids"
SVG = "{http://www.w3.org/2000/svg}"
BASE = GridCell("mayfair", "", 3, 1, "belief", "belief")
TURNS = BASE._replace(options="turns=13")
MONK = BASE._replace(options="monk=robert")
DUTCH = BASE._replace(edition="dutch", novices=1)


def line(cell: GridCell, game: int, *, guards_win: bool, turns: int = 10, captures: int = 2, faults: int = 0) -> str:
    """A line of a table in which novice 2 with wish 5 plays, and novice 4 with wish 7, who gets home when the guards lose."""
    values = {
        **dict(zip(COLUMNS, (*cell, 5, game, "0.2.0+test"), strict=False)),
        "winner": "guards" if guards_win else "novices",
        "ending": ("captures" if captures > 3 else "dawn") if guards_win else "home",
        "turns": turns,
        "captures": captures,
        "faults": faults,
        "wish_2": 5,
        "got_2": "key",
        "caught_2": captures,
        "wish_4": 7,
        "got_4": "key" if guards_win else "home",
        "caught_4": 0,
    }
    return csv_line([values.get(name, "") for name in COLUMNS])


def made(path: Path, won: Mapping[GridCell, str], seed: int = 5, faults: int = 0, version: str = "0.2.0+test") -> Path:
    """A table in which the guards win the games marked 1, with so many faults in each."""
    grid = Grid(seed, 10, tuple((cell, len(wins)) for cell, wins in won.items()))
    table = GameTable(TableHead(version, grid))
    for number, (cell, wins) in enumerate(won.items()):
        counts = empty_counts()
        counts["seen"] = {39: 7, 48: 3}
        counts["caught"] = {39: 1}
        table.add(number, 0, [line(cell, game, guards_win=mark == "1", faults=faults) for game, mark in enumerate(wins)], counts)
    write_table(path, table)
    return path


@pytest.fixture
def balance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Balance:
    monkeypatch.chdir(tmp_path)
    won = {BASE: "0001" * 25, TURNS: "1001" * 25, MONK: "1111" * 25, DUTCH: "0110" * 25}
    return read_balance([made(Path("tables/table.csv"), won)])


def test_games_are_counted_by_cell(balance: Balance) -> None:
    base = balance.cells[BASE]
    assert (balance.games, base.games, base.rate) == (400, 100, Rate(25, 100))
    assert base.endings == {"home": 75, "dawn": 25}
    assert (mean(base.turns), mean(base.captures)) == (10, 2)
    assert base.deck == "mayfair"
    assert balance.cells[DUTCH].deck == "999games"
    assert balance.bots == [("belief", "belief")]
    assert [each.cell for each in balance.editions_played("belief", "belief")] == [BASE, DUTCH]


def test_the_effect_of_an_option_is_taken_on_the_same_games(balance: Balance) -> None:
    turns, monk = balance.effects("belief", "belief")
    assert (turns.gained, turns.lost, turns.games) == (25, 0, 100)
    assert (turns.difference, turns.before) == (0.25, Rate(25, 100))
    assert turns.interval == paired_interval(25, 0, 100)
    assert monk.difference == 0.75
    assert monk.interval[0] > 0
    assert [each.options for each in balance.pooled_effects("belief", "belief")["mayfair"]] == ["monk=robert", "turns=13"]


def test_effects_are_pooled_over_the_numbers_of_players(tmp_path: Path) -> None:
    six, six_turns = BASE._replace(novices=6), TURNS._replace(novices=6)
    balance = read_balance([made(tmp_path / "table.csv", {BASE: "0000", TURNS: "1100", six: "1111", six_turns: "0111"})])
    (pooled,) = balance.pooled_effects("belief", "belief")["mayfair"]
    assert (pooled.gained, pooled.lost, pooled.games, pooled.before) == (2, 1, 8, Rate(4, 8))
    assert pooled.cells == (TURNS, six_turns)
    assert pooled.interval[0] <= 0 <= pooled.interval[1]


def test_a_handicap_is_chosen_by_one_half_of_the_games_and_its_odds_are_of_the_other(tmp_path: Path) -> None:
    # Even games: the monk 50 %, fewer turns 25 %, as it is none. Odd games: the monk 75 %.
    won = {
        BASE: "00000000" * 10,
        TURNS: "10000000" * 10,
        MONK: "11110001" * 10,
        DUTCH: "0011" * 10,
        DUTCH._replace(options="turns=14"): "1" * 40,
    }
    balance = read_balance([made(tmp_path / "table.csv", won)])
    fair, even = balance.handicaps("belief", "belief")
    assert (fair.cell, fair.odds, fair.before) == (MONK, Rate(30, 40), Rate(0, 40))
    assert (even.cell, even.odds) == (DUTCH, Rate(10, 20))  # an edition that is even needs none
    assert balance.fairest_bots == ("belief", "belief")
    assert [fair.is_fair, even.is_fair] == [False, True]


@pytest.mark.parametrize(
    "base, turns, monk, chosen",
    [
        ("0001" * 50, "01" * 4, "0100101" * 20 + "1" * 9, MONK),  # few games, though exactly even, say less than many that are nearly so
        ("0" * 111 + "1" * 89, "01" * 100, "1" * 200, TURNS),  # 50 % in the interval of the edition as it is does not make it the fairest
        ("01" * 100, "0" * 120 + "1" * 80, "1" * 200, BASE),
    ],
)
def test_the_fairest_options_are_those_with_the_nearest_worse_end(
    tmp_path: Path, base: str, turns: str, monk: str, chosen: GridCell
) -> None:
    """Each game is played twice, so that those with even numbers are as those with odd ones."""
    won = {cell: "".join(mark * 2 for mark in wins) for cell, wins in ((BASE, base), (TURNS, turns), (MONK, monk))}
    balance = read_balance([made(tmp_path / "table.csv", won)])
    (fair,) = balance.handicaps("belief", "belief")
    assert fair.cell == chosen
    farthest = {cell: balance.cells[cell].numbered(0).farthest for cell in won}
    assert min(farthest, key=lambda cell: farthest[cell]) == chosen
    low, high = balance.cells[chosen].numbered(0).interval
    assert farthest[chosen] == max(abs(low - 0.5), abs(high - 0.5))


def test_the_grids_of_the_page_go_together() -> None:
    """A game stands in one table only, and every number of players has candidates with as many games as its edition."""
    cells = [each for name in ("search", "belief", "variants", "handicaps") for each in read_grid(GRIDS / f"{name}.toml").cells]
    played = dict(cells)
    assert len(played) == len(cells)
    candidates = {(cell.edition, cell.novices) for cell, games in cells if cell.options and games >= played[cell._replace(options="")]}
    assert {(edition, novices) for edition in EDITIONS for novices in range(1, 7)} == candidates


def test_a_table_without_variants_has_no_handicap(tmp_path: Path) -> None:
    balance = read_balance([made(tmp_path / "table.csv", {BASE: "01"})])
    assert balance.handicaps("belief", "belief") == []
    assert balance.fairest_bots is None
    assert "Fair tables" not in report_page(balance)
    assert "What options do" not in report_page(balance)


def test_deals_are_counted_by_cell_and_wish(balance: Balance) -> None:
    cells = [balance.cells[BASE], balance.cells[MONK]]
    assert difficulty(cells) == {(2, 5): Rate(0, 200), (4, 7): Rate(75, 200)}


def test_dots_of_several_cells_are_added(balance: Balance) -> None:
    counts, games = dots_of([balance.cells[BASE], balance.cells[DUTCH]])
    assert games == 20
    assert counts["seen"] == {39: 14, 48: 6}


def test_tables_are_read_together_unless_they_hold_the_same_games(tmp_path: Path) -> None:
    one, two = made(tmp_path / "one.csv", {BASE: "0101"}), made(tmp_path / "two.csv", {DUTCH: "11"})
    assert read_balance([one, two]).games == 6
    with pytest.raises(BadTable, match=r"one.csv: expected each game once; got game 0 of seed 5 again"):
        read_balance([one, one])


@pytest.mark.parametrize(
    "column, words",
    [
        (WINNER, "expected guards or novices as the winner of game 0; got 'gards'"),
        (ENDING, "expected home, captures, dawn as the ending of game 0; got 'gards'"),
    ],
)
def test_a_word_that_no_table_has_is_refused(tmp_path: Path, column: int, words: str) -> None:
    table = made(tmp_path / "one.csv", {BASE: "1"})
    *before, line = table.read_text(encoding="utf-8").splitlines()
    values = line.split(",")
    values[column] = "gards"
    table.write_text("\n".join([*before, ",".join(values), ""]), encoding="utf-8")
    with pytest.raises(BadTable, match=words):
        read_balance([table])


def test_a_table_without_the_games_of_its_dots_is_refused(tmp_path: Path) -> None:
    table = made(tmp_path / "one.csv", {BASE: "01", DUTCH: "11"})
    lines = table.read_text(encoding="utf-8").splitlines(keepends=True)
    table.write_text("".join(lines[:-2]), encoding="utf-8")
    with pytest.raises(BadTable, match=r"expected all games of its grid in .*one.csv; got none of dutch"):
        read_balance([table])


# -- the page ------------------------------------------------------------------------------------------------------------


class Outline(HTMLParser):
    """The tags of a page, its links and ids, and whether every element is closed."""

    VOID = frozenset({"meta"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.handle_endtag(tag)


def test_the_page_is_whole_and_needs_nothing_else(balance: Balance) -> None:
    page = report_page(balance)
    outline = Outline()
    outline.feed(page)
    assert outline.open == []
    assert not {"script", "link", "img"} & set(outline.tags)
    assert all(link.startswith("#") and link[1:] in outline.ids for link in outline.links)
    assert len(outline.ids) == len(set(outline.ids))
    assert re.findall(r"url\((?!#)|https?://(?!www\.w3\.org)", page) == []


def test_the_page_has_every_figure_as_text(balance: Balance) -> None:
    text = re.sub(r"<[^>]+>", " ", report_page(balance))
    for figure in ("25.0%", "17.5% to 34.3%", "+75.0", "turns=13", "love poems", "Cloister", "0.2.0+test"):
        assert figure in text, figure


def test_words_of_users_are_escaped(tmp_path: Path) -> None:
    cell = BASE._replace(guards="<b>.py:Bot&Co")
    page = report_page(read_balance([made(tmp_path / "table.csv", {cell: "01"})]))
    assert "<b>" not in page
    assert "&lt;b&gt;.py:bot&amp;co" in page.lower()


def test_a_map_draws_each_dot_by_its_share_of_the_most() -> None:
    root = ElementTree.fromstring(board_map("Seen", {39: 100, 48: 25, 76: 0}, 200))
    circles = {(c.attrib["cx"], c.attrib["cy"]): c for c in root.iter(f"{SVG}circle")}
    most, quarter = (circles[str(x), str(y)] for x, y in (the_convent().dots[dot] for dot in (39, 48)))
    assert float(most.attrib["r"]) == 23
    assert float(quarter.attrib["r"]) == 13
    assert quarter.attrib["style"] == "--heat:25%"
    assert [title.text for title in most.iter(f"{SVG}title")] == ["dot 39, Cloister: 50.0 in 100 games"]
    assert busiest({39: 1, 48: 4, 76: 0}, 2) == [48, 39]


def test_charts_tell_every_figure(balance: Balance) -> None:
    told = {title.text for title in ElementTree.fromstring(endings_chart([balance.cells[BASE]])).iter(f"{SVG}title")}
    assert {"mayfair 3, home: 75.0%", "mayfair 3, captures: 0.0%", "mayfair 3, dawn: 25.0%"} <= told
    drawn = ElementTree.fromstring(effects_chart(balance.pooled_effects("belief", "belief")["mayfair"]))
    assert {"monk=robert", "+75.0", "turns=13", "+25.0"} <= {text.text for text in drawn.iter(f"{SVG}text")}


@pytest.mark.parametrize(("difference", "text"), [(0.123, "+12.3"), (-0.05, "−5.0"), (0.0, "0.0"), (-0.0001, "0.0"), (0.1, "+10.0")])
def test_points_have_a_sign_unless_there_are_none(difference: float, text: str) -> None:
    assert points(difference) == text


def test_faults_of_bots_are_a_warning_with_the_bots_that_had_them(balance: Balance, tmp_path: Path) -> None:
    assert "Warning" not in report_page(balance)
    assert "Warning" not in balance_page(balance, "pictures")
    own = BASE._replace(guards="own.py:Bot", novices=2)
    faulty = read_balance([made(tmp_path / "one.csv", {BASE: "01"}), made(tmp_path / "two.csv", {own: "110"}, faults=2)])
    assert (faulty.faults, faulty.faulty_bots) == (6, {("own.py:Bot", "belief"): 6})
    told = "Bots failed 6 times, and a random action was taken instead: own.py:Bot guards against belief novices (6)."
    assert f"<strong>Warning: </strong>{told}" in report_page(faulty)
    assert f"**Warning:** {told}" in balance_page(faulty, "pictures")


def test_tables_of_different_versions_are_a_warning(tmp_path: Path) -> None:
    tables = made(tmp_path / "one.csv", {BASE: "01"}), made(tmp_path / "two.csv", {MONK: "11"}, version="0.3.0+more")
    balance = read_balance(tables)
    assert figures(balance)["versions"] == ["0.2.0+test", "0.3.0+more"]
    told = "The tables were played by different versions, 0.2.0+test and 0.3.0+more: "
    assert f"<strong>Warning: </strong>{told}" in report_page(balance)
    assert f"**Warning:** {told}" in balance_page(balance, "pictures")


def test_the_document_has_the_same_figures(balance: Balance) -> None:
    page = balance_page(balance, "pictures")
    assert "| mayfair | 3 novices | 25.0% | 17.5% to 34.3% | 100 | 75% | 0% | 25% | 10.0 | 2.0 |" in page
    assert "| monk=robert | +75.0 |" in page
    assert "| `tables/table.csv` | belief / belief | 400 | 4 | 5 | `0.2.0+test` |" in page
    assert "What depends on the bots" not in page
    assert "| mayfair | 3 novices | turns=13 |" in page
    assert "![the guards' share of wins by edition and number of novices](pictures/balance.svg)" in page
    (picture,) = balance_pictures(balance).values()
    assert ElementTree.fromstring(picture).attrib["class"] == "plot"
    assert insert_page("# Balance\n", page, BEGIN, END).count(BEGIN) == 1


def test_each_table_of_the_document_has_the_command_that_makes_it_again(balance: Balance) -> None:
    page = balance_page(balance, "pictures")
    rows = "--guards belief --novice-bots belief`"
    assert f"`nuns simulate --games 100 --seed 5 --edition mayfair --novices 3 {rows}" in page
    assert f"`nuns simulate --games 100 --seed 5 --edition mayfair --set monk=robert --novices 3 {rows}" in page
    assert "`nuns report tables/table.csv --json`" in page
    assert "`nuns report tables/table.csv --fair fair.json`" in page
    commands = set(re.findall(r"`nuns ([^`]+)`", page))
    assert len(commands) == 5
    for command in commands:
        parser().parse_args(command.split())


def test_the_document_compares_bots_on_the_tables_that_both_played(tmp_path: Path) -> None:
    searched = BASE._replace(guards="search", novice_bots="search")
    won = {BASE: "0001" * 25, MONK: "1111" * 25, searched: "0111" * 25, searched._replace(edition="dutch"): "1" * 100}
    page = balance_page(read_balance([made(tmp_path / "table.csv", won)]), "pictures")
    assert "| mayfair | 3 novices | 25.0% (17.5% to 34.3%) | 75.0% (65.7% to 82.5%) |" in page
    assert "| dutch | 3 novices | 25.0%" not in page
    assert "by 50.0 points on average, and most, by +50.0, in mayfair with 3 novices." in page
    assert "Of the 1 harder deals of deck mayfair, 1 are among the harder for both." in page


def test_several_options_at_once_are_handicaps_and_no_effects(tmp_path: Path) -> None:
    both = BASE._replace(options="monk=robert,turns=13")
    balance = read_balance([made(tmp_path / "table.csv", {BASE: "0001" * 25, MONK: "1111" * 25, both: "0011" * 25})])
    assert [each.options for each in balance.pooled_effects("belief", "belief")["mayfair"]] == ["monk=robert"]
    (fair,) = balance.handicaps("belief", "belief")
    assert fair.cell == both
    assert novices_in_short([BASE, BASE._replace(novices=1)]) == "1, 3"
    assert novices_in_short([BASE._replace(novices=number) for number in (2, 3, 4)]) == "2-4"
    six = BASE._replace(novices=6)
    assert novices_in_short([six._replace(guard_players=2), MONK._replace(novices=6), six]) == "6, 6+2"


def test_the_page_says_with_how_many_novices_each_option_was_played(tmp_path: Path) -> None:
    one, six = BASE._replace(novices=1), BASE._replace(novices=6)
    won = {BASE: "0001", one: "0000", six: "1111", MONK: "1111", TURNS: "0001", TURNS._replace(novices=1): "0000"}
    page = report_page(read_balance([made(tmp_path / "table.csv", won)]))
    assert "mayfair, novices: 1, 3. As it is, the guards win 12.5% of 8 games." in page
    options, _, _ = page.partition("By number of novices")
    rows = re.findall(r'<th scope="row">([a-z]+=\w+)</th><td>([^<]*)</td>', options)
    assert rows == [("monk=robert", "3"), ("turns=13", "1, 3")]
